import type { ReadActions } from "./read-actions.ts";

const ARROW = /[\p{L}\p{N})]\s*(?:->|=>|→|➜)\s*[\p{L}\p{N}]/u;

/**
 * True when nothing but an arrow says what is done with an amount: "4 boxes VLV-080, Hamburg -> Rotterdam". Whoever asks, forbids or
 * names a deed says more than the arrow does.
 */
export function isVerblessMove(folded: string, amounts: number, read: Pick<ReadActions, "kinds" | "verbs" | "unmet" | "clauses">): boolean {
  const plain = read.clauses.every((clause) => !clause.idle) && !/[?¿]/.test(folded);
  return amounts > 0 && plain && read.kinds.length === 0 && read.verbs.length === 0 && read.unmet === null && ARROW.test(folded);
}
