import type { ChatMessage } from "./model.ts";
import type { PromptSize } from "./prompt-size.ts";

const MAX_ARGS = 120;

/** A result's code, read from what the model was shown; free text of a result never enters the summary. */
const codeOf = (content: string | undefined): string => {
  const code = /^\{"ok":false,"code":"([a-z0-9_]{1,60})"/.exec(content ?? "")?.[1];
  return code ?? "ok";
};

const HEAD = "Note from the runtime: earlier steps of yours that are no longer shown, without their results:";

const noteOf = (lines: readonly string[], from: number): ChatMessage => ({
  role: "user",
  content: [HEAD, ...(from > 0 ? [`(${from} earlier)`] : []), ...lines.slice(from)].join("\n"),
});

/**
 * One line for each call of the steps that no longer fit into the prompt, newest kept when even that is too long. Made of tool
 * names, the model's own arguments and result codes only: a summary must not carry anybody's prose on.
 * @returns null when there is nothing to say, or no room to say it in.
 */
export function summariseSteps(dropped: readonly ChatMessage[], budgetTokens: number, size: PromptSize): ChatMessage | null {
  const results = new Map(dropped.flatMap((message) => (message.role === "tool" ? [[message.toolCallId, message.content] as const] : [])));
  const lines = dropped.flatMap((message) =>
    message.role === "assistant"
      ? message.toolCalls.map((call) => `${call.name}(${call.arguments.slice(0, MAX_ARGS)}) → ${codeOf(results.get(call.id))}`)
      : [],
  );
  if (lines.length === 0) return null;
  // Counted line by line first: a long list is not counted again for every line that it must lose.
  const sizes = lines.map((line) => size.text(`${line}\n`));
  let left = budgetTokens - size.message(noteOf(lines, lines.length));
  let from = lines.length;
  while (from > 0 && left >= (sizes[from - 1] ?? 0)) {
    from -= 1;
    left -= sizes[from] ?? 0;
  }
  for (; from <= lines.length; from++) {
    const note = noteOf(lines, from);
    if (size.message(note) <= budgetTokens) return note;
  }
  return null;
}
