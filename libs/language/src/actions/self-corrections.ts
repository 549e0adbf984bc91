import type { Language } from "@quartermaster/shared/contracts";
import { unitCodes } from "../figures/units-table.ts";
import { namesGoods } from "../names/goods-words.ts";
import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import { words } from "../text/words.ts";
import { AND } from "./clauses.ts";
import { type CorrectionMark, correctionMarks, filled, mayLeaveOut, meantValues } from "./correction-marks.ts";
import type { ReadClause } from "./read-actions.ts";

/** Something that a text says and may put right: an amount, a key of a kind, a place in a part. */
export interface SaidValue extends Span {
  kind: string;
}

/** What a text takes back in the breath that said it. */
export interface SelfCorrections<T extends SaidValue> {
  withdrawn: ReadonlySet<T>;
  /** Each value that came in the place of another, with that one. */
  insteadOf: ReadonlyMap<T, T>;
  /** Words that put something right, but do not tell what. */
  unclear: string | null;
}

/** Words that add nothing between a mark and what comes in the place of the other: prepositions, articles, nouns of what keys name. */
const LIGHT = new Set(
  (
    "to from for in at into the of on only just nur seulement solo alleen slechts better besser mejor beter is it its that instead " +
    "nach von vom aus ab fur im bei der die das den dem zum zur zu an auf doch " +
    "a au aux de du des d l vers pour en dans depuis le la les el los las del al desde hacia hasta para por van naar voor te bij uit het toch maar " +
    "lot batch charge lote partij shipment order sendung auftrag bestellung expedition commande envio pedido zending bestelling " +
    "reservation reservierung reserva reservering declaration anmeldung declaracion aangifte hold sperre x each jeweils i mean meine ik bedoel " +
    "make daraus er s que sean es sera ce sont rather actually lieber vielmehr eigentlich plutot enfin finalement mas bien digo liever eigenlijk please bitte"
  ).split(" "),
);
const JOINS = /^\s*(?:,|and|und|et|y|e|en|&)\s*$/;

const isLight = (gap: string): boolean =>
  !/[;?\n]/.test(gap) &&
  words(gap).every(({ folded, text }) => LIGHT.has(folded) || unitCodes(folded).length > 0 || (namesGoods(text) && !/\d/.test(text)));

/** The part that a place plays when it plays none by its words, and every other place might be meant. */
const PLACE = "place:";
const isPlace = (kind: string) => kind.startsWith(PLACE);
const REACHED = new Set(["place:to", "place:at", "place:for"]);

/** Values right behind a mark, with nothing of weight between them. */
function runBehind<T extends SaidValue>(folded: string, mark: Span, values: readonly T[], until: number): T[] {
  const run: T[] = [];
  let at = mark.end;
  for (const value of values) {
    if (value.start < mark.end) continue;
    const last = run.at(-1);
    const gap = folded.slice(at, value.start);
    const listed = last?.kind === value.kind && JOINS.test(gap);
    const again = run.some((other) => other.kind === value.kind) && !listed;
    if (value.start >= until || again || !(listed || isLight(gap))) break;
    run.push(value);
    at = value.end;
  }
  return run;
}

/** Where the words begin that the deed of a mark stands with: what deeds before it name is not put right by it, if its own has the like. */
function deedAt(clauses: readonly ReadClause[], mark: Span): number {
  return clauses.findLast((clause) => clause.kinds.length > 0 && clause.start < mark.start)?.start ?? 0;
}

interface Found<T> {
  replaced: Map<T, T>;
  unclear: boolean;
}

