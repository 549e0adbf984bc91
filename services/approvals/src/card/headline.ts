import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

type Names = Readonly<Record<string, string>>;

const text = (value: JsonValue | undefined): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const amount = (args: JsonObject): string => [text(args.quantity), text(args.uom)].filter(Boolean).join(" ");
/** An id, or in words what an open reference stands for. */
const id = (value: JsonValue | undefined): string => (isObject(value) && isObject(value.$ref) ? "the one of an earlier step" : text(value));
const named = (value: JsonValue | undefined, names: Names): string => {
  const key = id(value);
  return names[key] ? `${key} (${names[key]})` : key;
};
const lines = (args: JsonObject, names: Names): string => {
  const all = Array.isArray(args.lines) ? args.lines.filter(isObject) : [];
  const shown = all.slice(0, 3).map((line) => `${amount(line)} ${named(line.sku, names)}${line.lot ? ` lot ${text(line.lot)}` : ""}`);
  return all.length > 3 ? `${shown.join(", ")} and ${all.length - 3} more lines` : shown.join(", ");
};
const lot = (args: JsonObject): string => (args.lot ? ` lot ${text(args.lot)}` : "");

const changes = (args: JsonObject): string => {
  const all = Array.isArray(args.changes) ? args.changes.filter(isObject) : [];
  return all
    .map((change) => `${change.line ? `line ${text(change.line)} ` : ""}${text(change.field)} ${text(change.from)} → ${text(change.to)}`)
    .join(", ");
};

/** One template a tool, over canonical args and the names that the executor stated. */
const TEMPLATES: Readonly<Record<string, (args: JsonObject, names: Names) => string>> = {
  transfer_stock: (a, n) => `Move ${amount(a)} ${named(a.sku, n)}${lot(a)} ${id(a.fromLocation)} → ${id(a.toLocation)}`,
  reserve_stock: (a, n) => `Reserve ${amount(a)} ${named(a.sku, n)}${lot(a)} at ${id(a.location)} for ${id(a.demandRef)}`,
  release_reservation: (a, n) => `Release ${amount(a) || "all"} of reservation ${named(a.reservationId, n)}`,
  book_shipment: (a, n) => `Book ${lines(a, n)} ${id(a.origin)} → ${id(a.destination)} on ${named(a.serviceId, n)}`,
  place_hold: (a, n) => `Hold shipment ${named(a.shipmentId, n)} (${text(a.type)})`,
  draft_declaration: (a, n) =>
    a.declarationId
      ? `Revise draft ${named(a.declarationId, n)} of shipment ${named(a.shipmentId, n)}`
      : `Draft a declaration for shipment ${named(a.shipmentId, n)}`,
  lodge_declaration: (a, n) => `Lodge declaration ${named(a.declarationId, n)}`,
  create_reorder: (a, n) => `Order ${amount(a)} ${named(a.sku, n)} from ${id(a.supplier)} for ${named(a.location, n)}`,
  adjust_stock: (a, n) =>
    `Post ${text(a.countedQuantity)} ${text(a.uom)} ${named(a.sku, n)}${lot(a)} at ${named(a.location, n)} (${text(a.reason)})`,
  set_stock_status: (a, n) => `Set ${named(a.sku, n)}${lot(a)} at ${named(a.location, n)} to ${text(a.status)}`,
  request_cycle_count: (a, n) => `Ask for a count at ${named(a.location, n)} by ${text(a.completeBy)}`,
  change_lines: (a, n) => `Change ${named(a.shipmentId, n)} to ${lines({ lines: a.changes ?? [] }, n)}`,
  reschedule_leg: (a, n) => `Move leg ${text(a.legSeq)} of ${named(a.shipmentId, n)} to ${named(a.serviceId, n)}`,
  reroute_shipment: (a, n) =>
    `Reroute ${named(a.shipmentId, n)} from leg ${text(a.fromLegSeq)} on${a.newDestination ? ` to ${named(a.newDestination, n)}` : ""}`,
  release_hold: (a, n) => `Lift hold ${named(a.holdId, n)} of shipment ${named(a.shipmentId, n)}`,
  cancel_shipment: (a, n) => `Cancel shipment ${named(a.shipmentId, n)}`,
  amend_declaration: (a, n) => `Ask customs to amend ${named(a.declarationId, n)}: ${changes(a)}`,
  invalidate_declaration: (a, n) => `Ask customs to void ${named(a.declarationId, n)}`,
  file_exit_evidence: (a, n) => `Send ${text(a.documentRef)} to customs as proof of exit of ${named(a.declarationId, n)}`,
  resolve_screening: (a, n) => `${a.decision === "clear" ? "Clear" : "Confirm"} screening ${named(a.screeningId, n)}`,
};

/** Generic line for tools without a template of their own: tool name and scalar arguments. */
function generic(tool: string, args: JsonObject, names: Names): string {
  const parts = Object.entries(args).map(
    ([key, value]) => `${key} ${isObject(value) || Array.isArray(value) ? id(value) || "…" : named(value, names)}`,
  );
  return `${tool.replaceAll("_", " ")}: ${parts.join(", ")}`;
}

/** The sentence a person reads first. Built from args and names only; never from prose of an agent or a record. */
export function headlineOf(tool: string, args: JsonObject, names: Names): string {
  const template = Object.hasOwn(TEMPLATES, tool) ? TEMPLATES[tool] : undefined;
  return (template?.(args, names) ?? generic(tool, args, names)).slice(0, 400);
}
