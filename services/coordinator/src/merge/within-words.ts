import type { Intent, JsonObject, JsonValue, Proposal } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals } from "./decimal.ts";
import { objectsOf, textOf } from "./fields.ts";
import { strayAmount } from "./said-amounts.ts";
import { strayDeparture } from "./said-departure.ts";
import { linesIn, strayPlace } from "./said-places.ts";
import { isNamedByWords } from "./said-with.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Arguments that name a record or goods, with the kinds of things in the user's words that may stand there. */
const NAMED_BY: Record<string, readonly string[]> = {
  sku: ["sku", "code"],
  skus: ["sku", "code"],
  lot: ["lot", "code"],
  shipmentId: ["shipment"],
  declarationId: ["declaration", "mrn", "lrn", "itn"],
  reservationId: ["reservation"],
  holdId: ["hold"],
  screeningId: ["screening"],
  supplier: ["party"],
  consignee: ["party"],
  demandRef: ["demand", "shipment", "transfer", "purchase_order"],
  incoterm: ["incoterm"],
};
/** Days that the words must name when they name any; the last one must not be there at all when they name none. */
const DAYS = ["neededBy", "completeBy", "expiresAt"];

const idsOf = (intent: Intent, kinds: readonly string[]): string[] =>
  intent.entities.filter((entity) => kinds.includes(entity.kind)).map((entity) => entity.id.toUpperCase());

