import type { JsonObject } from "@quartermaster/shared/contracts";

/** Argument names that may hold a reference; never a quantity, a place or a party. */
export const REFABLE = /(Id|Ref)$/;
const REFERENCE = /^@[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** True for a text `@<ref>` at an argument that may hold one. */
export const isReference = (key: string, value: unknown): value is string =>
  typeof value === "string" && REFABLE.test(key) && REFERENCE.test(value);

/** References that the args hold, without the sign. */
export function referencesIn(args: JsonObject): string[] {
  return Object.entries(args).flatMap(([key, value]) => (isReference(key, value) ? [value.slice(1)] : []));
}
