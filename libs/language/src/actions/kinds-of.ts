import { CUSTOMS } from "./customs-words.ts";
import type { ObjectClass } from "./objects-table.ts";
import type { VerbClass } from "./verbs-table.ts";

/** What one clause holds beside its deeds. */
export interface ClauseParts {
  objects: readonly ObjectClass[];
  words: string;
  verbs: readonly VerbClass[];
  /** An amount stands in it, beside keys and dates. */
  amount: boolean;
  /** A day stands in it. */
  day: boolean;
  /** The key of an item or a lot stands in it. */
  goods: boolean;
  /** It names somebody who gets goods, with the place where they are. */
  receiver: boolean;
  /** The number of an order stands in it. */
  demand: boolean;
}

type Rule = (objects: ReadonlySet<ObjectClass>, words: string, verbs: readonly VerbClass[], clause: ClauseParts) => string[];

const LATER =
  /\b(?:next|later|earlier|following|another|nachste\w*|spatere\w*|prochain\w*|suivant\w*|proximo|siguiente|volgende|latere)\b.*\b(?:flight|sailing|vessel|ship|truck|departure|service|schiff|flug|abfahrt|lkw|vol|navire|depart|bateau|vuelo|barco|buque|salida|vlucht|afvaart|boot|schip)\b/;
const CUSTOMER =
  /\b(?:so-\w+|ord-\w+|customer|client|kunde\w*|kunden|cliente|klant|consignee|cip|cif|cpt|dap|ddp|dpu|fca|fob|cfr|fas|exw|by (?:sea|air|road|rail)|per (?:see|luft|schiff|lkw|flugzeug|boot|vliegtuig|zee)\w*|par (?:mer|avion|route|bateau)|por (?:mar|avion|carretera|barco|via \w+)|order)\b/;
const DELIVERED = /^\s*(?:and |und |et |y |en |please |pls |bitte )?(?:deliver|liefer\w*|ausliefern|livre[rz]|entreg\w*|lever\w*)\b/;
const SHIPMENT_KEY = /\bshp-?\s?\d+\b/;
const SHIPMENT_LINES =
  /\b(?:lines?|quantity|qty|menge|quantite|cantidad|aantal|hoeveelheid|instead of \d+|statt \d+|au lieu de \d+|en vez de \d+|in plaats van \d+|wants? \d+|now \d+)\b/;
/** "Register SHP-… with customs" is about its papers. */
const AT_CUSTOMS = new RegExp(`\\b${CUSTOMS}`);
const FITS = /\b(?:adjust\w*|ajust\w*|anpass\w*|angepasst|aanpassen|aangepast)\b/;
/** A draft is changed, a lodged declaration is amended: the records tell which. */
const PAPERS = ["draft_declaration", "amend_declaration"];
const BLOCKS = /\b(?:block|blockier\w*|sperr\w*|bloqu\w+|blokke\w+)\b/;
/** "Block 10 VLV-050 for SO-1" keeps them for that order; what is wrong with goods that are held has no order. */
const keepsForOrder = (objects: ReadonlySet<ObjectClass>, words: string, { amount, goods, demand }: ClauseParts): boolean =>
  amount && goods && demand && BLOCKS.test(words) && !objects.has("shipment") && !objects.has("lot");