const textsOf = (value: JsonValue | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string" && !item.startsWith("@"));

/** A named thing of the right kind binds; a bare code counts for it but binds nothing, as it may be anything. */
function strayName(intent: Intent, args: JsonObject, index: SnapshotIndex, tool?: string): string | null {
  // A change names the service that it leaves; a booking only the one that it takes.
  const services = tool === "book_shipment" ? idsOf(intent, ["service"]) : [];
  const service = textOf(args, "serviceId");
  if (service !== null && services.length > 0 && !services.includes(service.toUpperCase()))
    return `serviceId ${service} was not named by the user`;
  for (const [argument, kinds] of Object.entries(NAMED_BY)) {
    const binding = idsOf(intent, kinds.slice(0, 1));
    if (binding.length === 0) continue;
    // A declaration named by a customs number is known by it, not by our key; only records could tell.
    if (argument === "declarationId" && idsOf(intent, kinds.slice(1)).length > 0) continue;
    const named = idsOf(intent, kinds);
    const stray = textsOf(args[argument]).find(
      (value) => !named.includes(value.toUpperCase()) && !(argument === "sku" && isNamedByWords(intent, value, index)),
    );
    if (stray !== undefined) return `${argument} ${stray} was not named by the user`;
  }
  return null;
}

function strayDay(intent: Intent, args: JsonObject): string | null {
  const { dates } = intent.limits;
  for (const argument of DAYS) {
    const day = textOf(args, argument)?.slice(0, 10);
    if (day === undefined || dates.includes(day)) continue;
    if (dates.length > 0 || argument === "expiresAt") return `${argument} ${day} does not occur in the request`;
  }
  return null;
}

function strayChoice(intent: Intent, proposal: Proposal): string | null {
  const { tool, args } = proposal;
  const [kind, argument] =
    tool === "set_stock_status" ? ["said_status", "status"] : tool === "place_hold" ? ["said_hold_type", "type"] : [];
  if (kind === undefined || argument === undefined) return null;
  const said = intent.entities.filter((entity) => entity.kind === kind).map((entity) => entity.id);
  const value = textOf(args, argument);
  return said.length === 0 || value === null || said.includes(value) ? null : `${argument} ${value} is not what the request says`;
}

/** Terms of trade and of papers that a proposal would change though nobody spoke of them; what the records have already changes nothing. */
export function strayTerms(intent: Intent, proposal: Proposal, index: SnapshotIndex): string | null {
  const { args } = proposal;
  const records = [
    ...proposal.evidence.flatMap(({ snapshot }) => snapshot ?? []),
    ...[
      index.find("transit", "shipment", textOf(args, "shipmentId") ?? ""),
      index.find("export", "declaration", textOf(args, "declarationId") ?? ""),
    ],
  ];
  for (const [argument, kind] of [
    ["incoterm", "incoterm"],
    ["regime", "regime"],
  ] as const) {
    const value = textOf(args, argument);
    if (value === null || idsOf(intent, [kind]).includes(value.toUpperCase())) continue;
    if (!records.some((record) => record?.fields[argument] === value)) return `${argument} ${value} does not occur in the request`;
  }
  return null;
}

/** A draft may leave amounts to the shipment, or say what it carries; another of two amounts that the words compare corrects nothing. */
function strayDraftLines(intent: Intent, proposal: Proposal, index: SnapshotIndex): string | null {
  const shipment = index.find("transit", "shipment", textOf(proposal.args, "shipmentId") ?? "")?.fields;
  if (proposal.tool !== "draft_declaration" || !shipment) return null;
  const said = (quantity: string) => intent.limits.quantities.some((limit) => compareDecimals(limit.quantity, quantity) === 0);
  for (const line of linesIn(proposal.args)) {
    const quantity = asDecimal(line.quantity);
    const carried = objectsOf(shipment.lines)
      .filter(({ sku, uom }) => sku === line.sku && (uom === undefined || uom === line.uom))
      .flatMap((own) => asDecimal(own.quantity) ?? []);
    if (quantity === null || carried.some((own) => compareDecimals(own, quantity) === 0)) continue;
    if (carried.some(said)) return `the quantity ${quantity} is not what ${String(proposal.args.shipmentId)} carries`;
  }
  return null;
}

/**
 * Why an ordered proposal lies outside the user's words, or null. Whatever the words name binds: goods, records, demands, places with
 * the part they play, amounts with their unit, days and closed choices. What they leave open the records may fill, and the card shows
 * where it came from.
 */
export function outsideWords(intent: Intent, proposal: Proposal, index: SnapshotIndex): string | null {
  const { args } = proposal;
  return (
    strayName(intent, args, index, proposal.tool) ??
    linesIn(args)
      .map((line) => strayName(intent, line, index))
      .find((reason) => reason !== null) ??
    strayAmount(intent, proposal, index) ??
    strayPlace(intent, args, index) ??
    strayDay(intent, args) ??
    strayDeparture(intent, proposal, index) ??
    strayChoice(intent, proposal) ??
    strayTerms(intent, proposal, index) ??
    strayDraftLines(intent, proposal, index)
  );
}

/** Argument that says which thing an action is about, by tool; the rest are about goods. */
const SUBJECT: Record<string, readonly string[]> = {
  place_hold: ["shipment"],
  release_hold: ["hold", "shipment"],
  cancel_shipment: ["shipment"],
  change_lines: ["shipment"],
  reschedule_leg: ["shipment"],
  reroute_shipment: ["shipment"],
  draft_declaration: ["declaration", "shipment"],
  lodge_declaration: ["declaration", "shipment"],
  amend_declaration: ["declaration", "shipment"],
  invalidate_declaration: ["declaration", "shipment"],
  file_exit_evidence: ["declaration", "shipment"],
  release_reservation: ["reservation", "shipment", "demand"],
  resolve_screening: ["screening", "party"],
};

/** Tools about goods that "all" may mean several of; an amount is moved, reserved, ordered or counted in once whatever else is said. */
const WIDE: ReadonlySet<string> = new Set(["set_stock_status", "request_cycle_count"]);

/** How many proposals of a tool the words ask for at most: one for each thing, amount or place that they name, or any number for "all". */
export function mostAskedFor(intent: Intent, tool: string): number {
  const wide = tool in SUBJECT || WIDE.has(tool);
  if (wide && intent.entities.some((entity) => entity.kind === "said_all")) return Number.POSITIVE_INFINITY;
  const subjects = SUBJECT[tool] ?? ["sku", "code", "lot"];
  const counts = subjects.map((kind) => idsOf(intent, [kind]).length);
  if (!(tool in SUBJECT)) counts.push(intent.limits.quantities.length, new Set(idsOf(intent, ["said_to", "said_at", "said_for"])).size);
  return Math.max(1, ...counts);
}
