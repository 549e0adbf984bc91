import { type PlanConflict, PolicyFacts } from "@quartermaster/shared/contracts";
import { compare, decimal } from "@quartermaster/shared/quantity";
import { z } from "zod";
import { Thresholds } from "./thresholds.ts";

/** A line of a policy table as data, so that it can be shown, versioned and tested row by row. */
export type Condition =
  | { fact: keyof PolicyFacts; is: boolean }
  | { fact: keyof PolicyFacts; in: readonly string[] }
  | { arg: string; in: readonly string[] }
  /** The day's sum (this step and the others of the requester) reaches a threshold. */
  | { sumAtLeast: keyof Thresholds }
  | { conflict: string }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };

const keysOf = <T extends object>(shape: T) => Object.keys(shape) as [keyof T & string, ...(keyof T & string)[]];
const FactName = z.enum(keysOf(PolicyFacts.shape));
const Words = z.array(z.string().max(60)).min(1).max(20);

/** The form of a condition in a policy document. */
export const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ fact: FactName, is: z.boolean() }),
    z.strictObject({ fact: FactName, in: Words }),
    z.strictObject({ arg: z.string().min(1).max(60), in: Words }),
    z.strictObject({ sumAtLeast: z.enum(keysOf(Thresholds.shape)) }),
    z.strictObject({ conflict: z.string().min(1).max(60) }),
    z.strictObject({ all: z.array(Condition).max(10) }),
    z.strictObject({ any: z.array(Condition).max(10) }),
    z.strictObject({ not: Condition }),
  ]),
);

/** What conditions look at. `sumEur` is null when the executor states no value. */
export interface ConditionInput {
  facts: PolicyFacts;
  args: Readonly<Record<string, unknown>>;
  conflicts: readonly Pick<PlanConflict, "code">[];
  sumEur: string | null;
}

/** Whether a condition holds. A fact that nobody stated never satisfies a condition, neither `is: true` nor `is: false`. */
export function holds(condition: Condition, input: ConditionInput, thresholds: Thresholds): boolean {
  if ("all" in condition) return condition.all.every((part) => holds(part, input, thresholds));
  if ("any" in condition) return condition.any.some((part) => holds(part, input, thresholds));
  if ("not" in condition) return !holds(condition.not, input, thresholds);
  if ("conflict" in condition) return input.conflicts.some((conflict) => conflict.code === condition.conflict);
  if ("sumAtLeast" in condition)
    return input.sumEur !== null && compare(decimal(input.sumEur), decimal(String(thresholds[condition.sumAtLeast]))) >= 0;
  if ("arg" in condition) return condition.in.includes(String(input.args[condition.arg]));
  if ("is" in condition) return input.facts[condition.fact] === condition.is;
  return condition.in.includes(String(input.facts[condition.fact]));
}

/** The single tests that a condition is made of. */
export type Atom = Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>;

/** Every single test in a condition, in the order written. */
export function atomsOf(condition: Condition): Atom[] {
  if ("all" in condition) return condition.all.flatMap(atomsOf);
  if ("any" in condition) return condition.any.flatMap(atomsOf);
  if ("not" in condition) return atomsOf(condition.not);
  return [condition];
}
