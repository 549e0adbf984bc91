/** Characters that a person does not see or that move others: controls, bidi marks, zero width, fillers, tags, variation selectors. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]|[\u{e0000}-\u{e0fff}]/u;

/** Paths of a card's texts that hold such a character raw. */
export function hiddenCharacters(value: unknown, path = "card"): string[] {
  if (typeof value === "string") return HIDDEN.test(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => hiddenCharacters(item, `${path}.${index}`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(HIDDEN.test(name) ? [`${path}.${name}`] : []),
    ...hiddenCharacters(member, `${path}.${name}`),
  ]);
}
