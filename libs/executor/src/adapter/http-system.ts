import { AppError } from "@quartermaster/shared/errors";
import { EffectResult, ReadAnswer, Refusal } from "./http-contract.ts";
import { createHttpExchange, type HttpAnswer } from "./http-exchange.ts";
import type { ApplyOutcome, LookupOutcome, OutsideSystem, RepeatRule } from "./outside-system.ts";

export interface HttpSystemOptions {
  /** Address under which `/v1/read` and `/v1/effects` answer. */
  url: string;
  token: string | null;
  timeoutMs: number;
  repeat: RepeatRule;
  tools: ReadonlySet<string>;
}

const refusalOf = (answer: HttpAnswer): Refusal =>
  Refusal.safeParse(answer.body).data ?? { code: `http_${answer.status}`, detail: `the system answered ${answer.status}` };

/** Statuses by which the contract says no; with any other it is open what happened. */
const REFUSALS = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422]);

function outcomeOf(answer: HttpAnswer): ApplyOutcome {
  if (answer.status === 200 || answer.status === 201) {
    const result = EffectResult.safeParse(answer.body);
    if (result.success) return { kind: answer.status === 201 ? "applied" : "already_applied", result: result.data };
    return { kind: "unknown", detail: `the system answered ${answer.status} without a result that can be read` };
  }
  if (answer.status === 412) return { kind: "stale", detail: refusalOf(answer).detail };
  if (REFUSALS.has(answer.status)) return { kind: "rejected", ...refusalOf(answer) };
  // 429 means by contract that the effect was not looked at.
  if (answer.status === 429) throw new AppError("unavailable", { detail: "the system takes no more requests now" });
  return { kind: "unknown", detail: `the system answered ${answer.status}` };
}

function lookupOf(answer: HttpAnswer): LookupOutcome {
  if (answer.status === 200) {
    const result = EffectResult.safeParse(answer.body);
    return result.success ? { kind: "found", result: result.data } : { kind: "unknown", detail: "the result cannot be read" };
  }
  // A proxy or a wrong path also says 404; only the contract's own body counts.
  const refusal = answer.status === 404 ? Refusal.safeParse(answer.body).data : undefined;
  return refusal?.code === "not_found" ? { kind: "not_found" } : { kind: "unknown", detail: `the system answered ${answer.status}` };
}

/** Adapter for a system that speaks the contract of docs/outside-system.openapi.json. */
export function createHttpSystem(options: HttpSystemOptions): OutsideSystem {
  const authorization = options.token === null ? null : `Bearer ${options.token}`;
  const exchange = createHttpExchange({ url: options.url, authorization: () => authorization, timeoutMs: options.timeoutMs });
  const pathOf = (key: string, tenant: string): string => `/v1/effects/${encodeURIComponent(key)}?tenant=${encodeURIComponent(tenant)}`;
  return {
    name: "http",
    repeat: options.repeat,
    carries: (tool) => options.tools.has(tool),
    async read(tenant, selectors, signal) {
      const answer = await exchange("POST", "/v1/read", { tenant, selectors }, signal);
      const parsed = answer.status === 200 ? ReadAnswer.safeParse(answer.body).data : undefined;
      if (parsed) return parsed.records;
      throw new AppError("unavailable", { detail: `the system answered a read with ${answer.status}` });
    },
    async apply(effect, key, expectedVersion, signal) {
      try {
        return outcomeOf(await exchange("PUT", pathOf(key, effect.tenant), { ...effect, expectedVersion }, signal));
      } catch (error) {
        if (AppError.isInstance(error) && error.code === "unavailable") throw error;
        return { kind: "unknown", detail: "no answer came" };
      }
    },
    async lookup(tenant, key, signal) {
      try {
        return lookupOf(await exchange("GET", pathOf(key, tenant), null, signal));
      } catch {
        return { kind: "unknown", detail: "the system does not answer" };
      }
    },
  };
}
