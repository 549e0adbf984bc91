import { type OwnWords, ownWords } from "./own-words.ts";

/** Below this line of a goal stands where the sentence above comes from. */
export const THREAD_MARK = "\n\n---\n";

/** Before the words of earlier turns in a goal. */
const EARLIER = "Earlier the user said: ";
/** Before the words of the turn that a goal was made of. */
const THEN = "Then the user said: ";

/** What an agent is told: the sentence that holds now, then the words it was made of. */
export const composeGoal = (sentence: string, earlier: string, turn: string): string =>
  sentence === turn && earlier === ""
    ? sentence
    : `${sentence}${THREAD_MARK}${EARLIER}${earlier}${sentence === turn ? "" : `\n${THEN}${turn}`}`;

/**
 * The requester's own words in a goal, and what was quoted or pasted. A turn that begins with a quoted line stands behind the words
 * that introduce it, so each turn is read from a line of its own; but a pasted text that poses as another turn stays pasted.
 */
export function goalWords(goal: string): OwnWords {
  const whole = ownWords(goal);
  const turns = ownWords(whole.own.replaceAll(EARLIER, "\n").replaceAll(THEN, "\n"));
  return { own: turns.own, quoted: [...whole.quoted, ...turns.quoted] };
}
