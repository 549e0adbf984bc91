import type { Action, JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import type { LabelAction } from "./cases.ts";

const WORDS: Record<string, string> = { qty: "quantity", counted_qty: "countedQuantity" };

/** A label's short name in the product's form: camelCase, quantity for qty. */
export const productName = (name: string): string =>
  WORDS[name] ?? name.replace(/_(?:eur)$/, "Eur").replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** Numbers stay numbers only where they count positions. */
const POSITIONS = new Set(["legSeq", "fromLegSeq", "line"]);

function productValue(name: string, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => productValue(name, item));
  if (typeof value === "object" && value !== null) return productArgs(value);
  if (typeof value === "number") return POSITIONS.has(name) ? value : String(value);
  if (typeof value === "string" && name === "field") return productName(value);
  return typeof value === "string" && value.startsWith("$") ? `@${value.slice(1)}` : value;
}

/** A label's arguments in the product's form. */
export function productArgs(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const key = productName(name);
      return [key, productValue(key, value)];
    }),
  );
}

const REASONED = new Set([
  "reschedule_leg",
  "reroute_shipment",
  "place_hold",
  "release_hold",
  "cancel_shipment",
  "amend_declaration",
  "invalidate_declaration",
  "release_reservation",
  "set_stock_status",
]);

/** A labelled effect as a known step of a request. */
export function actionOf(label: LabelAction): Action {
  const args = productArgs(label.args);
  if (REASONED.has(label.tool) && args.reason === undefined) args.reason = "requested";
  return { agent: label.agent, tool: label.tool, args, ref: label.ref, ...(label.after.length > 0 ? { after: label.after } : {}) };
}
