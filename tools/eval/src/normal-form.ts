import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import type { EvalWorld } from "./world.ts";

const PLACES = new Set(["origin", "destination", "newDestination"]);
const DATES = new Set(["neededBy", "completeBy"]);
const SETS = new Set(["skus", "lines", "changes", "serials"]);
const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: JsonValue | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** Quantity and unit become base units, so that 2 IBC and 2000 LTR are the same. */
function inBase(args: JsonObject, world: EvalWorld): JsonObject {
  const sku = text(args.sku) ?? world.skuOfReservation(text(args.reservationId) ?? "");
  const { quantity, countedQuantity, uom, ...rest } = args;
  const base = (value: JsonValue | undefined) => (value === undefined ? undefined : world.baseOf(sku, String(value), text(uom)));
  const normal: JsonObject = { ...rest };
  const [amount, counted] = [base(quantity), base(countedQuantity)];
  if (amount !== undefined) normal.quantity = amount;
  if (counted !== undefined) normal.countedQuantity = counted;
  return normal;
}

function normalChange(change: JsonObject, world: EvalWorld): JsonObject {
  if (change.field === undefined) return inBase(change, world);
  const plain = (value: JsonValue | undefined) => (value === undefined ? null : world.baseOf(undefined, String(value), undefined));
  return { line: change.line ?? null, field: change.field, from: plain(change.from), to: plain(change.to) };
}

/** Arguments of an effect in the form in which they are compared; both sides are in the product's names. */
export function normalArgs(tool: string, args: JsonObject, world: EvalWorld): JsonObject {
  const normal: JsonObject = {};
  for (const [name, value] of Object.entries(inBase(args, world))) {
    if (name === "rationale" || (name === "reason" && tool !== "adjust_stock")) continue;
    if (PLACES.has(name)) normal[name] = world.placeOf(String(value));
    else if (DATES.has(name)) normal[name] = String(value).slice(0, 10);
    else if (SETS.has(name) && Array.isArray(value)) {
      const items = value.map((item) => (isObject(item) ? normalChange(item, world) : item));
      normal[name] = items.map((item) => canonicalJson(item)).sort();
    } else normal[name] = value;
  }
  return normal;
}

/** Arguments that count only when the label has them. */
export function ignoredUnlessLabelled(tool: string, args: JsonObject, world: EvalWorld): string[] {
  const ignored = ["expiresAt", ...(world.isControlled(text(args.sku)) ? [] : ["serials"])];
  return tool === "book_shipment" ? [...ignored, "demandRef"] : ignored;
}
