import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";

/** A place in args that holds `{ "$ref": { step, output } }`; `path` is a JSON pointer. */
export interface OpenReference {
  path: string;
  step: string;
  output: string;
}

const escapeToken = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");

const isReference = (value: JsonValue): value is { $ref: { step: string; output: string } } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, "$ref");

/** Lists the references of args in document order. @throws AppError grant_refused for a malformed one. */
export function findReferences(value: JsonValue, path = ""): OpenReference[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findReferences(item, `${path}/${index}`));
  if (isReference(value)) {
    const target = value.$ref;
    const wellFormed =
      Object.keys(value).length === 1 &&
      typeof target === "object" &&
      typeof target?.step === "string" &&
      typeof target.output === "string";
    if (!wellFormed) throw new AppError("grant_refused", { detail: `malformed reference at ${path || "/"}` });
    return [{ path, step: target.step, output: target.output }];
  }
  return Object.entries(value).flatMap(([key, member]) => findReferences(member, `${path}/${escapeToken(key)}`));
}

/** Copies a value with the places named by JSON pointer replaced. */
export function replaceAt(value: JsonValue, replacements: ReadonlyMap<string, JsonValue>, path = ""): JsonValue {
  const replacement = replacements.get(path);
  if (replacement !== undefined) return replacement;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => replaceAt(item, replacements, `${path}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceAt(member, replacements, `${path}/${escapeToken(key)}`)]),
  );
}

/** Result of putting resolved values in place of references. */
export interface ResolvedArgs {
  args: JsonObject;
  /** References without a value. */
  open: OpenReference[];
}

/**
 * Puts each resolved value in the place of its reference; a value for a place without a reference is refused, so that
 * nothing but references can differ from what was approved.
 * @throws AppError grant_refused
 */
export function resolveReferences(args: JsonObject, resolved: readonly { path: string; value: string }[]): ResolvedArgs {
  const references = findReferences(args);
  const places = new Set(references.map((reference) => reference.path));
  const values = new Map<string, string>();
  for (const { path, value } of resolved) {
    if (!places.has(path) || values.has(path)) throw new AppError("grant_refused", { detail: `no reference stands at ${path}` });
    values.set(path, value);
  }
  return { args: replaceAt(args, values) as JsonObject, open: references.filter((reference) => !values.has(reference.path)) };
}
