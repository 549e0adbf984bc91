/** A message of a thread, as far as trimming sees it. */
export interface ThreadMessage {
  role: "system" | "user" | "assistant";
  text: string;
}

export interface TrimmedThread<M> {
  kept: M[];
  /** The turns that are gone, oldest first. */
  dropped: M[];
  tokens: number;
}

/**
 * Cuts a thread to a token budget. Four rules: the newest messages stay, the system instruction always stays and counts, no
 * message is split, and what stays begins with a user's turn.
 * @param countTokens the model's own count, or an estimate.
 */
export function trimThread<M extends ThreadMessage>(
  messages: readonly M[],
  budgetTokens: number,
  countTokens: (message: M) => number,
): TrimmedThread<M> {
  const system = messages.filter((message) => message.role === "system");
  const turns = messages.filter((message) => message.role !== "system");
  const fixed = system.reduce((sum, message) => sum + countTokens(message), 0);
  let tokens = fixed;
  let from = turns.length;
  let start = turns.length;
  let kept = fixed;
  while (from > 0) {
    const message = turns[from - 1] as M;
    tokens += countTokens(message);
    if (tokens > budgetTokens) break;
    from -= 1;
    if (message.role === "user") {
      start = from;
      kept = tokens;
    }
  }
  return { kept: [...system, ...turns.slice(start)], dropped: turns.slice(0, start), tokens: kept };
}
