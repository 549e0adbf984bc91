import { createHash } from "node:crypto";
import type { ChatRequest, ModelTurn } from "./chat-request.ts";

export const MODEL_NAME = "quartermaster-offline";

/** Tokens by the rule bytes / 3, rounded up. */
export const countTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);

/** An OpenAI chat completion. Ids derive from the request, so the same request gives the same bytes. */
export function toCompletion(chat: ChatRequest, turn: ModelTurn) {
  const seed = JSON.stringify([chat.messages, chat.tools.map((tool) => tool.name)]);
  const calls = turn.calls.map((call, index) => ({
    id: `call_${digest(`${seed}${index}`)}`,
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  }));
  const said = `${turn.content ?? ""}${calls.map((call) => call.function.name + call.function.arguments).join("")}`;
  const promptTokens = countTokens(
    chat.messages.map((message) => message.content + message.toolCalls.map((call) => call.arguments).join("")).join("\n") +
      JSON.stringify(chat.tools),
  );
  const completionTokens = countTokens(said);
  return {
    id: `chatcmpl-${digest(seed)}`,
    object: "chat.completion" as const,
    created: 0,
    model: MODEL_NAME,
    choices: [
      {
        index: 0,
        message: { role: "assistant" as const, content: turn.content, refusal: null, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
        logprobs: null,
        finish_reason: calls.length > 0 ? ("tool_calls" as const) : ("stop" as const),
      },
    ],
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
  };
}
export type Completion = ReturnType<typeof toCompletion>;
