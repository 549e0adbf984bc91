import type { Finding, JsonObject, PlanConflict, Proposal } from "@quartermaster/shared/contracts";
import { conflictSeverity } from "./conflict-severity.ts";

/** A conflict before its steps have ids: it points at proposals. */
export interface DraftConflict {
  code: string;
  severity: PlanConflict["severity"];
  proposals: string[];
  detail: string;
  records: string[];
  values: JsonObject;
}

/** Makes a conflict with the severity that the table gives its code. */
export function draftConflict(
  code: string,
  proposals: readonly Pick<Proposal, "id">[],
  detail: string,
  records: string[] = [],
  values: JsonObject = {},
): DraftConflict {
  return { code, severity: conflictSeverity(code), proposals: proposals.map((proposal) => proposal.id), detail, records, values };
}

/** A dry run's finding as a conflict; the table decides the severity, not the agent. */
export function conflictOfFinding(proposal: Proposal, finding: Finding): DraftConflict {
  return draftConflict(finding.code, [proposal], finding.detail, finding.records, finding.values);
}
