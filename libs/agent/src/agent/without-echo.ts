import type { ChatMessage } from "./model.ts";

/** Shorter texts may well open an answer of the model's own. */
const SHORTEST = 24;
/** What servers put before or between the turns that they give back. */
const LABEL = /^(?:\s|<\|[a-z_]+\|>|\[\/?INST\]|<\/?s>|<<\/?SYS>>|#+|(?:system|user|human|assistant|tool)\s*:?(?=\s|$))+/i;

const wordsOf = (message: ChatMessage): string => message.content?.trim() ?? "";

/**
 * The model's own words of a text that begins with the prompt: some servers give back what they were sent before they answer.
 * Nothing that was sent is an answer, and none of it is stored as one.
 */
export function withoutEcho(text: string, sent: readonly ChatMessage[]): string {
  // The same words as in an earlier answer are the model repeating itself, and seen as that elsewhere.
  const own = new Set(sent.filter((message) => message.role === "assistant").map(wordsOf));
  const echoes = sent.map(wordsOf).filter((words) => words.length >= SHORTEST);
  let rest = text;
  let stripped = false;
  // Each round takes one message away, so there are at most as many rounds as messages.
  for (let round = 0; round <= sent.length; round++) {
    const start = rest.replace(LABEL, "");
    const echo = echoes.find((words) => start.startsWith(words));
    if (echo === undefined || (!stripped && own.has(echo))) break;
    rest = start.slice(echo.length);
    stripped = true;
  }
  return stripped ? rest.replace(LABEL, "").trim() : text;
}
