/** The parts of the REST resources that the console reads. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type Risk = 1 | 2 | 3;

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface DemoUser {
  id: string;
  roles: string[];
}

export interface Session {
  user: string | null;
  roles: string[];
  tenant?: string | null;
  mode: "demo" | "oidc";
  /** Business time of the tenant, where it differs from the wall clock. */
  now?: string;
}

export interface ChangeRow {
  path: string;
  label: string;
  record: string;
  version: number | null;
  value: string | null;
  unit: string | null;
  unitLabel: string | null;
}

export interface Conflict {
  code: string;
  severity: "refuse" | "ask" | "warn";
  detail: string;
  records: string[];
  values: JsonObject;
  steps?: string[];
}

export interface Origin {
  kind: "requester" | "record" | "computed" | "agent" | "untrusted";
  record?: string;
  text?: string;
}

export interface Card {
  headline: string;
  agent: string;
  tool: string;
  args: JsonObject;
  before: ChangeRow[];
  after: ChangeRow[];
  names: Record<string, string>;
  conflicts: Conflict[];
  origins: Record<string, Origin>;
  tainted: boolean;
  taintSources: string[];
  onReject: string[];
  confirm: string | null;
  requester: string;
  slots: { role: string }[];
  decideBy: string;
  executeBy: string | null;
  hash: string;
}

export interface Slot {
  role: string;
  filledBy: string | null;
  /** Role that may decide as well, since the item was passed on. */
  also?: string;
}

export interface Decision {
  by: string;
  role: string;
  decision: "approve" | "reject";
  reason: string | null;
  reasonCode?: string | null;
  at: string;
  cardHash: string;
}

export type ApprovalState = "pending" | "approved" | "rejected" | "expired" | "superseded" | "withdrawn";

interface ApprovalCommon {
  id: string;
  revision: number;
  state: ApprovalState;
  requestId: string;
  threadId: string;
  stepId: string;
  stepNumber: number;
  stepCount: number;
  planRevision: number;
  requester: string;
  agent: string;
  tool: string;
  risk: Risk;
  agentNote: { text: string; verified: boolean } | null;
  policy: { id: string; version: string; required: number; slots: Slot[]; why: (string | JsonObject)[] };
  decisions: Decision[];
  given: number;
  claimedBy: string | null;
  paused: boolean;
  outdated?: boolean;
  carriedOverFrom: number | null;
  noEligibleApprover: string | null;
  decideBy: string;
  executeBy: string | null;
  decidedAt: string | null;
  canDecide: boolean;
  cannotDecideBecause: string | null;
  /** True also while an edit waits for its revision, when nobody can approve. */
  canReject?: boolean;
}

/** What an approver narrowed a step to; `revision` is null until a card shows it. */
export interface ApprovalEdit {
  by: string;
  at: string;
  from: JsonObject;
  args: JsonObject;
  revision: number | null;
}

export interface Approval extends ApprovalCommon {
  card: Card;
  edit?: ApprovalEdit | null;
  comments?: { id: string; by: string; text: string; at: string }[];
}

export interface ApprovalSummary extends ApprovalCommon {
  headline: string;
  summary: string;
  conflictCount: number;
  tainted: boolean;
}

export interface Receipt {
  receiptId: string;
  grantId: string;
  outcome: string;
  code: string | null;
  detail: string | null;
  outputs: Record<string, string>;
  records: { record: string; version: number }[];
  externalOutcome: string | null;
  at: string;
}

/** How an effect can be taken back, or why not. */
export type Undo =
  | { possible: true; agent: string; tool: string; args: JsonObject; remark: string | null }
  /** `by`: the request that took it back. */
  | { possible: false; because: string; by?: string };

export type StepState =
  | "proposed"
  | "pending"
  | "approved"
  | "rejected"
  | "expired"
  | "cancelled"
  | "stale"
  | "executing"
  | "succeeded"
  | "failed"
  | "unknown"
  | "skipped";

export interface Step {
  id: string;
  agent: string;
  tool: string;
  args: JsonObject;
  dependsOn: { step: string }[];
  state: StepState;
  code: string | null;
  reason: string | null;
  approval: {
    id: string;
    state?: ApprovalState;
    required: number;
    slots: Slot[];
    decideBy: string | null;
    executeBy: string | null;
    noEligibleApprover?: string | null;
  } | null;
  decidedBy?: { user: string; role: string; decision: string; reason: string | null; at: string }[];
  contentHash: string;
  evidence: { tool: string; record: string }[];
  receipt: Receipt | null;
  undo?: Undo | null;
}

export type RequestStatus =
  | "received"
  | "routing"
  | "working"
  | "merging"
  | "awaiting_input"
  | "awaiting_approval"
  | "executing"
  | "completed"
  | "refused"
  | "rejected"
  | "expired"
  | "incomplete"
  | "failed"
  | "cancelled"
  | "superseded";

export interface RequestSummary {
  id: string;
  threadId: string;
  status: RequestStatus;
  text: string | null;
  language: string | null;
  requester: string;
  mode?: string;
  waitingFor: string | null;
  attention: boolean;
  answer: string | null;
  supersededBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface AnswerFact {
  text: string;
  value: string;
  unit: string | null;
  record: string;
}

export interface Question {
  id: string;
  text: string;
  options: { label: string; text: string }[];
}

export interface AgentLine {
  status: string;
  taskId?: string;
  stopReason?: string | null;
  usage?: { modelCalls?: number };
}

export interface RequestView extends RequestSummary {
  /** Requests of the thread that this one replaced, oldest first. */
  supersedes?: string[];
  actions?: { agent: string; tool: string; args: JsonObject }[] | null;
  intent: {
    actionKinds: string[];
    derivedKinds?: string[];
    entities: { kind: string; id: string; text: string }[];
    agents: string[];
    /** Amounts and days that the words name. */
    limits?: { quantities: { quantity: string; uom: string | null }[]; dates: string[] };
  } | null;
  agents: Record<string, AgentLine>;
  plan: { id: string; revision: number; state?: string; steps: Step[]; conflicts: Conflict[] } | null;
  conflicts?: Conflict[];
  openIssues: { code: string; detail: string; stepId?: string; agent?: string }[];
  cancelRequested: boolean;
  answerFacts?: AnswerFact[] | null;
  questions: Question[];
  refusal?: { code: string; detail: string } | null;
  usage: { modelCalls: number; promptTokens: number; completionTokens: number; cost: string | null };
}

export interface FeedLine {
  id: number;
  name: string;
  data: JsonObject;
}

export interface AgentInfo {
  name: string;
  state: "ready" | "busy" | "draining" | "gone";
  queueDepth: number;
  card: { name?: string; version?: string; description?: string; skills?: { id: string; name: string; description?: string }[] } | null;
  instances: { id: string; state: string; lastSeen: string; inflight: number }[];
}

export interface Problem {
  status: number;
  code: string;
  title: string;
  detail: string;
  errors?: { path: string; message: string; code?: string }[];
  retryAfterSeconds?: number;
  [extra: string]: unknown;
}
