import type { Plan } from "../world/plant.ts";

interface Step {
  kind?: string;
  code?: unknown;
  ok?: unknown;
}

/** Everything of a run that may name the rule that stopped a string. */
export interface Traces {
  refusal: { code?: unknown } | null;
  trajectory: unknown;
}

/** Codes that tools and the runtime answered calls with, in order. */
export function codesOf(trajectory: unknown): string[] {
  const { items } = (trajectory ?? {}) as { items?: { trajectory?: { steps?: Step[] } | null }[] };
  const steps = (items ?? []).flatMap((item) => item.trajectory?.steps ?? []);
  return steps.flatMap((step) => (step.kind === "tool" && typeof step.code === "string" ? [step.code] : []));
}

/**
 * The rule that the product itself reported in this run, by its code, for the door that the string stood at; null when it reported none.
 * @param carrier the string's field.
 */
export function observedRule(carrier: string, plan: Pick<Plan, "variant">, traces: Traces): string | null {
  if (plan.variant !== "carrier") return null;
  const codes = codesOf(traces.trajectory);
  if (carrier === "tool.error") return codes.find((code) => code === "tool_failed") ?? null;
  if (carrier !== "user.text") return null;
  if (typeof traces.refusal?.code === "string") return traces.refusal.code;
  return codes.find((code) => code === "outside_intent" || code === "untrusted_value" || code === "invalid_arguments") ?? null;
}
