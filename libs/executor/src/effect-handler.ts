import type { AgentName, ChangeRow, ForeignFact, JsonObject, JsonValue, PolicyFacts, Selector } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { z } from "zod";
import type { OutsideMapping } from "./outside/outside-link.ts";

/** What `describe` may use; the same code runs for the preview and, under lock, for the execution. */
export interface DescribeContext {
  readonly tx: Tx;
  readonly tenant: string;
  /** Business time now, ISO, read from the database. */
  readonly businessNow: string;
  /** True in an execution: rows that the step writes MUST be read `for update`, in id order. */
  readonly lock: boolean;
  /** Predicted entity behind an open `$ref` (previews only). */
  predicted(step: string, output: string): JsonObject | undefined;
  /** All predicted entities of predecessors (previews only); a step that names a record by id finds there what an earlier step makes of it. */
  readonly predictions?: readonly { step: string; output: string; kind: string; entity: JsonObject }[];
  /** Facts stated by other domains' executors. */
  readonly foreign: readonly ForeignFact[];
}

/** What the guards are compared with. `available` only where a bound guard may ask for it. */
export interface FoundRecord {
  version: number;
  facts: JsonObject;
  atLeast: JsonObject;
}

/** What a step would change. Everything in it comes from this domain's rows and the foreign facts, never from an agent. */
export interface EffectDescription {
  /** Set when it cannot be done at all; the other members may then be empty. */
  refusal: { code: string; detail: string } | null;
  headline: string;
  before: ChangeRow[];
  after: ChangeRow[];
  names: Record<string, string>;
  facts: PolicyFacts;
  /** The change itself (what moves, how much, from, to); hashed as effectHash. No balances, no versions, no generated ids. */
  effect: JsonValue;
  /** Records that guards may name, by id. */
  found: Record<string, FoundRecord>;
  /** Predicted entities by output name for steps that refer to this one. */
  predicted: { output: string; kind: string; entity: JsonObject }[];
  /** Foreign records still needed; approvals fetches them and asks again. */
  needs: Selector[];
  /** Foreign records that must be stated anew once the rows are locked; absent = what was stated before the approval is enough. */
  fresh?: Selector[];
  /** Primary keys (record ids) of every row the step will write, new ones excepted. */
  entities: string[];
  onReject: string[];
}

export interface ApplyContext extends DescribeContext {
  readonly grantId: string;
  /** The request whose step this is. */
  readonly requestId: string;
  /** Users who approved; empty when policy alone granted. */
  readonly approvers: readonly string[];
  /** Id of a record this step creates: prefix + 10 characters fixed by the grant, so a replay gives the same. */
  newRecordId(prefix: string, name: string): string;
}

export interface Applied {
  outputs: Record<string, string>;
  /** Every record written, with its new version. */
  records: { record: string; version: number }[];
  externalOutcome: "pending" | null;
  /** The action that undoes it, with the ids as they are now; null or absent when nothing does. */
  inverse?: { tool: string; args: JsonObject } | null;
}

/** One tool's effect. Registered with the executor; holds no model and no credentials of its own. */
export interface EffectHandler<A> {
  tool: string;
  version: number;
  /** Versions (with schema hashes) that this executor still accepts. */
  compatible: { version: number; schemaHash: string }[];
  schema: z.ZodType<A>;
  /** Hard floor of distinct approvers, whatever the policy says; may look at the facts. */
  minApprovers(facts: PolicyFacts): 0 | 1 | 2;
  /**
   * MUST be free of effects and deterministic for the same rows. `args` has references replaced by their resolved value, or,
   * in a preview with an open reference, left as `{ "$ref": … }` objects: use `context.predicted`.
   */
  describe(args: A, context: DescribeContext): Promise<EffectDescription>;
  /** Writes. Called once, under lock, after all checks. Every write bumps `version` by one. */
  apply(args: A, description: EffectDescription, context: ApplyContext): Promise<Applied>;
}

export interface ExecutorDefinition {
  domain: AgentName;
  // biome-ignore lint/suspicious/noExplicitAny: handlers have different argument types
  handlers: readonly EffectHandler<any>[];
  /** Answers preview requests of kind "facts": this domain's records with versions and the fields others need. */
  readFacts(tx: Tx, tenant: string, selectors: readonly Selector[]): Promise<ForeignFact[]>;
  /** How its effects look to another system; absent = none leaves our database. */
  outside?: OutsideMapping;
}
