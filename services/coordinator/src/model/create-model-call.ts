import { askForJson, type Model, type ModelPrice, microsToDecimal, type Tokenizer } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { ModelCall } from "../intent/intent-outcome.ts";

const TIMEOUT_MS = 60_000;
/** The answer to a routing question at most. */
export const ROUTING_TOKENS = 1_500;

export interface ModelCallOptions {
  model: Pick<Model, "complete">;
  tokenizer: Tokenizer;
  price?: ModelPrice | null;
}

/** A question to the routing model that must answer with JSON of the given schema; `json` is null when it did not. */
export function createModelCall({ model, tokenizer, price = null }: ModelCallOptions): ModelCall {
  return async (messages, schema, signal) => {
    const { json, usage } = await askForJson(model, {
      messages,
      schema: { name: schema.name, schema: schema.schema as JsonObject },
      maxTokens: ROUTING_TOKENS,
      tokenizer,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    }).catch((cause: unknown) => {
      throw new AppError("unavailable", { detail: "the language model does not answer", cause });
    });
    const cost = price ? microsToDecimal(price.costMicros(usage.promptTokens, usage.completionTokens)) : null;
    return { json, usage: { ...usage, cost } };
  };
}
