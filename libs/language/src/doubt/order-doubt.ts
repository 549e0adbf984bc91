import { VERBS } from "../actions/verbs-table.ts";
import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { blank } from "../text/span.ts";
import { reverses } from "./reverses.ts";
import { tellsOfDeed } from "./tells-of-deed.ts";

/** Why words that name a deed may order nothing. */
export type OrderDoubt = "told" | "taken_back" | "bare";

const PRONOUN =
  /\b(?:it|them|those|these|this|that one|this one|both|all|es|sie|ihn|die|den|das|diese\w*|alle|beide|le|la|les|ca|cela|celui|celle|tous|tout|lo|los|las|eso|esos|esto|todos?|het|hem|ze|deze|dit|alles|allemaal)\b|-(?:le|la|les)\b|\w{3,}(?:lo|la|los|las)\b/;

/** "Stop worrying about it" holds nothing. */
const ING = /^[\s,]*(?:stop|keep) \w+ing\b/;

/** Words of manners that stand before an order without making it anything else. */
const MANNERS =
  /\b(?:hi|hello|hey|hallo|bonjour|hola|dear|team|all|ok|okay|so|and|then|also|now|please|pls|kindly|bitte|jetzt|dann|und|svp|merci de|alors|et|puis|por favor|ahora|y|luego|aub|graag|nu|dan|en|urgent|urgently|asap|today|heute|aujourd'hui|hoy|vandaag|to)\b/g;

/** Clauses that only say when something comes: "before you reserve 20, tell me". */
const FIRST_ELSE = /^[\s,]*(?:before|bevor|ehe|avant (?:de|d'|que|qu')|antes de|voordat|alvorens)(?= (?!\d)\p{L})/u;

/** Effects after which less goes on than before. */
const ENDS: ReadonlySet<string> = new Set(["cancel_shipment", "release_reservation", "invalidate_declaration", "place_hold"]);

/** Words that report whom somebody else asked for a deed, in the sentence that names it. */
const REPORTED = /\b(?:gebeten|beauftragt|angewiesen|gevraagd|opgedragen)\b[^.;!?]*\b(?:zu|te)\b/;

/** A text to be written, in which the deed only stands. */
const TEXT_TO_WRITE =
  /\b(?:draft|write|compose|prepare|send|schreib\w*|entwirf|verfass\w*|redige\w*|ecri\w*|redacta\w*|escrib\w*|schrijf\w*) (?:\S+ ){0,2}?(?:e-?mail|mail|message|note|letter|memo|nachricht|notiz|brief|courriel|lettre|correo|mensaje|nota|carta|bericht|notitie)\b/;

/** The first place in a folded clause where a verb of a deed stands; its length for nowhere. */
function verbAt(clause: string): number {
  const places = [...VERBS.values()].map((pattern) => clause.search(pattern)).filter((at) => at >= 0);
  return Math.min(clause.length, ...places);
}

/**
 * Tells whether the words of an order may be no order, so that somebody must say that they are: they tell of a deed, they take it back in
 * the same breath, or they name a deed and nothing that it could be done to. Null for a plain order, and for words that order nothing.
 *
 * @param leans true when the words complete what an earlier turn said
 */
export function orderDoubt(reading: Reading, leans = false): OrderDoubt | null {
  const folded = fold(reading.own);
  const ordering = reading.actions.clauses.filter((clause) => clause.kinds.length > 0);
  const [first] = ordering;
  if (!first) return null;
  const back = reverses(
    folded,
    ordering.every(({ kinds }) => kinds.every((kind) => ENDS.has(kind))),
  );
  if (back > first.start) return "taken_back";
  if (REPORTED.test(folded) || TEXT_TO_WRITE.test(folded)) return "told";
  const plain = blank(folded, [...reading.ids, ...reading.dates, ...reading.quantities, ...reading.places]);
  for (const { start, end } of ordering) {
    const clause = folded.slice(start, end);
    const at = verbAt(clause);
    const head = plain.slice(start, start + at);
    if (FIRST_ELSE.test(clause) || tellsOfDeed(head, clause, reading.language)) return "told";
    const isPast = reading.past.some((day) => day.start >= start && day.end <= end);
    if (isPast && head.replace(MANNERS, " ").trim() !== "") return "told";
  }
  const isBare =
    reading.ids.length + reading.quantities.length + reading.actions.objects.length === 0 && (!PRONOUN.test(folded) || ING.test(folded));
  return leans && isBare ? "bare" : null;
}
