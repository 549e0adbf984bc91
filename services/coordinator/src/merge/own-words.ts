import { fold, ownWords } from "@quartermaster/language";

/** Text as words with single spaces between them, folded: punctuation and line ends tell nothing. */
const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What a user's own words hold; quoted and pasted parts are data and hold nothing. */
export interface OwnText {
  /** True when the words hold this text whole. */
  says(text: string): boolean;
  /** True when the words hold this text, which may end within a word as it was cut. */
  holds(text: string): boolean;
  words: readonly string[];
}

/** Makes a user's words comparable. */
export function ownText(text: string): OwnText {
  const own = plain(ownWords(text).own);
  return {
    says: (part) => plain(part) !== "" && ` ${own} `.includes(` ${plain(part)} `),
    holds: (part) => plain(part) !== "" && ` ${own}`.includes(` ${plain(part)}`),
    words: own.split(" ").filter((word) => word !== ""),
  };
}
