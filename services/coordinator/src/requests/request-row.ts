import type {
  Action,
  AnswerFact,
  Intent,
  Language,
  PlanConflict,
  PlannedEntity,
  Question,
  RequestStatus,
  Selector,
  Snapshot,
  Usage,
} from "@quartermaster/shared/contracts";
import type { Signed } from "@quartermaster/shared/signing";

/** One task of a wave, before it is dispatched. */
export interface TaskPlan {
  agent: Action["agent"];
  kind: "work" | "actions" | "snapshot";
  calls: Action[];
  selectors: Selector[];
  planned: PlannedEntity[];
  facts: Snapshot[];
}

/** Something that did not go as asked and needs a person's eye. */
export interface OpenIssue {
  code: string;
  detail: string;
  stepId?: string;
  agent?: string;
}

export type RequestPhase = "intent" | "tasks" | "merge" | "plan" | "input" | "done";

/** A row of `requests`. */
export interface RequestRow {
  tenant: string;
  id: string;
  threadId: string;
  requester: string;
  requesterRoles: string[];
  text: string | null;
  actions: Action[] | null;
  mode: "execute" | "dry_run" | "exact";
  acknowledge: string[];
  again: boolean;
  language: Language | null;
  status: RequestStatus;
  phase: RequestPhase;
  round: number;
  wave: number;
  schedule: TaskPlan[][];
  pendingResults: number;
  planId: string | null;
  revision: number;
  intent: Intent | null;
  goal: string | null;
  relation: string | null;
  requestToken: Signed<Record<string, unknown>> | null;
  waitingFor: string | null;
  attention: boolean;
  openIssues: OpenIssue[];
  supersededBy: string | null;
  answers: string | null;
  paused: string[];
  supersedes: string[];
  cancelRequested: boolean;
  cancelledBy: string | null;
  answer: string | null;
  answerFacts: AnswerFact[];
  questions: Question[];
  refusal: { code: string; detail: string } | null;
  conflicts: PlanConflict[];
  intentUsage: Usage | null;
  lastEvent: number;
  /** How often it was taken up since the last step that came to its end. */
  attempts: number;
  wake: number;
  owner: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * True when approvals holds a plan of this request. While it is planned again its phase is `tasks` or `merge`, and people can
 * still decide the items of the revision before.
 */
export const hasPlan = (row: Pick<RequestRow, "planId" | "mode">): row is Pick<RequestRow, "mode"> & { planId: string } =>
  row.planId !== null && row.mode !== "dry_run";

/** Names of columns in code: `thread_id` → `threadId`. */
export function camelRow<T>(row: Record<string, unknown>): T {
  const entries = Object.entries(row).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries) as T;
}
