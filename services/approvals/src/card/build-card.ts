import type { ChangeRow, PlanConflict, PlanStep, Preview } from "@quartermaster/shared/contracts";
import { cardHashOf } from "@quartermaster/shared/signing";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";
import type { Card } from "./card.ts";
import { headlineOf } from "./headline.ts";
import { confirmOf, riskOf } from "./risk.ts";

export interface CardInput {
  step: PlanStep;
  preview: Preview;
  verdict: PolicyVerdict;
  conflicts: readonly PlanConflict[];
  requester: string;
  decideBy: string;
  executeBy: string | null;
}

/** Rows of both sides by path: changed ones first, each side given a row for every path of the other. */
function matched(before: readonly ChangeRow[], after: readonly ChangeRow[]): { before: ChangeRow[]; after: ChangeRow[] } {
  const left = new Map(before.map((row) => [row.path, row]));
  const right = new Map(after.map((row) => [row.path, row]));
  const paths = [...new Set([...left.keys(), ...right.keys()])];
  const changed = (path: string): boolean => left.get(path)?.value !== right.get(path)?.value;
  const ordered = [...paths.filter(changed), ...paths.filter((path) => !changed(path))];
  const side = (own: Map<string, ChangeRow>, other: Map<string, ChangeRow>): ChangeRow[] =>
    ordered.flatMap((path) => {
      const row = own.get(path) ?? other.get(path);
      return row === undefined ? [] : [own.has(path) ? row : { ...row, version: null, value: null }];
    });
  return { before: side(left, right), after: side(right, left) };
}

/** Builds what a person decides on, from canonical args and the executor's preview only. */
export function buildCard(input: CardInput): { card: Card; risk: 1 | 2 | 3 } {
  const { step, preview, verdict, conflicts } = input;
  const risk = riskOf(step, preview.facts, verdict, conflicts);
  const rows = matched(preview.before, preview.after);
  const card: Omit<Card, "hash"> = {
    headline: headlineOf(step.tool, step.args, preview.names),
    agent: step.agent,
    tool: step.tool,
    args: step.args,
    before: rows.before,
    after: rows.after,
    names: preview.names,
    conflicts: conflicts.map(({ code, severity, detail, records, values }) => ({ code, severity, detail, records, values })),
    origins: step.origins,
    tainted: step.tainted,
    taintSources: step.taintSources,
    onReject: preview.onReject,
    confirm: confirmOf(step, risk),
    requester: input.requester,
    slots: verdict.slots.map((role) => ({ role })),
    decideBy: input.decideBy,
    executeBy: input.executeBy,
  };
  return { card: { ...card, hash: cardHashOf(card) }, risk };
}
