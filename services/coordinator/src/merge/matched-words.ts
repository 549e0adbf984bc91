import { fold } from "@quartermaster/language";

/** "Glove" and "valvulas" are of "gloves" and "valve"; "sea" is no "seal". */
function isOf(word: string, part: string): boolean {
  if (word === part) return true;
  const stem = part.slice(0, -1);
  return part.length >= 4 && word.startsWith(stem) && (word.length >= part.length || part.endsWith("s"));
}

/** Positions of the words that a name has, or that begin like one of its words ("valves" for "Ball valve"). */
export function matchedWords(words: readonly string[], name: string): Set<number> {
  const parts = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3);
  return new Set(words.flatMap((word, position) => (parts.some((part) => isOf(word, part)) ? [position] : [])));
}
