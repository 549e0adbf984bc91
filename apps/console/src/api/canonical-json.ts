/**
 * RFC 8785 text of a JSON value: members sorted by UTF-16 code units, no white space. The console computes it itself, from what it
 * shows, so that a person's decision is bound to what was on the screen.
 * @throws Error on a lone surrogate or anything that is not JSON.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new Error("a text holds a lone surrogate");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error("a number is not finite");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object") throw new Error("not JSON");
  const members = Object.entries(value as Record<string, unknown>).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`).join(",")}}`;
}
