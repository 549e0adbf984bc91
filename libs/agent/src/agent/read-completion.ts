import { storableJson } from "@quartermaster/shared/signing";
import type { AssistantTurn, ModelToolCall, ModelUsage } from "./model.ts";

const FINISH_REASONS = ["stop", "tool_calls", "length", "content_filter"] as const;
/** Names that other servers give to the same ends. */
const FINISH_ALIASES: Readonly<Record<string, AssistantTurn["finishReason"]>> = {
  end_turn: "stop",
  eos: "stop",
  function_call: "tool_calls",
  tool_use: "tool_calls",
  max_tokens: "length",
  safety: "content_filter",
};

type Loose = Record<string, unknown>;
const objectOf = (value: unknown): Loose | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : null;
/** Words of the model, without the characters that no journal and no signature can hold. */
const textOf = (value: unknown): string | null => (typeof value === "string" ? storableJson(value) : null);

/** Arguments are refused, never changed: what cannot be stored is written as an escape, which the strict parser names to the model. */
const escapeUnstorable = (text: string): string =>
  text.replace(/[\0\p{Surrogate}]/gu, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Words of the answer: a text, or the text parts of a list. What the model thought aloud is not its answer and is never kept. */
function contentOf(content: unknown): string | null {
  const parts = Array.isArray(content) ? content.flatMap((part) => textOf(objectOf(part)?.text) ?? []) : null;
  const text = parts === null ? textOf(content) : parts.join("");
  if (text === null) return null;
  return text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, "").replace(/^[\s\S]*<\/think(?:ing)?>/i, "");
}

function callOf(call: unknown): ModelToolCall[] {
  const body = objectOf(objectOf(call)?.function);
  if (!body) return [];
  const given = body.arguments;
  const args = typeof given === "string" ? given : JSON.stringify(given ?? {});
  return [{ id: textOf(objectOf(call)?.id) ?? "", name: textOf(body.name) ?? "", arguments: escapeUnstorable(args) }];
}

function usageOf(usage: Loose | null): ModelUsage | null {
  const promptTokens = usage?.prompt_tokens;
  const completionTokens = usage?.completion_tokens;
  const counted = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  // A prompt is never empty: a zero means that the server does not count.
  return counted(promptTokens) && promptTokens > 0 && counted(completionTokens) ? { promptTokens, completionTokens } : null;
}

/** An error that a server sent with status 200, in words, or null. */
export function errorInBody(completion: unknown): string | null {
  const body = objectOf(completion);
  if (!body?.error || Array.isArray(body.choices)) return null;
  return textOf(objectOf(body.error)?.message) ?? textOf(body.error) ?? "error without a text";
}

/** Reads a completion leniently: every member may be missing or of another type on servers that only resemble the original. */
export function readCompletion(completion: unknown): AssistantTurn {
  const body = objectOf(completion);
  const choice = objectOf(Array.isArray(body?.choices) ? body.choices[0] : null);
  const message = objectOf(choice?.message);
  const listed = Array.isArray(message?.tool_calls) ? message.tool_calls.flatMap(callOf) : [];
  const toolCalls = listed.length === 0 && message?.function_call ? callOf({ function: message.function_call }) : listed;
  const reason = textOf(choice?.finish_reason)?.toLowerCase() ?? "";
  return {
    content: contentOf(message?.content),
    toolCalls,
    finishReason: FINISH_REASONS.find((known) => known === reason) ?? FINISH_ALIASES[reason] ?? "other",
    refusal: textOf(message?.refusal) || null,
    usage: usageOf(objectOf(body?.usage)),
  };
}
