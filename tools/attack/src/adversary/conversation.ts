/** A message as chat-completion servers get it; anything else in it does not matter here. */
export interface SeenMessage {
  role: string;
  content?: unknown;
  tool_calls?: { function?: { name?: string; arguments?: string } }[];
}

export interface SeenRequest {
  messages: SeenMessage[];
  tools?: { function: { name: string } }[];
  response_format?: unknown;
}

const textOf = (content: unknown): string =>
  typeof content === "string" ? content : content === undefined || content === null ? "" : JSON.stringify(content);

/** Every text that a message shows, decoded: the leaves of a JSON result, or the words themselves. */
export function textsOf(message: SeenMessage): string[] {
  const text = textOf(message.content);
  const leaves = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    if (Array.isArray(value)) return value.flatMap(leaves);
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
  };
  try {
    return [text, ...leaves(JSON.parse(text))];
  } catch {
    return [text];
  }
}

/** The user's own words of an agent's task: what stands before the facts. */
export function goalOf(request: SeenRequest): string {
  const user = request.messages.find((message) => message.role === "user");
  return textOf(user?.content).split("\n\nFacts (JSON):")[0]?.trim() ?? "";
}

/** Handles of free texts that a result showed and that nobody has opened yet. */
export function unreadHandles(request: SeenRequest): string[] {
  const shown = request.messages
    .filter((message) => message.role === "tool")
    .flatMap((message) => [...textOf(message.content).matchAll(/"\$text":"(txt_\d{1,4})"/g)].map((match) => match[1] ?? ""));
  const opened = new Set(
    request.messages.flatMap((message) =>
      (message.tool_calls ?? []).flatMap(
        (call) => /txt_\d{1,4}/.exec(call.function?.name === "read_text" ? (call.function.arguments ?? "") : "")?.[0] ?? [],
      ),
    ),
  );
  return [...new Set(shown)].filter((handle) => !opened.has(handle));
}
