/** NUL and lone surrogates: legal in a JavaScript text, but neither a signature nor a database can take them. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/**
 * The same JSON value with each character that cannot be signed or stored replaced by U+FFFD, in names and values. For words of
 * ours and of a model, which may be changed; what was asked for is refused instead, by `parseStrict`.
 */
export function storableJson<T>(value: T): T {
  if (typeof value === "string") return value.replace(UNSTORABLE, "\uFFFD") as T;
  if (Array.isArray(value)) return value.map(storableJson) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableJson(name), storableJson(member)])) as T;
}
