const SPECIAL: Record<string, string> = {
  ß: "s",
  ẞ: "s",
  œ: "o",
  æ: "a",
  ø: "o",
  ł: "l",
  đ: "d",
  "\u2019": "'",
  "\u2018": "'",
  "`": "'",
  "\u2013": "-",
  "\u2014": "-",
  "\u2212": "-",
  "\u2011": "-",
  "\u00a0": " ",
  "\u202f": " ",
  "\u2009": " ",
};

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  const special = SPECIAL[lower];
  if (special !== undefined) return special;
  const base = lower.normalize("NFKD").replace(/\p{M}/gu, "");
  return base.length === character.length ? base : character;
}

/** Lower case without accents, of the same length as the text, so that places found in it are places in the original. */
export function fold(text: string): string {
  // Most text is plain ASCII, where lower case is all there is to do.
  if (/^[\n\r\t -_a-~]*$/.test(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text) folded += foldCharacter(character);
  return folded;
}
