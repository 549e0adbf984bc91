import type { Completion } from "./completion.ts";

const CHUNK_CHARS = 40;

/** Server-sent events of a completion: the role, pieces of text or of call arguments, the finish reason, usage if asked for, and [DONE]. */
export function* toChunks(completion: Completion, includeUsage: boolean): Generator<string> {
  const head = { id: completion.id, object: "chat.completion.chunk", created: completion.created, model: completion.model };
  const line = (choices: unknown[], more: object = {}) => `data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`;
  const delta = (content: object, finish: string | null = null) =>
    line([{ index: 0, delta: content, logprobs: null, finish_reason: finish }], includeUsage ? { usage: null } : {});
  const choice = completion.choices[0];
  yield delta({ role: "assistant", content: choice?.message.content === null ? null : "" });
  const text = choice?.message.content ?? "";
  for (let at = 0; at < text.length; at += CHUNK_CHARS) yield delta({ content: text.slice(at, at + CHUNK_CHARS) });
  for (const [index, call] of (choice?.message.tool_calls ?? []).entries()) {
    yield delta({ tool_calls: [{ index, id: call.id, type: "function", function: { name: call.function.name, arguments: "" } }] });
    const given = call.function.arguments;
    for (let at = 0; at < given.length; at += CHUNK_CHARS)
      yield delta({ tool_calls: [{ index, function: { arguments: given.slice(at, at + CHUNK_CHARS) } }] });
  }
  yield delta({}, choice?.finish_reason ?? "stop");
  if (includeUsage) yield line([], { usage: completion.usage });
  yield "data: [DONE]\n\n";
}
