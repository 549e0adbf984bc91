/** First and last code points of characters that a person does not see or that move others. */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe0fff],
];

const isHidden = (text: string): boolean =>
  [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return HIDDEN.some(([from, to]) => code >= from && code <= to);
  });

/** Paths of a card's texts that hold such a character raw. */
export function hiddenCharacters(value: unknown, path = "card"): string[] {
  if (typeof value === "string") return isHidden(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => hiddenCharacters(item, `${path}.${index}`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(isHidden(name) ? [`${path}.<name>`] : []),
    ...hiddenCharacters(member, `${path}.${name}`),
  ]);
}
