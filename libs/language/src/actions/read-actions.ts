import type { Language } from "@quartermaster/shared/contracts";
import type { Span } from "../text/span.ts";
import type { Word } from "../text/words.ts";
import { type Clause, clauses } from "./clauses.ts";
import { correctTypos } from "./correct-typos.ts";
import { type ClauseParts, kindsOf } from "./kinds-of.ts";
import { nominalDeed } from "./nominal-deed.ts";
import { OBJECTS, type ObjectClass } from "./objects-table.ts";
import { opensWithReason, withoutAside, withoutReason } from "./reasons.ts";
import { swapsAmounts } from "./swaps-amounts.ts";
import { type Undoing, undoesSomething, undoingIn } from "./undoing.ts";
import { namesDeedInVain, type UnmetOrder, unmetOrder } from "./unmet-order.ts";
import { isVerblessMove } from "./verbless-move.ts";
import { VERBS, type VerbClass } from "./verbs-table.ts";
import { type Said, wordsBeside } from "./words-beside.ts";

/** What the words of a text ask for. */
export interface ReadActions {
  /** Effects with evidence, in reading order. */
  kinds: string[];
  /** The effects that one deed may mean; a choice among each set is still open. */
  alternatives: string[][];
  /** Objects named anywhere, for choosing whom to ask. */
  objects: ObjectClass[];
  /** Deeds named, whatever they turned into. */
  verbs: VerbClass[];
  /** The text wants something to leave (a hold excludes that). */
  leaving: boolean;
  /** The text asks the system to approve, or to act without approval. */
  approvalPlea: boolean;
  /** What the text orders that no effect does: it must not end as if it had been a question. */
  unmet: UnmetOrder | null;
  /** Where each clause stands and what it does with its deeds. */
  clauses: ReadClause[];
}

/** What a clause does with its deeds: it orders them, or it asks or forbids instead. */
export interface ReadClause extends Span {
  /** Effects that it asks for. */
  kinds: string[];
  /** It asks or forbids, so it orders nothing. */
  idle: boolean;
  asks: boolean;
  /** Deeds that it forbids: whatever verbs it names, and the effects that they would have been. */
  forbids: { verbs: readonly VerbClass[]; kinds: string[] } | null;
}

const OBJECT_OF_ID: Record<string, ObjectClass> = {
  shipment: "shipment",
  declaration: "declaration",
  mrn: "declaration",
  reservation: "reservation",
  hold: "hold",
  screening: "screening",
  purchase_order: "purchase",
  lot: "lot",
  licence: "licence",
  transfer: "transfer",
};

/** "Hold it until the truck leaves" does not ask for leaving. */
const UNTIL = /\b(?:until|till|before|unless|bevor|bis|ehe|avant|jusqu|antes|hasta|voordat|totdat|not|nicht|pas|niet)\b/;

interface Part extends ClauseParts {
  clause: Clause;
  undoing: Undoing | null;
  /** It undoes without saying what. */
  undoesBare: boolean;
  /** It wants an approval given or left out. */
  pleads: boolean;
  /** A deed stands in a reason that nothing parts from what may be the order. */
  inReason: boolean;
}

const found = <K>(text: string, table: ReadonlyMap<K, RegExp>): K[] =>
  [...table].filter(([, pattern]) => text.search(pattern) >= 0).map(([name]) => name);

/** The first place of a pattern in a text, for reading order. */
const placeOf = (text: string, verb: VerbClass) => text.search(VERBS.get(verb) ?? /$^/);

/** "Because the customer withdrew cancel SHP-2": no comma tells where the reason ends, so the deed in it may be an order. */
function mayOrderInReason(clause: Clause, next: Clause | undefined): boolean {
  if (!opensWithReason(clause.folded) || next?.joined === "comma") return false;
  return /\d/.test(clause.folded) && [...VERBS].some(([verb, pattern]) => verb !== "leave" && clause.folded.search(pattern) >= 0);
}

function readPart(clause: Clause, findings: Said, beside: readonly Word[], next: Clause | undefined): Part {
  const said = withoutReason(clause.folded);
  const ordered = withoutAside(said);
  const words = correctTypos(ordered);
  const within = (span: Span) => span.start >= clause.start && span.end <= clause.start + ordered.length;
  const inside = findings.ids.filter(within);
  const named = inside.flatMap((id) => OBJECT_OF_ID[id.kind] ?? []);
  const undoing = undoingIn(ordered) ?? undoingIn(words);
  const undoesBare = undoing === null && undoesSomething(ordered);
  const amounts = findings.quantities.filter(within).map(({ start, end }) => ({ start: start - clause.start, end: end - clause.start }));
  const swaps: VerbClass[] = named.includes("shipment") && swapsAmounts(ordered, amounts) ? ["change"] : [];
  const objects = [...new Set([...named, ...(undoing ? [undoing.object] : []), ...found(words, OBJECTS)])];
  const goods = inside.some((id) => id.kind === "sku" || id.kind === "lot" || id.kind === "code");
  const more = beside.filter(within).map(({ folded }) => folded);
  const nouns = nominalDeed(ordered, { objects, amount: amounts.length > 0, goods, more });
  const read = [...new Set([...found(words, VERBS), ...swaps, ...nouns])].sort((a, b) => placeOf(words, a) - placeOf(words, b));
  return {
    clause,
    undoing,
    undoesBare,
    inReason: mayOrderInReason(clause, next),
    words,
    verbs: undoing ? [undoing.verb] : undoesBare ? [] : read,
    pleads: found(said, VERBS).includes("approve"),
    objects,
    amount: amounts.length > 0,
    day: findings.dates.some(within),
    receiver: findings.receivers.some(within),
    goods,
    demand: inside.some((id) => id.kind === "demand"),
  };
}

