import type { Role } from "@quartermaster/shared/contracts";
import { type Atom, atomsOf, type Condition, type ConditionInput } from "./condition.ts";
import { type AppliedLine, evaluatePolicy, type PolicyInput } from "./evaluate-policy.ts";
import type { PolicyRow } from "./policy-row.ts";
import type { Policy } from "./policy-table.ts";
import type { Thresholds } from "./thresholds.ts";

/** A line that applied, with what it looked at. */
interface ExplainedLine extends Omit<AppliedLine, "when"> {
  /** Facts, arguments, conflicts and sums that the line looks at, as they are. */
  facts: Record<string, unknown>;
}

/** Who an action needs, and which row, facts and lines say so. */
export interface PolicyExplanation {
  id: string;
  version: string;
  required: 0 | 1 | 2;
  slots: { role: Role; filledBy: null }[];
  why: string[];
  /** Set when nobody can approve it. */
  refused: { code: string; detail: string } | null;
  lines: ExplainedLine[];
  /** What the shipped policy alone would ask for, when the tenant's own is stricter; null when they ask for the same. */
  shipped: { required: 0 | 1 | 2; slots: Role[] } | null;
  /** Facts that lines of this row look at and nobody stated; they could make it stricter. */
  notStated: string[];
}

const seenBy = (atom: Atom, input: ConditionInput, thresholds: Thresholds): [string, unknown][] => {
  if ("fact" in atom) return [[atom.fact, input.facts[atom.fact] ?? null]];
  if ("arg" in atom) return [[`args.${atom.arg}`, input.args[atom.arg] ?? null]];
  if ("conflict" in atom) return [[`conflict.${atom.conflict}`, input.conflicts.some((conflict) => conflict.code === atom.conflict)]];
  return [
    ["sumEur", input.sumEur],
    [`threshold.${atom.sumAtLeast}`, thresholds[atom.sumAtLeast]],
  ];
};

const conditionsOf = (row: PolicyRow): Condition[] =>
  [
    ...(row.free ? [row.free] : []),
    ...(row.first ?? []),
    ...row.second,
    ...(row.added ? [...row.added.first, ...row.added.second, ...row.added.never] : []),
  ].map((line) => line.when);

function notStatedIn(policy: Policy, rowId: string, input: ConditionInput): string[] {
  const row = policy.rows.find((candidate) => candidate.id === rowId);
  const atoms = row ? conditionsOf(row).flatMap(atomsOf) : [];
  const names = atoms.flatMap((atom): string[] => {
    if ("fact" in atom) return input.facts[atom.fact] === undefined ? [atom.fact] : [];
    return "sumAtLeast" in atom && input.sumEur === null ? ["valueEur"] : [];
  });
  return [...new Set(names)].sort();
}

/** Evaluates an action and says which row, facts and lines made the outcome, and what the tenant's own policy adds to the shipped one. */
export function explainPolicy(policy: Policy, shipped: Policy, input: PolicyInput): PolicyExplanation {
  const outcome = evaluatePolicy(policy, input);
  const base = evaluatePolicy(shipped, input);
  const slots = outcome.kind === "asks" ? outcome.verdict.slots : [];
  const before = base.kind === "asks" ? base.verdict.slots : null;
  const id = outcome.kind === "asks" ? outcome.verdict.id : outcome.id;
  return {
    id,
    version: policy.version,
    required: slots.length as 0 | 1 | 2,
    slots: slots.map((role) => ({ role, filledBy: null })),
    why: outcome.kind === "asks" ? outcome.verdict.why : [outcome.detail],
    refused: outcome.kind === "asks" ? null : { code: outcome.code, detail: outcome.detail },
    lines: outcome.lines.map(({ when, ...line }) => ({
      ...line,
      facts: Object.fromEntries(atomsOf(when).flatMap((atom) => seenBy(atom, input, policy.thresholds))),
    })),
    shipped:
      before === null || (outcome.kind === "asks" && before.join() === slots.join())
        ? null
        : { required: before.length as 0 | 1 | 2, slots: before },
    notStated: notStatedIn(policy, id, input),
  };
}