/** What the values of a run stand in the place of. */
function replacedBy<T extends SaidValue>(folded: string, mark: Span, run: readonly T[], before: readonly T[], from: number): Found<T> {
  const found: Found<T> = { replaced: new Map(), unclear: false };
  const nearest = before.at(-1);
  for (const kind of new Set(run.map((value) => value.kind))) {
    const mine = run.filter((value) => value.kind === kind);
    const places = before.filter((value) => isPlace(value.kind));
    // "… to Hamburg, no, Gdansk": a bare place plays the part of the one it stands behind.
    const bare = kind === `${PLACE}none` && !places.some((value) => value.kind === kind);
    const parts = new Set(places.map((value) => value.kind));
    const part = bare && nearest && isPlace(nearest.kind) ? nearest.kind : bare && parts.size === 1 ? [...parts][0] : kind;
    const like = before.filter((value) => value.kind === part);
    const own = like.filter((value) => value.start >= from);
    const could = own.length > 0 ? own : like;
    const last = could.at(-1);
    if (!last) {
      if (bare ? places.length > 0 : REACHED.has(kind) && places.some((value) => REACHED.has(value.kind))) found.unclear = true;
      continue;
    }
    if (mine.length === could.length) {
      mine.forEach((value, index) => {
        found.replaced.set(value, could[index] as T);
      });
      continue;
    }
    const previous = could.at(-2);
    const listed = previous !== undefined && JOINS.test(folded.slice(previous.end, last.start));
    // "30 KX-7 and 20 KX-8, no, 25": only right behind the mark is it sure which one is meant.
    const [first] = mine;
    if (mine.length > 1 || listed || !first || !isLight(folded.slice(last.end, mark.start))) found.unclear = true;
    else found.replaced.set(first, last);
  }
  return found;
}

/** Something right behind a mark that is none of the values: a name, goods or a unit that would come in the place of another. */
function namesUnread(own: string, mark: CorrectionMark, until: number, language: Language): boolean {
  const rest = /^[^.;!?\n]*/.exec(own.slice(mark.end, until).replace(/^[\s,.;:!…–—-]+/, ""))?.[0] ?? "";
  const near = words(rest)
    .filter(({ folded }) => !LIGHT.has(folded))
    .slice(0, 3);
  const [first] = near;
  if (!first || new RegExp(`\\b(?:${AND[language]})\\b`).test(fold(rest.slice(0, first.end)))) return false;
  const isName = language !== "de" && /^\p{Lu}/u.test(first.text) && !/^I(?:$|['’])/.test(first.text);
  const isUnit = first.folded.length > 1 && unitCodes(first.folded).length > 0;
  return /^\d/.test(first.text) || isName || isUnit || near.some(({ text }) => namesGoods(text));
}

/**
 * Finds what a text puts right while it is said: "30, no, 6", "to Hamburg, sorry, to Gdansk", "SHP-1, I mean SHP-2". Of two values of one
 * kind with a mark between them the first is taken back; where nobody can tell which one is meant, nothing is guessed.
 *
 * @param others days, which are put right elsewhere
 */
export function selfCorrections<T extends SaidValue>(
  own: string,
  language: Language,
  said: readonly T[],
  clauses: readonly ReadClause[],
  others: readonly Span[],
): SelfCorrections<T> {
  const values = [...said].sort((a, b) => a.start - b.start);
  const isAmount = (value: SaidValue) => value.kind === "amount";
  const words = filled(own, values.filter(isAmount), [...values.filter((value) => !isAmount(value)), ...others]);
  const folded = fold(words);
  const withdrawn = new Set<T>();
  const insteadOf = new Map<T, T>();
  let unclear: string | null = language === "en" && mayLeaveOut(folded) && values.length > 1 ? own.trim() : null;
  const marks = [...correctionMarks(folded), ...meantValues(folded, values)].sort((a, b) => a.start - b.start);
  for (const mark of marks) {
    const until = marks.find((other) => other.start >= mark.end)?.start ?? own.length;
    const before = values.filter((value) => value.end <= mark.start && !withdrawn.has(value));
    if (before.length === 0) continue;
    const run = runBehind(folded, mark, values, until);
    const { replaced, unclear: open } = replacedBy(folded, mark, run, before, deedAt(clauses, mark));
    for (const [value, old] of replaced) {
      withdrawn.add(old);
      insteadOf.set(value, old);
    }
    const unread = mark.alone && namesUnread(words, mark, run[0]?.start ?? until, language);
    if (open || unread) unclear ??= own.slice(before.at(-1)?.start ?? 0, run.at(-1)?.end ?? until).trim();
  }
  return { withdrawn, insteadOf, unclear };
}