/** The inverse of the deed and nothing else; a hold on goods is a state of the stock. */
function undone(part: Part, { object, kind }: Undoing): string[] {
  const ofGoods = object === "hold" && !part.objects.includes("shipment") && (part.goods || part.objects.includes("lot"));
  return kind === null ? [] : [ofGoods ? "set_stock_status" : kind];
}

/** "It" is what the clause names, else what the clause before named, else anything named so far. */
function meaning(verb: VerbClass, part: Part, known: readonly ObjectClass[], soFar: ReadonlySet<ObjectClass>): string[] {
  if (part.undoing) return undone(part, part.undoing);
  const own = kindsOf(verb, part.objects.length > 0 ? part : { ...part, objects: known });
  return own.length > 0 || part.objects.length > 0 ? own : kindsOf(verb, { ...part, objects: [...soFar] });
}

/** Which parts forbid: those that say so, and what stands in a row with a forbidden deed ("do not ship or reserve …"). */
function forbidden(parts: readonly Part[]): boolean[] {
  let before: { forbids: boolean; bare: boolean } = { forbids: false, bare: false };
  return parts.map((part) => {
    const { negated, joined } = part.clause;
    // After a comma only a deed that still lacks its object goes on: "do not ship, reserve or book SHP-1", not "do not ship SHP-1, hold it".
    const goesOn = joined === "row" || (joined === "comma" && before.bare);
    const forbids = negated || (before.forbids && goesOn);
    const bare = part.objects.length === 0 && !part.goods && !part.amount;
    before = { forbids: forbids && (part.verbs.length > 0 || before.forbids), bare };
    return forbids;
  });
}

/** Reads deeds and what they are done to, clause by clause; a clause without an object takes the one before ("fix it and lodge"). */
export function readActions(text: string, language: Language, findings: Said): ReadActions {
  const beside = wordsBeside(text, findings);
  const parts = clauses(text, language).map((clause, index, all) => readPart(clause, findings, beside, all[index + 1]));
  const denied = forbidden(parts);
  const kinds: string[] = [];
  const alternatives: string[][] = [];
  let known: readonly ObjectClass[] = [];
  const soFar = new Set<ObjectClass>();
  let leaving = false;
  let approvalPlea = false;
  let unmet: UnmetOrder | null = null;
  let inVain = false;
  const asked: ReadActions["clauses"] = [];
  for (const [index, part] of parts.entries()) {
    const own: string[] = [];
    const idle = part.clause.asking || denied[index] === true;
    if (!part.clause.asking && (part.pleads || part.verbs.includes("approve"))) approvalPlea = true;
    if (!part.clause.asking && part.inReason) unmet ??= "reason_unclear";
    if (!idle) {
      unmet ??= unmetOrder(part);
      // A departure that is put off is no wish to leave.
      if (part.verbs.includes("leave") && !part.verbs.includes("reschedule") && !UNTIL.test(part.words)) leaving = true;
      for (const meant of part.verbs.map((verb) => meaning(verb, part, known, soFar))) {
        own.push(...meant);
        if (meant.length > 1) alternatives.push(meant);
      }
    }
    kinds.push(...own.filter((kind, index) => !kinds.includes(kind) && own.indexOf(kind) === index));
    if (!idle && own.length === 0 && namesDeedInVain(part)) inVain = true;
    const forbids =
      denied[index] === true && !part.clause.asking
        ? { verbs: part.verbs, kinds: [...new Set(part.verbs.flatMap((verb) => meaning(verb, part, known, soFar)))] }
        : null;
    const span = { start: part.clause.start, end: part.clause.start + part.clause.folded.length };
    asked.push({ ...span, kinds: own, idle, asks: part.clause.asking, forbids });
    if (part.objects.length > 0) known = part.objects;
    for (const object of part.objects) soFar.add(object);
  }
  const verbs = [...new Set(parts.filter((part, index) => !part.clause.asking && denied[index] !== true).flatMap((part) => part.verbs))];
  if (isVerblessMove(text, findings, { kinds, verbs, unmet, clauses: asked })) {
    kinds.push("transfer_stock");
    for (const clause of asked) clause.kinds = clause === asked[0] ? ["transfer_stock"] : [];
  }
  return {
    kinds,
    alternatives,
    objects: [...new Set(parts.flatMap((part) => part.objects))],
    verbs,
    leaving,
    approvalPlea,
    unmet: unmet ?? (inVain && kinds.length === 0 ? "deed_unclear" : null),
    clauses: asked,
  };
}
