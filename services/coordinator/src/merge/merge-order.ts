import { canonicalJson } from "@quartermaster/shared/signing";
import { stageOf } from "./conflict-severity.ts";
import type { DraftConflict } from "./draft-conflict.ts";
import type { MergeInput } from "./merge-input.ts";
import { sortKeyOf } from "./order-proposals.ts";

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

/**
 * The same input in one order, whoever answered first. Reads stay as they are: of two for the same question the later wave's counts.
 * Of two snapshots of one version the same one wins, too, should a system state it differently twice.
 */
export function inStableOrder(input: MergeInput): MergeInput {
  return {
    ...input,
    proposals: sortedBy(input.proposals, (proposal) => `${sortKeyOf(proposal)}|${canonicalJson(proposal)}`),
    snapshots: sortedBy(input.snapshots, canonicalJson),
    failedCalls: sortedBy(input.failedCalls, (call) => canonicalJson([call.agent, call.tool, call.args, call.code, call.detail])),
    missingSnapshots: sortedBy(input.missingSnapshots, canonicalJson),
    missingAgents: sortedBy(input.missingAgents, (missing) => missing.agent),
    openPlans: sortedBy(input.openPlans, (use) => `${use.record}|${use.requestId}|${use.stepId}`),
    meaningHits: sortedBy(input.meaningHits, (hit) => `${hit.meaningKey}|${hit.at}|${hit.requestId}`),
  };
}

/** Conflicts as they are judged and told: refusals, duplicates, quantities, time, papers; within a stage by code and words. */
export const inMergeOrder = (conflicts: readonly DraftConflict[]): DraftConflict[] =>
  sortedBy(conflicts, (conflict) => `${stageOf(conflict.code)}|${conflict.code}|${conflict.detail}|${conflict.records.join()}`);
