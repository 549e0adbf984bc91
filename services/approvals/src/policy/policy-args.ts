import { JsonObject, type JsonValue } from "@quartermaster/shared/contracts";

/** Arguments that hold an amount, wherever they stand. */
const AMOUNTS: ReadonlySet<string> = new Set(["quantity", "countedQuantity"]);
/** A positive decimal as text, as every tool takes it. */
const DECIMAL = /^(0|[1-9]\d{0,14})(\.\d{1,9})?$/;

/** Paths of amounts that no tool would take. */
function badAmounts(value: JsonValue, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = [...path, name];
    if (!AMOUNTS.has(name)) return badAmounts(inner as JsonValue, at);
    return inner === null || (typeof inner === "string" && DECIMAL.test(inner)) ? [] : [at];
  });
}

/** Arguments of an action to weigh: whatever their tool, their amounts are those that a tool would take. */
export const PolicyArgs = JsonObject.superRefine((args, context) => {
  for (const path of badAmounts(args)) context.addIssue({ code: "custom", path, message: 'a decimal number as text, e.g. "60"' });
});
