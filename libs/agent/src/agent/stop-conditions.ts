import { COMMON_RULES } from "./transcript.ts";

/** Longest cycle of turns that counts as going round in circles. */
const LONGEST_CYCLE = 3;

/**
 * Length of the cycle that the turns end in: 1 when the last two made the same calls with the same results, 2 for ABAB, 3 for
 * ABCABC; null when there is none.
 */
export function findCycle(turns: readonly (readonly string[])[]): number | null {
  const signatures = turns.slice(-2 * LONGEST_CYCLE).map((turn) => turn.join());
  for (let length = 1; length <= LONGEST_CYCLE; length++) {
    if (signatures.length < 2 * length) return null;
    const tail = signatures.slice(-2 * length);
    if (tail.slice(0, length).every((signature, index) => signature === tail[index + length])) return length;
  }
  return null;
}

/** True for an answer that is a tool call written as text. */
export function looksLikeCall(text: string, isTool: (name: string) => boolean): boolean {
  if (/<tool_call>|<function[=_]|\[TOOL_CALLS\]/.test(text)) return true;
  const body = /^\s*(?:```(?:json)?\s*)?([[{][\s\S]*?[\]}])\s*(?:```\s*)?$/.exec(text)?.[1];
  if (body === undefined) return false;
  const names = [...body.matchAll(/"(?:name|tool|function)"\s*:\s*"([a-z0-9_]{1,60})"/g)].map((match) => match[1] ?? "");
  return names.some(isTool);
}

/** Start of the rules that every system prompt carries; no answer of its own accord contains it. */
const PROMPT_MARK = COMMON_RULES.trim().split("\n")[1]?.slice(0, 80) ?? "";

/** True for an answer that gives the prompt back: it is neither an answer nor anything to store. */
export const echoesPrompt = (text: string): boolean => text.includes(PROMPT_MARK);
