import {
  askForJson,
  leaseFor,
  MIN_ANSWER_TOKENS,
  type Model,
  type ModelPrice,
  microsToDecimal,
  type Tokenizer,
} from "@quartermaster/agent/agent";
import type { Budget, JsonObject, Usage } from "@quartermaster/shared/contracts";
import type { Logger } from "@quartermaster/shared/log";
import type { ModelCall } from "../intent/intent-outcome.ts";

const TIMEOUT_MS = 60_000;
/** The answer to a routing question at most. */
const ROUTING_TOKENS = 1_500;

/** The routing model under a lease; each question and each of its tries stays within it. */
export interface RoutingModel {
  /** Price of the model; null when none is configured. */
  readonly price: ModelPrice | null;
  under(lease: Budget): ModelCall;
}

export interface RoutingModelOptions {
  model: Pick<Model, "complete">;
  tokenizer: Tokenizer;
  price?: ModelPrice | null;
  log: Pick<Logger, "warn">;
}

/** What the tokens of a lease cost at most, however they divide into questions and answers. */
export function dearestCost(price: ModelPrice, lease: Pick<Budget, "steps" | "tokens">): number {
  const answered = Math.min(lease.tokens, lease.steps * ROUTING_TOKENS);
  return Math.max(price.costMicros(lease.tokens, 0), price.costMicros(lease.tokens - answered, answered));
}

/**
 * Questions to the routing model that must be answered with JSON of a given schema; `json` is null when none came. `usage` counts
 * every try as an agent's calls are counted: answered as the server says, lost in full.
 */
export function createRoutingModel({ model, tokenizer, price = null, log }: RoutingModelOptions): RoutingModel {
  const micros = (usage: Pick<Usage, "promptTokens" | "completionTokens">) =>
    price?.costMicros(usage.promptTokens, usage.completionTokens) ?? 0;
  return {
    price,
    under: (lease) => async (messages, schema, signal) => {
      const { json, usage, failure } = await askForJson(model, {
        messages,
        schema: { name: schema.name, schema: schema.schema as JsonObject },
        allowance(used, promptTokens) {
          if (used.modelCalls >= lease.steps) return null;
          const { completionTokens } = leaseFor({ budget: lease }, { ...used, costMicros: micros(used) }, promptTokens, price);
          return completionTokens < MIN_ANSWER_TOKENS ? null : Math.min(completionTokens, ROUTING_TOKENS);
        },
        tokenizer,
        signal: AbortSignal.any([AbortSignal.timeout(Math.min(TIMEOUT_MS, lease.wallMs)), ...(signal ? [signal] : [])]),
      });
      if (failure !== null)
        log.warn({ err: failure, tries: usage.modelCalls }, "the routing model did not answer; rules alone read the words");
      return { json, usage: { ...usage, cost: price ? microsToDecimal(micros(usage)) : null } };
    },
  };
}
