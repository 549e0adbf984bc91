import type { ChatMessage } from "./model.ts";
import type { PromptSize } from "./prompt-size.ts";
import { summariseSteps } from "./summarise-steps.ts";

/** Part of the budget that is kept free for the summary of what is cut. */
const SUMMARY_TOKENS = 500;
/** After a cut this much of the room for steps is in use, so that the prompt's beginning then stays the same for many calls. */
const LOW_WATER = 0.5;

type Piece = readonly ChatMessage[];

/** Splits into pieces that must stay together: an assistant turn with the results of its calls, or a single message. */
function piecesOf(messages: readonly ChatMessage[]): ChatMessage[][] {
  const out: ChatMessage[][] = [];
  for (const message of messages) {
    const last = out.at(-1);
    if (message.role === "tool" && last) last.push(message);
    else out.push([message]);
  }
  return out;
}

/** Stands for a result that does not fit into any prompt together with those of the same turn. */
const leftOut = (message: Extract<ChatMessage, { role: "tool" }>): ChatMessage => {
  const more = /"more":"(more_\d{1,4})"/.exec(message.content)?.[1];
  const hint = "Too large to show beside the other results of this turn. Make this call again alone.";
  return { ...message, content: JSON.stringify({ ok: true, leftOut: true, hint, ...(more === undefined ? {} : { more }) }) };
};

/** The piece itself, or with its largest results left out as far as the room asks for it. */
function fitPiece(piece: Piece, room: number, size: PromptSize): Piece {
  let fitted = piece;
  let tokens = size.messages(piece);
  const large = piece
    .flatMap((message, index) => (message.role === "tool" ? [{ message, index, tokens: size.message(message) }] : []))
    .sort((a, b) => b.tokens - a.tokens || a.index - b.index);
  for (const { message, index, tokens: before } of large) {
    if (tokens <= room) break;
    const short = leftOut(message);
    const after = size.message(short);
    if (after >= before) break;
    fitted = fitted.map((one, at) => (at === index ? short : one));
    tokens += after - before;
  }
  return fitted;
}

export interface TrimmedSteps {
  messages: ChatMessage[];
  tokens: number;
  /** Pieces that were cut. */
  from: number;
}

/**
 * Cuts the oldest steps so that opening and steps fit into the budget: the opening always stays, no message is split, no result
 * is parted from its call, and the newest step stays. What is cut leaves a summary behind. Where it is cut depends on the steps
 * alone, and a cut makes room for many more, so that one prompt begins with the prompt before it and providers' caches hit.
 * @returns null when not even the opening and the newest step fit.
 */
export function trimSteps(
  opening: readonly ChatMessage[],
  steps: readonly ChatMessage[],
  budgetTokens: number,
  size: PromptSize,
): TrimmedSteps | null {
  const fixed = size.messages(opening);
  const summaryTokens = Math.min(SUMMARY_TOKENS, Math.floor(budgetTokens / 4));
  const room = budgetTokens - fixed - summaryTokens;
  const pieces = piecesOf(steps).map((piece) => fitPiece(piece, room, size));
  const sizes = pieces.map((piece) => size.messages(piece));
  let from = 0;
  let used = 0;
  for (const [index, tokens] of sizes.entries()) {
    used += tokens;
    if (used <= room) continue;
    while (from < index && used > room * LOW_WATER) {
      used -= sizes[from] ?? 0;
      from += 1;
    }
  }
  if (used > room) return null;
  const summary = summariseSteps(pieces.slice(0, from).flat(), summaryTokens, size);
  const messages = [...opening, ...(summary === null ? [] : [summary]), ...pieces.slice(from).flat()];
  return { messages, tokens: fixed + used + (summary === null ? 0 : size.message(summary)), from };
}
