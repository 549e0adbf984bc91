import { type Model, type ModelPrice, microsToDecimal } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { ModelCall } from "../intent/intent-outcome.ts";

const TIMEOUT_MS = 60_000;
const MAX_TOKENS = 1_500;

/** Servers without a schema mode wrap their JSON in words or a fence: the outermost object counts. */
export function readJsonAnswer(content: string | null): unknown {
  const text = content ?? "";
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end <= start) return null;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return null;
  }
}

/** Tokens by estimate, for servers that do not count. */
const bytesToTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/** One call to the routing model that must answer with JSON of the given schema; `json` is null when it did not. */
export function createModelCall(model: Pick<Model, "complete">, price: ModelPrice | null = null): ModelCall {
  return async (messages, schema) => {
    const turn = await model
      .complete({
        messages,
        tools: [],
        maxTokens: MAX_TOKENS,
        responseSchema: { name: schema.name, schema: schema.schema as JsonObject },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      .catch((cause: unknown) => {
        throw new AppError("unavailable", { detail: "the language model does not answer", cause });
      });
    const promptTokens = turn.usage?.promptTokens ?? bytesToTokens(messages.map((message) => message.content).join(""));
    const completionTokens = turn.usage?.completionTokens ?? bytesToTokens(turn.content ?? "");
    const usage = {
      modelCalls: 1,
      promptTokens,
      completionTokens,
      cost: price ? microsToDecimal(price.costMicros(promptTokens, completionTokens)) : null,
      estimated: turn.usage === null,
    };
    return { json: readJsonAnswer(turn.content), usage };
  };
}
