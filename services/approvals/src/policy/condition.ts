import type { PlanConflict, PolicyFacts } from "@quartermaster/shared/contracts";
import { compare, decimal } from "@quartermaster/shared/quantity";
import type { Thresholds } from "./thresholds.ts";

/** A line of a policy table as data, so that it can be shown, versioned and tested row by row. */
export type Condition =
  | { fact: keyof PolicyFacts; is: boolean }
  | { fact: keyof PolicyFacts; in: readonly string[] }
  | { arg: string; in: readonly string[] }
  /** The day's sum (this step and earlier ones of the requester) reaches a threshold. */
  | { sumAtLeast: keyof Thresholds }
  | { conflict: string }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };

/** What conditions look at. `sumEur` is null when the executor states no value. */
export interface ConditionInput {
  facts: PolicyFacts;
  args: Readonly<Record<string, unknown>>;
  conflicts: readonly PlanConflict[];
  sumEur: string | null;
  thresholds: Thresholds;
}

/** Whether a condition holds. A fact that nobody stated never satisfies a condition, neither `is: true` nor `is: false`. */
export function holds(condition: Condition, input: ConditionInput): boolean {
  if ("all" in condition) return condition.all.every((part) => holds(part, input));
  if ("any" in condition) return condition.any.some((part) => holds(part, input));
  if ("not" in condition) return !holds(condition.not, input);
  if ("conflict" in condition) return input.conflicts.some((conflict) => conflict.code === condition.conflict);
  if ("sumAtLeast" in condition)
    return input.sumEur !== null && compare(decimal(input.sumEur), decimal(String(input.thresholds[condition.sumAtLeast]))) >= 0;
  if ("arg" in condition) return condition.in.includes(String(input.args[condition.arg]));
  if ("is" in condition) return input.facts[condition.fact] === condition.is;
  return condition.in.includes(String(input.facts[condition.fact]));
}
