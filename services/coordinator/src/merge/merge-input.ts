import type {
  Action,
  AgentName,
  AgentStatus,
  Intent,
  JsonObject,
  JsonValue,
  Language,
  PlanConflict,
  PlannedEntity,
  PlanStep,
  Proposal,
  Question,
  Selector,
  Snapshot,
} from "@quartermaster/shared/contracts";
import type { ReplacedEffect } from "./replaced-effects.ts";

/** Units that a step of another request's open plan wants; no units are set aside until approval. */
export interface OpenPlanUse {
  requestId: string;
  stepId: string;
  /** Stock record, e.g. STK-006. */
  record: string;
  /** Base units, decimal text. */
  quantity: string;
}

/** An earlier effect or open step with the same meaning. */
export interface MeaningHit {
  meaningKey: string;
  requestId: string;
  threadId: string;
  at: string;
}

/** A read that an agent made, with what it returned. */
export interface MergeRead {
  agent: AgentName;
  tool: string;
  args: JsonObject;
  records: Snapshot[];
  result: JsonValue;
}

/** Everything merge may look at; it reads no clock, no random source and no database. */
export interface MergeInput {
  tenant: string;
  requestId: string;
  threadId: string;
  language: Language;
  /** ISO business time. */
  businessNow: string;
  intent: Intent;
  /** The user's own words that the intent was read from, with those of the thread that they lean on; empty for known steps. */
  words: string;
  /** `exact` switches derivation off; `dry_run` merges as `execute` does, the caller stops before the handoff. */
  mode: "execute" | "dry_run" | "exact";
  acknowledge: readonly string[];
  /** True when the user said "again": the same meaning is wanted a second time. */
  again: boolean;
  /** The words put something in the place of what a replaced request did. */
  corrects?: boolean;
  /** Of all waves, in wave order. */
  proposals: readonly Proposal[];
  reads: readonly MergeRead[];
  snapshots: readonly Snapshot[];
  /** Known calls that an agent answered with an error. */
  failedCalls: readonly { agent: AgentName; tool: string; args: JsonObject; code: string; detail: string }[];
  /** Asked for and not found, or not answered. */
  missingSnapshots: readonly Selector[];
  missingAgents: readonly { agent: AgentName; status: AgentStatus }[];
  openPlans: readonly OpenPlanUse[];
  meaningHits: readonly MeaningHit[];
  /** Steps of the previous revision, to keep ids and with them decisions. */
  previousSteps: readonly PlanStep[];
  /** Steps of the previous revision that succeeded, are being executed, or whose outcome is unknown: they stay as they are. */
  keptSteps: readonly PlanStep[];
  /** What steps of the previous revision have made, by step and output: a call that was planned after it names the record itself. */
  madeBefore?: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Steps of the previous revision as an approver's edit made them, and those that follow from it, under the same ids. */
  narrowedSteps?: readonly PlanStep[];
  /** Calls of the previous revision that are made again, as planned and as narrowed: they lay within the words, and less of it does too. */
  plannedBefore?: readonly Pick<Action, "agent" | "tool" | "args">[];
  /** What requests that this one replaces have done and what is still in force, oldest first. None of it is under way any more. */
  replaced?: readonly ReplacedEffect[];
  newId: (prefix: "stp" | "prp") => string;
}

export type MergeOutcome =
  | {
      kind: "plan";
      steps: PlanStep[];
      conflicts: PlanConflict[];
      openIssues: string[];
      uses: { stepId: string; record: string; quantity: string }[];
    }
  /** Another wave of known calls is needed, without a model. */
  | { kind: "needs"; needs: Action[]; planned: PlannedEntity[]; facts: Snapshot[]; conflicts: PlanConflict[] }
  | { kind: "snapshots"; selectors: Selector[] }
  | { kind: "question"; questions: Question[]; conflicts: PlanConflict[] }
  | { kind: "refusal"; code: string; detail: string; conflicts: PlanConflict[] }
  /** No effect was proposed: answer from what was read. */
  | { kind: "answer"; conflicts: PlanConflict[] }
  | { kind: "incomplete"; missing: { agent: AgentName; status: AgentStatus }[]; detail: string; conflicts: PlanConflict[] };
