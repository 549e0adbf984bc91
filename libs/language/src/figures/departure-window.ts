import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import type { NamedDate } from "./find-dates.ts";

/** Days within which goods may leave, as the words bound them; null where they do not. */
export interface DepartureWindow {
  from: string | null;
  until: string | null;
  /** The days that bound it: they are no deadline. */
  days: readonly NamedDate[];
}

const DAY_MS = 86_400_000;
const moved = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** What may stand between a word and its day, "Monday," before "14 December" included. */
const GAP =
  "[\\s,]*(?:(?:the|den|dem|der|le|la|el|de|del|on|am|op|end of|ende(?: van)?|fin de|eind(?: van)?|\\p{L}+(?:day|tag|dag)|lundi|mardi|mercredi|jeudi|vendredi)[\\s,]+){0,3}$";
const right = (words: string): RegExp => new RegExp(`\\b(?:${words})${GAP}`, "u");

/** The day is the first one. */
const NOT_BEFORE = right(
  "(?:not|no|never|nicht|pas|niet) (?:before|(?:earlier|sooner) than|vor|fruher als|avant|plus tot que|antes(?: de)?|mas temprano que|voor|eerder dan)|(?:on|at|am) or after|from|starting|beginning|as of|earliest|ab|von|vom|fruhestens(?: ab)?|a partir d(?:el?|u)|a compter d[eu]|des|du|au plus tot|desde|como (?:muy )?pronto|vanaf|op zijn vroegst|between|zwischen|entre|tussen",
);
/** The day itself is too early. */
const AFTER = right("(?<!not |no |nicht |niet |pas |or )(?:after|nach|apres|despues|na|later than)");
/** The day is the last one, or past the last one: a deadline and no departure, unless goods are to leave by it. */
const BEFORE = right(
  "not after|before|prior to|earlier than|vor|avant|antes|voor|by|until|till|through|(?:no|not) later than|bis(?: zum| einschliesslich)?|spatestens|nicht nach|jusqu'?(?:a|au)?|d'ici(?: a| au)?|au plus tard|hasta|a mas tardar|tot(?: en met)?|uiterlijk|op zijn laatst|tegen",
);
/** The goods are wanted for the day, or were told of on it. */
const FOR = right("for|fur|zum|pour|para|voor|of|dated|due|needed|required|benotigt|requis|necesari[oa]s?|nodig");
/** Words of a departure, with what may stand between them and the day ("leaving Hamburg on"). */
const LEAVES =
  /\b(?:leav(?:e|es|ing)|depart\w*|sail(?:s|ing)|ets|etd|abfahr\w*|abfahrt|abgeh\w*|abgang|ableg\w*|losfahr\w*|partant|(?<!a )partir|sal(?:e|ga|ir|ida|iendo)|zarp\w*|vertrek\w*|afvaart)(?:\s+(?!and\b|und\b|et\b|y\b|en\b|arriv|to be|nach\b)[\p{L}\p{N}-]+){0,4}[\s,]*$/u;
/** Words of an arrival before the day in the same clause. */
const ARRIVES =
  /\b(?:arriv\w*|deliver(?:ed|y|s)?|be there|eta|receiv\w*|need(?:s|ed)?|promis\w*|expect\w*|zugesagt|versproch\w*|erwart\w*|attend\w*|prometid\w*|esperad\w*|beloof\w*|verwacht\w*|ankomm\w*|ankunft|ankommt|eintreff\w*|eintrifft|(?:an|aus|ge)?liefer\w*|zustell\w*|brauch\w*|benotig\w*|livr\w*|recevoir|besoin|lleg\w*|entreg\w*|recib\w*|necesit\w*|aankom\w*|bezorg\w*|(?:ge)?lever\w*|nodig)\b(?:(?!\b(?:leav|depart|book|buch|abfahr|reserv|sal|vertrek|boek)\w*)[^.;,!?])*$/;
/** The same behind it: "nächste Woche ankommen". */
const ARRIVES_BEHIND =
  /^\s*(?:in \S+ |at \S+ |bei \S+ |beim kunden |en \S+ |a \S+ |bij \S+ )?(?:arriv\w*|deliver\w*|anzukommen|ankomm\w*|ankunft|eintreff\w*|eintrifft|da sein|geliefert|zugestellt|livr\w*|lleg\w*|entreg\w*|aankom\w*|aan te komen|bezorgd|geleverd)\b/;
/** What an order that moves a departure puts it to. */
const TO = right("to|until|till|auf|bis(?: zum)?|(?:jusqu')?au|al|hasta|naar|tot");

const isArrival = (before: string, behind: string) => ARRIVES.test(before) || ARRIVES_BEHIND.test(behind);

/**
 * When goods may leave, by the words of an order for transport: "from 14 Dec", "departing 16 Dec", "next week". A day by which they are
 * to be there, or for which they are wanted, bounds nothing here.
 * An order that puts goods on another departure is for the day that it moves them to; the one that it moves them from is over.
 */
export function departureWindow(
  { own, dates, actions }: Pick<Reading, "own" | "dates" | "actions">,
  today: string,
): DepartureWindow | null {
  const moves = actions.kinds.join() === "reschedule_leg";
  const folded = fold(own);
  let from: string | null = null;
  let until: string | null = null;
  const days: NamedDate[] = [];
  dates.forEach((named, index) => {
    const clause = folded.slice(dates[index - 1]?.end ?? 0, named.start);
    const before = folded.slice(0, named.start);
    const leaves = LEAVES.test(clause);
    // Of a span that began already only its end says something, and that is a deadline.
    if (named.date < today || (named.period && (named.from ?? today) <= today && !leaves)) return;
    const first = named.from ?? named.date;
    const last = named.period && named.from !== null && named.from > today ? moved(named.from, 6) : named.date;
    const isMovedTo = moves && TO.test(before);
    if (!leaves && !isMovedTo && isArrival(clause, folded.slice(named.end))) return;
    if (isMovedTo) [from, until] = [first, last];
    else if (NOT_BEFORE.test(before)) from ??= first;
    else if (AFTER.test(before)) from ??= moved(last, 1);
    else if (BEFORE.test(before)) {
      if (!leaves && !moves) return;
      until = /\b(?:before|prior to|earlier than|vor|avant|antes|voor)\b/.test(clause) ? moved(first, -1) : last;
    } else if (!leaves && !moves && !named.period && FOR.test(before)) return;
    else if (!leaves && !moves && from !== null) return;
    else [from, until] = [from ?? first, last];
    days.push(named);
  });
  return days.length > 0 ? { from, until, days } : null;
}
