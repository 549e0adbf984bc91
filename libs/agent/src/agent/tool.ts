import type {
  Brief,
  Evidence,
  Finding,
  Guard,
  JsonObject,
  JsonValue,
  Origin,
  OutputDecl,
  PlannedEntity,
  Selector,
  Snapshot,
} from "@quartermaster/shared/contracts";
import type { z } from "zod";

/** What a tool may use. `ports` are read-only, bound to the tenant and to one read-only transaction. */
export interface ToolContext<P> {
  readonly tenant: string;
  readonly brief: Brief;
  /** Business time now, ISO. */
  readonly businessNow: string;
  readonly ports: P;
  /** Planned entity behind "@<ref>", or undefined. */
  planned(ref: string): PlannedEntity | undefined;
  /** Every planned entity that this task knows: those of the brief and those of its own proposals so far. */
  plannedEntities?(): readonly PlannedEntity[];
  /**
   * Replaces free text from a record by a handle `{ "$text": "<handle>", "length": n }`. The model reads it only through
   * `read_text`, which marks the task tainted. Empty text gives null.
   */
  text(record: string, field: string, value: string | null): JsonValue;
  readonly signal: AbortSignal;
}

/** A typed failure that the model (and a structured caller) can act on. */
export interface ToolFailure {
  ok: false;
  code: string;
  hint: string;
  /** Dotted path of the argument at fault. */
  path?: string;
}

export interface ReadOutcome {
  ok: true;
  /** What the model sees and answers may cite; quantities as decimal strings, record ids included. */
  result: JsonValue;
  /** Every record read, with its version. */
  records: Snapshot[];
  /** What must be on file about this reading; the agent's definition writes it, into the one table that its role may write. */
  audit?: JsonObject;
}

/** The dry run of a propose tool: feeds the model and the merge, nobody else trusts it. */
export interface DryRun {
  ok: true;
  /** Canonical args: ids resolved, quantity in the unit given, dates ISO. */
  args: JsonObject;
  guards: Guard[];
  evidence: Evidence[];
  /** Records (of any domain) that merge must have. */
  requires: Selector[];
  /** Idempotency content without the plan id. */
  meaning: JsonObject;
  findings: Finding[];
  /** Origins known to the tool (computed or record values); the runtime fills in requester, agent and untrusted. */
  origins: Record<string, Origin>;
  /** One entry an output: what the step would create; `ref` is set by the runtime. */
  planned: { output: string; kind: string; snapshot: JsonObject }[];
  inverse: { tool: string; args: JsonObject } | null;
  records: Snapshot[];
  /** What the model sees. */
  result: JsonValue;
}

interface ToolBase<A> {
  name: string;
  /** Raised with every change of the schema. */
  version: number;
  /** Purpose, then a negative clause "Not for …". */
  description: string;
  /** Closed object schema (z.strictObject); optional arguments are `.optional()`. */
  schema: z.ZodType<A>;
}

export interface ReadTool<P, A = never> extends ToolBase<A> {
  effect: "read";
  run(args: A, context: ToolContext<P>): Promise<ReadOutcome | ToolFailure>;
}

export interface ProposeTool<P, A = never> extends ToolBase<A> {
  effect: "propose";
  outputs: OutputDecl[];
  /** Dotted paths of id arguments that may hold "@<ref>". */
  refable: string[];
  /**
   * Dotted paths of the arguments that say who, what, where or which paper: these never take a value that only a free text names.
   * Every other text argument stands in `plain`; a registry does not take a tool that leaves one out.
   */
  identity: string[];
  /** Dotted paths of the other text arguments: how much, in which unit, by when, in which state, why. */
  plain: string[];
  eager: boolean;
  /** Tool that undoes it; null when nothing does. */
  inverse: string | null;
  /** Must not change anything; MUST be deterministic for the same records and business time. */
  dryRun(args: A, context: ToolContext<P>): Promise<DryRun | ToolFailure>;
}

/** What a system outside the company said: one text, as little trusted as any free text. */
export interface OutsideAnswer {
  ok: true;
  text: string;
  /** The other side called it an error of its own. */
  failed: boolean;
}

/** A read tool behind somebody else's server. It sees its arguments and nothing else: no ports, no brief, no tenant. */
export interface OutsideTool<A = never> extends ToolBase<A> {
  effect: "read";
  /** Name of the server, for the record of where a value is from. */
  source: string;
  /** MUST end within a limit of its own and bound what it gives back. */
  ask(args: A, signal: AbortSignal): Promise<OutsideAnswer | ToolFailure>;
}

/** A tool of our own. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds tools of different argument types
export type AnyTool<P> = ReadTool<P, any> | ProposeTool<P, any>;
/** A tool that a model may be offered. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds tools of different argument types
export type OfferedTool<P> = AnyTool<P> | OutsideTool<any>;

/** Gives a read tool its inferred argument type. */
export const defineReadTool = <P, A>(tool: ReadTool<P, A>): ReadTool<P, A> => tool;
/** Gives a propose tool its inferred argument type. */
export const defineProposeTool = <P, A>(tool: ProposeTool<P, A>): ProposeTool<P, A> => tool;