const RULES: Record<VerbClass, Rule> = {
  move: (objects, words, verbs, { amount, day, goods }) => {
    if (verbs.includes("quarantine") || verbs.includes("reschedule") || verbs.includes("reroute")) return [];
    if (LATER.test(words)) return ["reschedule_leg"];
    // "Move SHP-… to Friday" is about its departure.
    if (SHIPMENT_KEY.test(words) && !amount && !goods) return day ? ["reschedule_leg"] : ["reroute_shipment"];
    return objects.has("declaration") && !amount ? [] : ["transfer_stock"];
  },
  ship: (objects, words, verbs, { amount, goods, day, receiver }) => {
    // "send it to customs" is about papers, "ship SHP-…" about what is booked already.
    if (objects.has("declaration") && !amount) return verbs.includes("lodge") ? [] : ["lodge_declaration"];
    if (SHIPMENT_KEY.test(words) && !amount && !goods) return [];
    if (verbs.includes("reroute") || verbs.includes("reschedule")) return [];
    // "…, deliver by 20 Dec" says when.
    if (!amount && !goods && day && DELIVERED.test(words)) return [];
    return receiver || CUSTOMER.test(words) ? ["book_shipment"] : ["transfer_stock", "book_shipment"];
  },
  // "Book them out", "boek … af" and "… om": the particle makes it another deed.
  book: (objects, words, verbs, { amount, goods }) => {
    if (objects.has("declaration") || verbs.includes("adjust") || verbs.includes("reschedule")) return [];
    // "Book 10 … from A to B" without anybody who gets them may be a move between our own places.
    const mayBeMove = amount && goods && objects.size === 0 && !CUSTOMER.test(words);
    return mayBeMove ? ["transfer_stock", "book_shipment"] : ["book_shipment"];
  },
  // "Houd SHP-… vast" holds a shipment; goods are held back by their amount.
  reserve: (objects, words, verbs, { amount, goods }) =>
    (SHIPMENT_KEY.test(words) && verbs.includes("hold") && !amount && !goods) ||
    verbs.includes("release") ||
    verbs.includes("cancel") ||
    (verbs.includes("book") && objects.has("shipment"))
      ? []
      : ["reserve_stock"],
  release: (objects, _words, verbs) => {
    if (objects.has("reservation")) return ["release_reservation"];
    if (objects.has("screening") && !objects.has("hold") && !objects.has("shipment")) return ["resolve_screening"];
    if (objects.has("hold") || objects.has("shipment")) return ["release_hold"];
    if (objects.has("lot") || verbs.includes("quarantine")) return ["set_stock_status"];
    return [];
  },
  cancel: (objects) => {
    if (objects.has("reservation")) return ["release_reservation"];
    if (objects.has("declaration") && !objects.has("shipment")) return ["invalidate_declaration"];
    if (objects.has("shipment")) return ["cancel_shipment", ...(objects.has("declaration") ? ["invalidate_declaration"] : [])];
    return [];
  },
  hold: (objects, words, verbs, clause) => {
    if (keepsForOrder(objects, words, clause)) return ["reserve_stock"];
    const { goods } = clause;
    if (verbs.includes("quarantine") && !objects.has("shipment")) return ["set_stock_status"];
    if (verbs.includes("release") || objects.has("reservation")) return [];
    if (!objects.has("shipment") && (objects.has("lot") || goods)) return ["set_stock_status"];
    return ["place_hold"];
  },
  leave: () => [],
  draft: (objects) => (objects.has("declaration") ? ["draft_declaration"] : []),
  fix: (objects) => (objects.has("declaration") ? ["draft_declaration", "amend_declaration"] : []),
  lodge: (objects, words) =>
    /\b(?:evidence|proof|\w*nachweis|preuve|prueba|bewijs|uitvoerbewijs)\b/.test(words)
      ? []
      : objects.has("declaration") || objects.size === 0 || (objects.has("shipment") && AT_CUSTOMS.test(words))
        ? ["lodge_declaration"]
        : [],
  change: (objects, words, verbs, { amount, day }) => {
    if (verbs.includes("reschedule") || verbs.includes("quarantine") || verbs.includes("adjust")) return [];
    const kinds: string[] = [];
    if (objects.has("shipment") && (SHIPMENT_LINES.test(words) || amount)) kinds.push("change_lines");
    else if (objects.has("shipment") && day) kinds.push("reschedule_leg");
    if (objects.has("declaration") || objects.has("consignee")) kinds.push("draft_declaration", "amend_declaration");
    if (objects.has("route")) kinds.push("reroute_shipment");
    return kinds;
  },
  // "Pide un recuento" asks for a count.
  reorder: (objects, _words, verbs) => (objects.has("reservation") || verbs.includes("count") ? [] : ["create_reorder"]),
  // "Adjust SHP-… to 30" is about what it carries; units that were lost on it are gone from the stock.
  adjust: (objects, words, verbs, { amount }) => {
    const ofLines = objects.has("shipment") && !objects.has("stock") && !objects.has("lot") && amount && FITS.test(words);
    if (ofLines) return ["change_lines", ...(objects.has("declaration") ? PAPERS : [])];
    // "SHP-… carries 96, correct it" is about papers as well.
    const ofPapers = objects.has("declaration") || (objects.has("shipment") && verbs.includes("fix"));
    return ofPapers ? [] : ["adjust_stock"];
  },
  // "Sperre HLD-… aufheben" names the hold that shall go.
  quarantine: (objects, words, verbs, clause) =>
    keepsForOrder(objects, words, clause)
      ? ["reserve_stock"]
      : objects.has("shipment") || (objects.has("hold") && verbs.includes("release") && !objects.has("lot"))
        ? []
        : ["set_stock_status"],
  count: () => ["request_cycle_count"],
  reschedule: (objects, words) => (objects.has("shipment") || LATER.test(words) || objects.size === 0 ? ["reschedule_leg"] : []),
  reroute: () => ["reroute_shipment"],
  invalidate: (objects) => (objects.has("shipment") && !objects.has("declaration") ? ["cancel_shipment"] : ["invalidate_declaration"]),
  evidence: () => ["file_exit_evidence"],
  resolve: (objects) => (objects.has("screening") ? ["resolve_screening"] : []),
  approve: () => [],
  receive: () => [],
};

/** The effects that a deed in a clause may mean. Several: a model or the systems of record must choose. */
export function kindsOf(verb: VerbClass, clause: ClauseParts): string[] {
  return RULES[verb](new Set(clause.objects), clause.words, clause.verbs, clause);
}
