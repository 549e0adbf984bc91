import type { ObjectClass } from "./objects-table.ts";
import type { VerbClass } from "./verbs-table.ts";

type Rule = (objects: ReadonlySet<ObjectClass>, words: string, verbs: readonly VerbClass[]) => string[];

const AMOUNT = /\b\d+(?:[.,]\d+)?\b/;
const LATER =
  /\b(?:next|later|earlier|following|another|nachste\w*|spatere\w*|prochain\w*|suivant\w*|proximo|siguiente|volgende|latere)\b.*\b(?:flight|sailing|vessel|ship|truck|departure|service|schiff|flug|abfahrt|lkw|vol|navire|depart|bateau|vuelo|barco|buque|salida|vlucht|afvaart|boot|schip)\b/;
const CUSTOMER =
  /\b(?:so-\w+|ord-\w+|customer|client|kunde\w*|kunden|cliente|klant|consignee|cip|cif|cpt|dap|ddp|dpu|fca|fob|cfr|fas|exw|by (?:sea|air|road|rail)|per (?:see|luft|schiff|lkw|flugzeug|boot|vliegtuig|zee)\w*|par (?:mer|avion|route|bateau)|por (?:mar|avion|carretera|barco|via \w+)|order)\b/;
const SHIPMENT_LINES =
  /\b(?:lines?|quantity|qty|menge|quantite|cantidad|aantal|hoeveelheid|instead of \d|statt \d|au lieu de \d|en vez de \d|in plaats van \d|wants? \d|now \d)\b/;
const _MISMATCH = /\b(?:says?|declared|shows?|sagt|steht|deklariert|dit|indique|declare|dice|pone|declara|zegt|vermeldt|staat)\b/;

const RULES: Record<VerbClass, Rule> = {
  move: (objects, words, verbs) => {
    if (verbs.includes("quarantine")) return [];
    if (LATER.test(words)) return ["reschedule_leg"];
    return objects.has("declaration") && !AMOUNT.test(words) ? [] : ["transfer_stock"];
  },
  ship: (objects, words, verbs) => {
    // "send it to customs" is about papers, "ship SHP-…" about what is booked already.
    if (objects.has("declaration") && !AMOUNT.test(words)) return verbs.includes("lodge") ? [] : ["lodge_declaration"];
    if (verbs.includes("reroute") || verbs.includes("reschedule")) return [];
    return CUSTOMER.test(words) ? ["book_shipment"] : ["transfer_stock", "book_shipment"];
  },
  book: (objects) => (objects.has("declaration") ? [] : ["book_shipment"]),
  reserve: (objects, _words, verbs) =>
    verbs.includes("release") || verbs.includes("cancel") || (verbs.includes("book") && objects.has("shipment")) ? [] : ["reserve_stock"],
  release: (objects) => {
    if (objects.has("reservation")) return ["release_reservation"];
    if (objects.has("hold") || objects.has("shipment")) return ["release_hold"];
    if (objects.has("lot")) return ["set_stock_status"];
    return [];
  },
  cancel: (objects) => {
    if (objects.has("reservation")) return ["release_reservation"];
    if (objects.has("declaration") && !objects.has("shipment")) return ["invalidate_declaration"];
    if (objects.has("shipment")) return ["cancel_shipment", ...(objects.has("declaration") ? ["invalidate_declaration"] : [])];
    return [];
  },
  hold: (objects, _words, verbs) => {
    if (verbs.includes("quarantine") && !objects.has("shipment")) return ["set_stock_status"];
    if (verbs.includes("release") || objects.has("reservation")) return [];
    return ["place_hold"];
  },
  leave: () => [],
  draft: (objects) => (objects.has("declaration") ? ["draft_declaration"] : []),
  fix: (objects) => (objects.has("declaration") ? ["draft_declaration", "amend_declaration"] : []),
  lodge: (objects, words) =>
    /\bevidence|nachweis|preuve|prueba|bewijs\b/.test(words)
      ? []
      : objects.has("declaration") || objects.size === 0
        ? ["lodge_declaration"]
        : [],
  change: (objects, words) => {
    const kinds: string[] = [];
    if (objects.has("shipment") && (SHIPMENT_LINES.test(words) || AMOUNT.test(words))) kinds.push("change_lines");
    if (objects.has("declaration") || objects.has("consignee")) kinds.push("draft_declaration", "amend_declaration");
    if (objects.has("route")) kinds.push("reroute_shipment");
    return kinds;
  },
  reorder: (objects) => (objects.has("reservation") ? [] : ["create_reorder"]),
  adjust: (objects) => (objects.has("declaration") ? [] : ["adjust_stock"]),
  quarantine: (objects) => (objects.has("shipment") ? [] : ["set_stock_status"]),
  count: () => ["request_cycle_count"],
  reschedule: (objects, words) => (objects.has("shipment") || LATER.test(words) || objects.size === 0 ? ["reschedule_leg"] : []),
  reroute: () => ["reroute_shipment"],
  invalidate: (objects) => (objects.has("shipment") && !objects.has("declaration") ? ["cancel_shipment"] : ["invalidate_declaration"]),
  evidence: () => ["file_exit_evidence"],
  resolve: () => ["resolve_screening"],
  approve: () => [],
  receive: () => [],
};

/** The effects that a deed on these objects may mean. Several: a model or the systems of record must choose. */
export function kindsOf(verb: VerbClass, objects: readonly ObjectClass[], words: string, verbs: readonly VerbClass[]): string[] {
  return RULES[verb](new Set(objects), words, verbs);
}
