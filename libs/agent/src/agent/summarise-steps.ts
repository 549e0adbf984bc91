import type { ChatMessage } from "./model.ts";

const MAX_CHARS = 1_200;
const MAX_ARGS = 120;

/** A result's code, read from what the model was shown; free text of a result never enters the summary. */
const codeOf = (content: string | undefined): string => {
  const code = /^\{"ok":false,"code":"([a-z0-9_]{1,60})"/.exec(content ?? "")?.[1];
  return code ?? "ok";
};

/**
 * One line for each call of the steps that no longer fit into the prompt, newest kept when even that is too long. Made of tool
 * names, the model's own arguments and result codes only: a summary must not carry anybody's prose on.
 */
export function summariseSteps(dropped: readonly ChatMessage[]): string | null {
  const results = new Map(dropped.flatMap((message) => (message.role === "tool" ? [[message.toolCallId, message.content] as const] : [])));
  const lines = dropped.flatMap((message) =>
    message.role === "assistant"
      ? message.toolCalls.map((call) => `${call.name}(${call.arguments.slice(0, MAX_ARGS)}) → ${codeOf(results.get(call.id))}`)
      : [],
  );
  if (lines.length === 0) return null;
  let from = 0;
  let size = lines.join("\n").length;
  while (size > MAX_CHARS && from < lines.length - 1) {
    size -= (lines[from]?.length ?? 0) + 1;
    from += 1;
  }
  const more = from > 0 ? `(${from} earlier)\n` : "";
  return `Note from the runtime: earlier steps of yours that are no longer shown, without their results:\n${more}${lines.slice(from).join("\n")}`;
}
