import { type Brief, type JsonObject, newId, Proposal } from "@quartermaster/shared/contracts";
import type { OriginFinder } from "./origins.ts";
import { originsOf } from "./origins.ts";
import { taintOf } from "./said-by-requester.ts";
import type { TaskState } from "./task-state.ts";
import type { DryRun, ProposeTool } from "./tool.ts";
import type { RegisteredTool } from "./tool-registry.ts";

export interface ProposalInput<P> {
  brief: Brief;
  state: TaskState;
  entry: RegisteredTool<P>;
  /** Arguments as validated, before the tool made them canonical. */
  raw: JsonObject;
  dryRun: DryRun;
  finder: OriginFinder;
  /** Name asked for by a structured action. */
  ref: string | undefined;
  after: readonly string[];
  note: string | null;
}

/** Next free name such as "transfer1". */
function freeRef(tool: string, brief: Brief, state: TaskState): string {
  const taken = new Set([
    ...brief.facts.planned.map((entity) => entity.ref.replace(/^@/, "")),
    ...brief.calls.flatMap((call) => call.ref ?? []),
    ...state.proposals.map((proposal) => proposal.ref),
  ]);
  const short = tool.split("_")[0] ?? tool;
  for (let n = 1; ; n++) if (!taken.has(`${short}${n}`)) return `${short}${n}`;
}

/** Makes the proposal of a dry run. @throws ZodError when the tool returned something outside the contract. */
export function buildProposal<P>(input: ProposalInput<P>): Proposal {
  const { brief, state, entry, dryRun, finder } = input;
  // biome-ignore lint/suspicious/noExplicitAny: the registry holds tools of different argument types
  const tool = entry.tool as ProposeTool<P, any>;
  const taint = taintOf(brief, state);
  const ref = input.ref ?? freeRef(tool.name, brief, state);
  return Proposal.parse({
    id: newId("prp"),
    agent: brief.agent,
    tool: tool.name,
    toolVersion: tool.version,
    schemaHash: entry.schemaHash,
    args: dryRun.args,
    ref,
    after: [...new Set(input.after)],
    guards: dryRun.guards,
    evidence: dryRun.evidence.slice(0, 60),
    outputs: tool.outputs,
    requires: dryRun.requires,
    meaning: dryRun.meaning,
    findings: dryRun.findings,
    origins: originsOf(dryRun.args, input.raw, dryRun.origins, finder),
    tainted: taint.length > 0,
    taintSources: taint.slice(0, 40),
    eager: tool.eager,
    inverse: dryRun.inverse,
    planned: dryRun.planned.map((entity, index) => ({
      ref: index === 0 ? ref : `${ref}.${entity.output}`,
      kind: entity.kind,
      snapshot: entity.snapshot,
    })),
    note: input.note === null || input.note.trim() === "" ? null : input.note.trim().slice(0, 2000),
  } satisfies Proposal);
}
