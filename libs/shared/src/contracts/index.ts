export { Brief, Budget, PlannedEntity, Selector, Snapshot } from "./brief.ts";
export { Envelope, FeedEvent, MESSAGE_TYPES, TYPE_HEADER } from "./envelope.ts";
export { Epoch, EpochNow, EpochQuery, Grant, OutcomeQuery, Receipt, ReceiptOutcome, Revoke, Settlement } from "./grant.ts";
export { Id, type IdPrefix, newId, SubjectToken, TenantId, UserId } from "./ids.ts";
export { Action, Intent, IntentEntity } from "./intent.ts";
export { Decimal, Hash, Instant, InstantWithOffset, JsonObject, JsonValue, signed } from "./json.ts";
export { keyText } from "./key-text.ts";
export { AliasWord, KnownFact, NamedThing, RememberedFact, TaskMemory } from "./memory.ts";
export { Dependency, Plan, PlanConflict, PlanStep, RequestToken } from "./plan.ts";
export { PlanCommand, PlanState, Slot, StepEdit } from "./plan-state.ts";
export { ChangeRow, FactsReply, FactsRequest, ForeignFact, PolicyFacts, Preview, PreviewRequest } from "./preview.ts";
export { AnswerFact, Evidence, Finding, Guard, Origin, OutputDecl, Proposal, Question, ReadResult, TaskResult, Usage } from "./proposal.ts";
export { type Presence, STREAMS, subjects } from "./subjects.ts";
export { MAX_TOOLS_OF_AGENT, NATS_BINDING, TOOLS_EXTENSION, ToolDescription } from "./tool-catalogue.ts";
export { INVISIBLE_TEXT, isVisible, visibleText } from "./visible-text.ts";
export {
  AGENTS,
  AgentName,
  AgentStatus,
  ApprovalState,
  FINAL_REQUEST_STATUSES,
  FINAL_STEP_STATES,
  LANGUAGES,
  Language,
  Principal,
  RequestStatus,
  Role,
  StepState,
} from "./words.ts";
