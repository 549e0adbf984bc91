import { contentHash } from "./content-hash.ts";

/** Hash that card, decision and grant bind to: tool, args with references, guards, dependencies. */
export function stepContentHash(step: { tool: string; args: unknown; guards: unknown; dependsOn: unknown }): string {
  return contentHash({ args: step.args, dependsOn: step.dependsOn, guards: step.guards, tool: step.tool });
}

/** Key under which an executor makes an effect once: this step of this request. */
export function stepEffectKey(tenant: string, requestId: string, tool: string, stepHash: string): string {
  return contentHash({ contentHash: stepHash, requestId, tenant, tool });
}

/** Key of what an effect means, without its plan: finds the same wish under another request. */
export function stepMeaningKey(tenant: string, tool: string, meaning: unknown): string {
  return contentHash({ meaning, tenant, tool });
}

/** Hash over a plan without its own `planHash`. */
export function planHashOf(plan: Record<string, unknown>): string {
  const { planHash: _own, ...rest } = plan;
  return contentHash(rest);
}

/** Hash over a card without its own `hash`; what a person's decision is bound to. */
export function cardHashOf(card: Record<string, unknown>): string {
  const { hash: _own, ...rest } = card;
  return contentHash(rest);
}
