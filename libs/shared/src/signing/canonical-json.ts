import { AppError } from "../errors/index.ts";

/** Any JSON value. Numbers are finite; quantities and money travel as decimal strings. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * RFC 8785 (JCS) text of a JSON value: members sorted by UTF-16 code units, ECMAScript number form, no white space.
 * Members whose value is undefined are left out. Lone surrogates and non-finite numbers are refused.
 * @throws AppError invalid_json
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "string") {
    if (LONE_SURROGATE.test(value)) throw new AppError("invalid_json", { detail: "a text holds a lone surrogate" });
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new AppError("invalid_json", { detail: "a number is not finite" });
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value as Record<string, unknown>).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${members.map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`).join(",")}}`;
  }
  throw new AppError("invalid_json", { detail: `a ${typeof value} is not JSON` });
}
