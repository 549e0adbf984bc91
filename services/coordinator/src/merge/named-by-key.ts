import { contentHash } from "@quartermaster/shared/signing";
import type { OwnText } from "./own-words.ts";

/** Words of a party's name at most; longer ones are told by their first words, which are aliases. */
const NAME_WORDS = 6;

/** True when some of the user's words in a row are the name that stands behind one of these hashes. */
export function isNamedByKey({ words }: OwnText, nameKeys: unknown): boolean {
  if (!Array.isArray(nameKeys)) return false;
  return words.some((_, start) =>
    Array.from({ length: Math.min(NAME_WORDS, words.length - start) }, (__, more) => words.slice(start, start + more + 1).join(" ")).some(
      (phrase) => nameKeys.includes(contentHash(phrase)),
    ),
  );
}
