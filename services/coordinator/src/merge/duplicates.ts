import type { Proposal } from "@quartermaster/shared/contracts";
import { canonicalJson, stepMeaningKey } from "@quartermaster/shared/signing";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import type { MeaningHit, MergeInput } from "./merge-input.ts";

/** A meaning that refers to a step of this very plan cannot have been done before. */
const refersToPlan = (proposal: Proposal): boolean => canonicalJson(proposal.meaning).includes('"@');

export const meaningKeyOf = (tenant: string, proposal: Proposal): string => stepMeaningKey(tenant, proposal.tool, proposal.meaning);

/**
 * Keeps one of several proposals with the same meaning: a model that repeats itself gets one step. What is to come after its like is
 * more of the same and stays.
 */
export function dropRepeats(tenant: string, proposals: readonly Proposal[]): Proposal[] {
  const keyOf = (proposal: Proposal) =>
    refersToPlan(proposal) ? `${proposal.tool}|${canonicalJson(proposal.args)}` : meaningKeyOf(tenant, proposal);
  const alike = new Map<string, string[]>();
  for (const proposal of proposals) alike.set(keyOf(proposal), [...(alike.get(keyOf(proposal)) ?? []), proposal.ref]);
  const seen = new Set<string>();
  return proposals.filter((proposal) => {
    const key = keyOf(proposal);
    const addsTo = (alike.get(key) ?? []).filter((ref) => ref !== proposal.ref && proposal.after.includes(ref));
    const kind = `${key}|${addsTo.sort().join()}`;
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Asks before doing again what another request did or is about to do within fourteen days. */
export function findPossibleDuplicates(input: MergeInput, proposals: readonly Proposal[]): DraftConflict[] {
  const hits = new Map<string, MeaningHit>(input.meaningHits.map((hit) => [hit.meaningKey, hit]));
  const conflicts: DraftConflict[] = [];
  for (const proposal of proposals) {
    const hit = refersToPlan(proposal) ? undefined : hits.get(meaningKeyOf(input.tenant, proposal));
    if (!hit || hit.requestId === input.requestId) continue;
    const detail = `the same was asked for by ${hit.requestId} at ${hit.at}`;
    conflicts.push(draftConflict("possible_duplicate", [proposal], detail, [], { requestId: hit.requestId, at: hit.at }));
  }
  return conflicts;
}
