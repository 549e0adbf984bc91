import type { ObjectClass } from "./objects-table.ts";
import type { VerbClass } from "./verbs-table.ts";

/** Deeds as nouns. What they may be done to is in the words beside them, or they are a topic and no order. */
const NOUNS: [VerbClass, string][] = [
  ["reserve", "reservierung|reservation|reserva|reservering|earmarking"],
  [
    "move",
    "umlagerung|verlagerung|umbuchung|(?:(?:stock|inventory|internal) )?transfer|relocation|transfert|deplacement|traslado|transferencia|verplaatsing|overplaatsing|overbrenging",
  ],
  ["reorder", "nachbestellung|replenishment|reapprovisionnement|reassort|reabastecimiento|reposicion|nabestelling|bijbestelling"],
  ["cancel", "stornierung|storno|cancellation|annulation|anulacion|cancelacion|annulering"],
  ["count", "(?:nach)?zahlung|bestandsaufnahme|recount|stock ?take|comptage|recomptage|recuento|hertelling|telling"],
];
/** What may stand before such a noun at the head of an order. */
const MANNERS =
  "(?:(?:hi|hello|hallo|bonjour|hola|ok|and|und|et|y|en|then|dann|puis|luego|dan|also|now|urgent|urgently|dringend|urgente|spoed|please|pls|kindly|bitte|svp|s'il vous plait|merci de|por favor|porfa|graag|aub|new|neue|nouvelle|nueva|nieuwe)[\\s,:]+)*";
const ARTICLE = "(?:(?:the|an?|die|eine|une|la|el|un|le|de|een) |l')?";
/** Verbs that make an order of the noun behind them. */
const ARRANGES =
  "(?:arrange(?: for)?|organi[sz]e|set up|initiate|carry out|veranlasse?n?(?: sie)?|veranlasst|organisiere?n?(?: sie)?|proceder a|procedez a|effectue[rz]|organise[rz]|lance[rz]|prevoyez|gestion[ae]\\w*|organi[cz][ae]\\w*|tramit[ae]\\w*|realic?z?[ae]\\w*|regel|regelt|organiseer)";
/** German and Dutch put that verb last. */
const ARRANGED = "(?:veranlassen|vornehmen|durchfuhren|einrichten|regelen|uitvoeren|doorvoeren|inplannen)";

const AT_HEAD = new Map(NOUNS.map(([verb, nouns]) => [verb, new RegExp(`^\\s*${MANNERS}${ARTICLE}(?:${nouns})\\b`)]));
const ARRANGED_FOR = new Map(
  NOUNS.map(([verb, nouns]) => [
    verb,
    new RegExp(`\\b${ARRANGES} (?:bitte |please |svp |por favor )?${ARTICLE}(?:${nouns})\\b|\\b(?:${nouns})\\b[^.;!?]*\\b${ARRANGED}\\b`),
  ]),
);
/** Every word of the nouns and of what may stand before them. */
const OWN = new RegExp(
  `^(?:stock|inventory|internal|take|new|neue|nouvelle|nueva|nieuwe|hi|hello|hallo|bonjour|hola|ok|then|dann|puis|luego|dan|also|now|${NOUNS.map(([, nouns]) => nouns).join("|")})$`,
);
/** One cheap look before ten patterns. */
const ANY = new RegExp(NOUNS.map(([, nouns]) => nouns).join("|"));

/** What a clause tells beside its words. */
interface Named {
  objects: readonly ObjectClass[];
  amount: boolean;
  goods: boolean;
  /** Words that are none of its goods, amounts, places, days and keys, nor such as any order holds. */
  more: readonly string[];
}

/** What the deed needs beside its noun: goods with an amount, a record, or what is counted. */
function hasObject(verb: VerbClass, { objects, amount, goods }: Named): boolean {
  if (verb === "cancel") return objects.includes("shipment") || objects.includes("declaration");
  if (verb === "count") return goods && !amount;
  return amount && goods;
}

/**
 * The deed that a noun orders: "Reservierung 20 VLV-080, SO-1", "please arrange the transfer of 20 …". A noun in a sentence that says
 * more ("the reservation of 20 VLV-080 has run out") is what it is about.
 */
export function nominalDeed(words: string, named: Named): VerbClass[] {
  if (!ANY.test(words)) return [];
  const bare = named.more.every((word) => OWN.test(word));
  return NOUNS.map(([verb]) => verb).filter(
    (verb) => hasObject(verb, named) && (ARRANGED_FOR.get(verb)?.test(words) || (bare && AT_HEAD.get(verb)?.test(words))),
  );
}
