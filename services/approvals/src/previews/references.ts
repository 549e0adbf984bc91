import type { JsonObject, JsonValue, PlanStep, Receipt } from "@quartermaster/shared/contracts";

/** A reference in args: where it stands (JSON pointer) and which output of which step it names. */
export interface Reference {
  path: string;
  step: string;
  output: string;
}

export interface ResolvedReference {
  path: string;
  receiptId: string;
  value: string;
}

const isObject = (value: JsonValue): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const escapeToken = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Every `{ "$ref": { step, output } }` in args. */
export function referencesIn(args: JsonValue, path = ""): Reference[] {
  if (Array.isArray(args)) return args.flatMap((item, index) => referencesIn(item, `${path}/${index}`));
  if (!isObject(args)) return [];
  const target = args.$ref;
  if (target !== undefined && isObject(target) && typeof target.step === "string" && typeof target.output === "string")
    return [{ path, step: target.step, output: target.output }];
  return Object.entries(args).flatMap(([key, value]) => referencesIn(value, `${path}/${escapeToken(key)}`));
}

/** Resolves references from receipts of the same plan; those whose step has not succeeded yet stay open. */
export function resolveReferences(
  args: JsonObject,
  receipts: ReadonlyMap<string, Receipt>,
): { resolved: ResolvedReference[]; open: Reference[] } {
  const resolved: ResolvedReference[] = [];
  const open: Reference[] = [];
  for (const reference of referencesIn(args)) {
    const receipt = receipts.get(reference.step);
    const value = receipt?.outcome === "succeeded" ? receipt.outputs[reference.output] : undefined;
    if (receipt && value !== undefined) resolved.push({ path: reference.path, receiptId: receipt.receiptId, value });
    else open.push(reference);
  }
  return { resolved, open };
}

/**
 * Versions that `after:` guards stand for: what the named step's receipt reports for the record. A guard on a planned entity names
 * it as `@<stepId>`; there the record is the receipt's first output that it has a version of.
 */
export function afterVersionsOf(
  step: PlanStep,
  receipts: ReadonlyMap<string, Receipt>,
): { record: string; step: string; version: number }[] {
  return step.guards.flatMap((guard) => {
    if (guard.kind !== "exact" || !guard.version.startsWith("after:")) return [];
    const earlier = guard.version.slice("after:".length);
    const receipt = receipts.get(earlier);
    if (!receipt) return [];
    const names = guard.record.startsWith("@") ? Object.values(receipt.outputs) : [guard.record];
    const found = receipt.records.find((candidate) => names.includes(candidate.record));
    return found ? [{ record: guard.record, step: earlier, version: found.version }] : [];
  });
}
