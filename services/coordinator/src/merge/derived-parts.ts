import type { Action, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import type { DerivedNeeds } from "./derived-needs.ts";
import { draftConflict } from "./draft-conflict.ts";
import type { MergeInput } from "./merge-input.ts";

export const NOTHING: DerivedNeeds = { needs: [], conflicts: [] };
export const refOf = (prefix: string, proposal: Proposal): string => `${prefix}_${proposal.ref}`.slice(0, 32);

/** A call that was made already: the error that it gave is a conflict, not another call. */
export function unlessFailed(input: MergeInput, need: Action, parent: Proposal, same: (args: JsonObject) => boolean): DerivedNeeds {
  const failed = input.failedCalls.find((call) => call.tool === need.tool && same(call.args));
  return failed ? { needs: [], conflicts: [draftConflict(failed.code, [parent], failed.detail)] } : { needs: [need], conflicts: [] };
}

export const merged = (parts: readonly DerivedNeeds[]): DerivedNeeds => ({
  needs: parts.flatMap((part) => part.needs),
  conflicts: parts.flatMap((part) => part.conflicts),
});
