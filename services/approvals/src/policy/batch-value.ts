import type { PolicyFacts } from "@quartermaster/shared/contracts";
import { decimal, formatDecimal, sum } from "@quartermaster/shared/quantity";
import type { StepPicture } from "../decision/plan-picture.ts";

const DEAD = new Set(["rejected", "expired", "cancelled", "skipped", "failed"]);

/** What a step counts by; steps that agree in it are one action, however it was cut. */
type Part = Pick<StepPicture, "id" | "state" | "valueEur" | "sku" | "destination"> & { body: Pick<StepPicture["body"], "tool"> };

const isSameBatch = (step: Part, facts: PolicyFacts, other: Part): boolean =>
  other.id !== step.id &&
  other.body.tool === step.body.tool &&
  other.sku === (facts.sku ?? null) &&
  other.destination === (facts.destination ?? null) &&
  !DEAD.has(other.state);

/**
 * EUR that policy judges a step by: its own, that of the other steps of the plan with the same tool, item and destination, and what
 * the same person asked for earlier that day. Null when the executor states no value.
 */
export function batchValue(steps: readonly Part[], step: Part, facts: PolicyFacts, earlierEur: string): string | null {
  if (facts.valueEur === undefined) return null;
  const others = steps.filter((other) => isSameBatch(step, facts, other)).map((other) => decimal(other.valueEur ?? "0"));
  return formatDecimal(sum([decimal(facts.valueEur), decimal(earlierEur), ...others])) ?? facts.valueEur;
}
