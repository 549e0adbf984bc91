import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Objects of a list in a record's fields; anything else is left out. */
export const objectsOf = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Text of a field, or null. */
export const textOf = (fields: JsonObject, name: string): string | null => (typeof fields[name] === "string" ? fields[name] : null);
