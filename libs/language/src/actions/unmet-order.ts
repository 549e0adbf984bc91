import type { ObjectClass } from "./objects-table.ts";
import type { Undoing } from "./undoing.ts";
import type { VerbClass } from "./verbs-table.ts";

/** An order that no effect carries out, by what it is about. */
export type UnmetOrder = "undo_transfer" | "undo_unclear" | "reason_unclear" | "change_stock_policy" | "change_goods" | "deed_unclear";

/** What of a clause tells such an order. */
interface OrderedClause {
  words: string;
  undoing: Undoing | null;
  /** It undoes without saying what. */
  undoesBare: boolean;
  verbs: readonly VerbClass[];
  amount: boolean;
  goods: boolean;
  objects: readonly ObjectClass[];
}

/** Deeds whose verbs mean nothing else; others ("prepare a list", "update me") are as often words of a question. */
const DEEDS: ReadonlySet<VerbClass> = new Set(["release", "cancel", "lodge", "reserve", "reroute", "reschedule", "invalidate", "adjust"]);
/** Openings that ask to be shown something, whatever deed they name behind it. */
const LOOKS =
  /^\s*(?:please |bitte |and |und |et |y |en )*(?:show|list|tell|display|give me|check|look|find|see|i (?:want|need) to (?:know|see)|zeig\w*|liste|nenne?|sag\w*|gib mir|pruf\w*|schau\w*|such\w*|montre\w*|liste\w*|affiche\w*|dis|dites|donne\w*|verifie\w*|cherche\w*|muestra\w*|muestre\w*|lista|dime|digame|dame|comprueba|verifica|busca\w*|toon|geef me|laat .*\bzien|vertel|zeg|noem|controleer|kijk|zoek)\b/;
/** What a deed is done to that has a position or a state of its own. */
const ACTED_ON: ReadonlySet<ObjectClass> = new Set(["shipment", "hold", "reservation", "declaration", "lot"]);

const POLICY =
  "(?:safety stocks?|minimum stock|reorder (?:point|level)|(?:max|maximum|min|minimum) (?:stock )?level|sicherheitsbestand\\w*|mindestbestand\\w*|meldebestand\\w*|hochstbestand\\w*|" +
  "stock de securite|stock minimum|seuil de (?:commande|reapprovisionnement)|stock de seguridad|stock minimo|existencias de seguridad|punto de pedido|veiligheidsvoorra\\w+|minimumvoorra\\w+|bestelpunt)";
const SETS =
  "increase|decrease|raise|lower|reduce|set|change|adjust|update|cut|bump|modify|double|halve|" +
  "erhoh\\w*|senk\\w*|setze?n?|ander\\w*|reduzier\\w*|verringer\\w*|heb\\w*|passe?n?|" +
  "augmente[zr]?|diminue[zr]?|reduise?z?|reduire|change[zr]?|modifie[zr]?|fixe[zr]?|mettez|mettre|portez|porter|passe[zr]|releve[zr]|baisse[zr]|" +
  "aument[ae]\\w*|reduc\\w+|reduzca\\w*|cambi[ae]\\w*|modifi[cq]\\w+|sub[ae]\\w*|baj[ae]\\w*|pon|ponga\\w*|fij[ae]\\w*|ajust[ae]\\w*|" +
  "verhoog|verhogen|verlaag|verlagen|wijzig\\w*|verander\\w*|zet|zetten|stel|pas|breng";
/** "Raise it to the safety stock" fills up the shelf; only what stands right behind the verb is changed. */
const BETWEEN = "(?:(?!(?:to|up|auf|zum|bis|au|a|al|hasta|jusqu\\S*|naar|tot|until|above|over|uber|below|unter)\\b)\\S+ ){0,4}?";
const CHANGES = new RegExp(
  `\\b(?:${SETS}) ${BETWEEN}${POLICY}\\b|\\b(?<!(?:zum|auf den|bis zum|unter) )${POLICY}\\b[^;!?]*\\b(?:erhohen|senken|setzen|andern|anheben|reduzieren|verhogen|verlagen|wijzigen|zetten)\\b`,
);

/** True of folded words that open with asking to be shown something. */
export const looksSomethingUp = (folded: string): boolean => LOOKS.test(folded);

/** What a clause orders that nobody here can do; null when it orders no such thing. */
export function unmetOrder({ words, undoing, undoesBare, verbs, amount, goods }: OrderedClause): UnmetOrder | null {
  if (undoing?.kind === null) return "undo_transfer";
  if (undoesBare) return "undo_unclear";
  if (CHANGES.test(words)) return "change_stock_policy";
  // "Increase VLV-050 in Hamburg to 200" may be a count, a purchase or a move: who reads the kinds knows whether anything came of it.
  return goods && amount && (verbs.includes("change") || verbs.includes("cancel")) ? "change_goods" : null;
}

/**
 * True when a clause names a deed that came to no effect: it is said to be not understood, rather than answered with a look-up. What is
 * free or released may be asked for without a question mark ("free stock in Hamburg").
 */
export function namesDeedInVain({ words, verbs, objects }: Pick<OrderedClause, "words" | "verbs" | "objects">): boolean {
  return verbs.some((verb) => DEEDS.has(verb)) && !LOOKS.test(words) && objects.every((object) => ACTED_ON.has(object));
}
