import { z } from "zod";
import { PlannedEntity, Selector, Snapshot } from "./brief.ts";
import { Id } from "./ids.ts";
import { Hash, Instant, JsonObject, JsonValue } from "./json.ts";
import { RememberedFact } from "./memory.ts";
import { AgentName, AgentStatus, Language } from "./words.ts";

/** What must still hold when the step runs. `record` is an id such as STK-006, or `@ref` of a planned entity. */
export const Guard = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("exact"),
    domain: AgentName,
    record: z.string().max(80),
    /** `read@<version>`, or `after:<stepId or ref>` = the version that the earlier step's receipt reports. */
    version: z.string().max(80),
  }),
  z.strictObject({
    kind: z.literal("bound"),
    domain: AgentName,
    record: z.string().max(80),
    /** Facts that must stay the same, e.g. lot, status, expiry, side of safety stock. */
    facts: JsonObject,
    /** What the step needs, e.g. { available: "60" } meaning available ≥ 60. */
    atLeast: JsonObject,
  }),
]);
export type Guard = z.infer<typeof Guard>;

export const Evidence = z.strictObject({
  tool: z.string().max(60),
  /** `<id>@<version>` of the record that was read. */
  record: z.string().max(120),
  snapshot: Snapshot.optional(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Where an argument value came from; keyed by JSON pointer in `origins`. */
export const Origin = z.strictObject({
  kind: z.enum(["requester", "record", "computed", "agent", "untrusted"]),
  record: z.string().max(120).optional(),
  text: z.string().max(400).optional(),
});
export type Origin = z.infer<typeof Origin>;

/** A finding of a dry run: a conflict code with what was compared. */
export const Finding = z.strictObject({
  code: z.string().max(60),
  severity: z.enum(["refuse", "ask", "warn"]),
  detail: z.string().max(1000),
  records: z.array(z.string().max(120)).max(40),
  values: JsonObject,
});
export type Finding = z.infer<typeof Finding>;

export const OutputDecl = z.strictObject({ name: z.string().max(40), kind: z.string().max(40) });
export type OutputDecl = z.infer<typeof OutputDecl>;

/** One effect that an agent wants: tool, canonical args, versions read, evidence, checks. */
export const Proposal = z.strictObject({
  id: Id,
  agent: AgentName,
  tool: z.string().max(60),
  toolVersion: z.number().int().positive(),
  schemaHash: Hash,
  /** Canonical args; refable id arguments may hold "@<ref>". */
  args: JsonObject,
  /** Name under which later steps may refer to this one. */
  ref: z.string().max(40),
  after: z.array(z.string().max(40)).max(20),
  guards: z.array(Guard).max(40),
  evidence: z.array(Evidence).max(60),
  outputs: z.array(OutputDecl).max(10),
  /** Records of any domain that merge must have a snapshot of. */
  requires: z.array(Selector).max(40),
  /** Idempotency content, without the plan id. */
  meaning: JsonObject,
  findings: z.array(Finding).max(40),
  origins: z.record(z.string(), Origin),
  tainted: z.boolean(),
  taintSources: z.array(z.string().max(120)).max(40),
  eager: z.boolean(),
  inverse: z.strictObject({ tool: z.string(), args: JsonObject }).nullable(),
  /** What the step would create or change, for later waves: one entry an output. */
  planned: z.array(PlannedEntity).max(10),
  /** Agent prose; shown apart as unverified, never read by code. */
  note: z.string().max(2000).nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

export const AnswerFact = z.strictObject({
  text: z.string().max(400),
  value: z.string().max(80),
  unit: z.string().max(20).nullable(),
  record: z.string().max(120),
});
export type AnswerFact = z.infer<typeof AnswerFact>;

export const Question = z.strictObject({
  id: z.string().max(60),
  text: z.string().max(1000),
  options: z.array(z.strictObject({ label: z.string().max(120), text: z.string().max(400) })).max(12),
});
export type Question = z.infer<typeof Question>;

export const Usage = z.strictObject({
  modelCalls: z.number().int().nonnegative(),
  promptTokens: z.number().int().nonnegative(),
  completionTokens: z.number().int().nonnegative(),
  cost: z.string().nullable(),
  estimated: z.boolean(),
});
export type Usage = z.infer<typeof Usage>;

/** One read tool call of the task with the structured result the answer may cite. */
export const ReadResult = z.strictObject({
  tool: z.string().max(60),
  args: JsonObject,
  records: z.array(Snapshot).max(200),
  result: JsonValue,
});
export type ReadResult = z.infer<typeof ReadResult>;

/** What a task ended with; signed by the agent's own key with purpose "result". */
export const TaskResult = z.strictObject({
  v: z.literal(1),
  taskId: Id,
  agent: AgentName,
  /** Random owner token of the claim that finished the task. */
  owner: z.string().max(60),
  sequence: z.number().int().nonnegative(),
  status: AgentStatus,
  stopReason: z.string().max(60),
  proposals: z.array(Proposal).max(40),
  reads: z.array(ReadResult).max(60),
  snapshots: z.array(Snapshot).max(200),
  answer: z.string().max(8000).nullable(),
  answerFacts: z.array(AnswerFact).max(60),
  questions: z.array(Question).max(6),
  refusal: z.strictObject({ code: z.string().max(60), detail: z.string().max(1000) }).nullable(),
  /** Per-call problems of kind `actions`: index of the call and a typed error. */
  callErrors: z
    .array(z.strictObject({ index: z.number().int(), code: z.string(), detail: z.string(), path: z.string().nullable() }))
    .max(50),
  tainted: z.boolean(),
  taintSources: z.array(z.string().max(120)).max(60),
  usage: Usage,
  language: Language,
  agentVersion: z.string().max(40),
  toolsetHash: Hash,
  promptHash: Hash,
  finishedAt: Instant,
  /** Facts to keep about the user; only where the brief asked for memory. */
  remembered: z.array(RememberedFact).max(10).optional(),
});
export type TaskResult = z.infer<typeof TaskResult>;
