import type { Brief, JsonObject, JsonValue, Proposal } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import { buildProposal } from "./build-proposal.ts";
import { failure, type Outcome } from "./call-outcome.ts";
import { cutResult } from "./cut-result.ts";
import type { TextHandle, ToolEntry } from "./journal.ts";
import { cutWithHandles } from "./more-handles.ts";
import { createOriginFinder, leaves, type OriginFinder } from "./origins.ts";
import { checkReferences, findPlanned } from "./references.ts";
import { runOutside } from "./run-outside.ts";
import { runRuntimeTool } from "./run-runtime-tool.ts";
import { isRuntimeTool, RUNTIME_TOOLS, runtimeToolJsonSchema } from "./runtime-tools.ts";
import type { TaskState } from "./task-state.ts";
import type { DryRun, ReadOutcome, ToolContext, ToolFailure } from "./tool.ts";
import type { RegisteredTool, ToolRegistry } from "./tool-registry.ts";
import { type UntrustedIdentity, untrustedIdentity, untrustedTarget } from "./untrusted-identity.ts";
import { parseArguments, validateArguments } from "./validate-arguments.ts";
import { visibleJson } from "./visible-json.ts";

/** Gives a tool its read ports inside one read-only transaction of the tenant. */
export interface ToolHost<P> {
  withPorts<T>(work: (ports: P, businessNow: string) => Promise<T>): Promise<T>;
  /** Files what a read tool must leave on record. Absent where no tool does. */
  audit?(taskId: string, tool: string, audit: JsonObject): Promise<void>;
}

export interface CallDeps<P> {
  brief: Brief;
  registry: ToolRegistry<P>;
  host: ToolHost<P>;
  /** Told of failures that are the tool's own fault; their text never reaches the model. */
  onToolError(tool: string, error: unknown): void;
  now(): number;
}

export interface Call {
  id: string;
  name: string;
  /** Text from a model, or a value from a structured action. */
  arguments: string | JsonValue;
  ref?: string;
  after?: readonly string[];
  /** Prose that came with the call. */
  note: string | null;
  /** Origin of a value that nothing explains. */
  fallback: "agent" | "computed";
}

/** Tool context whose free texts become handles; `texts` collects the new ones. */
function createContext<P>(
  deps: CallDeps<P>,
  state: TaskState,
  ports: P,
  businessNow: string,
  texts: TextHandle[],
  signal: AbortSignal,
): ToolContext<P> {
  return {
    tenant: deps.brief.tenant,
    brief: deps.brief,
    businessNow,
    ports,
    signal,
    planned: (ref) => findPlanned(deps.brief, state.proposals, ref),
    plannedEntities: () => [...deps.brief.facts.planned, ...state.proposals.flatMap((proposal) => proposal.planned)],
    text(record, field, value) {
      if (value === null || value === "") return null;
      const known = [...state.texts, ...texts].find((entry) => entry.record === record && entry.field === field && entry.value === value);
      const handle = known?.handle ?? `txt_${state.texts.length + texts.length + 1}`;
      if (!known) texts.push({ handle, record, field, value });
      return { $text: handle, length: value.length };
    },
  };
}

/** Lets the tool work; its own failures become a typed result, an aborted task stays an error. */
async function invoke<P, T extends ReadOutcome | DryRun>(
  deps: CallDeps<P>,
  state: TaskState,
  tool: string,
  texts: TextHandle[],
  signal: AbortSignal,
  work: (context: ToolContext<P>) => Promise<T | ToolFailure>,
): Promise<T | ToolFailure> {
  try {
    return await deps.host.withPorts((ports, businessNow) => work(createContext(deps, state, ports, businessNow, texts, signal)));
  } catch (error) {
    signal.throwIfAborted();
    deps.onToolError(tool, error);
    return { ok: false, code: "tool_failed", hint: "The system of record did not answer this call." };
  }
}

/** A reading that must be on file counts only once it is. */
async function fileAudit<P>(deps: CallDeps<P>, tool: string, audit: JsonObject, signal: AbortSignal): Promise<boolean> {
  try {
    await deps.host.audit?.(deps.brief.taskId, tool, audit);
    return deps.host.audit !== undefined;
  } catch (error) {
    signal.throwIfAborted();
    deps.onToolError(tool, error);
    return false;
  }
}

async function runRead<P>(
  deps: CallDeps<P>,
  state: TaskState,
  entry: RegisteredTool<P>,
  args: JsonObject,
  finder: OriginFinder,
  signal: AbortSignal,
): Promise<Outcome> {
  const { tool } = entry;
  if (!("run" in tool)) throw new Error("not a read tool");
  const texts: TextHandle[] = [];
  const outcome = await invoke(deps, state, tool.name, texts, signal, (context) => tool.run(args, context));
  const base = { effect: "read" as const, args };
  if (!outcome.ok) return failure(outcome, base);
  if (outcome.audit && !(await fileAudit(deps, tool.name, outcome.audit, signal)))
    return failure({ ok: false, code: "tool_failed", hint: "The reading could not be put on file, so it does not count." }, base);
  const untrustedArgs = leaves(args).some((leaf) => finder.find(leaf.value).kind === "untrusted");
  const { shown, more } = cutWithHandles(visibleJson(outcome.result), state.more);
  return {
    ...base,
    ok: true,
    output: { ok: true, result: shown },
    result: outcome.result,
    ...(more.length > 0 ? { more } : {}),
    records: outcome.records,
    texts,
    untrustedArgs,
  };
}

const proposed = (proposal: Proposal, dryRun: DryRun): JsonValue => ({
  ok: true,
  proposed: true,
  ref: `@${proposal.ref}`,
  result: cutResult(visibleJson(dryRun.result), () => null).shown,
  findings: proposal.findings.map((finding) => ({ code: finding.code, severity: finding.severity, detail: finding.detail })),
});

const sameContent = (proposal: Proposal, tool: string, args: JsonObject): boolean =>
  proposal.tool === tool && canonicalJson(proposal.args) === canonicalJson(args);

function refusalOf({ pointer, origin }: UntrustedIdentity): ToolFailure {
  const path = pointer.slice(1).replaceAll("/", ".");
  const hint = `${path} is named only by a free text (${origin.record ?? "unknown"}). Take it from the user's words or a record.`;
  return { ok: false, code: "untrusted_value", hint, path };
}

async function runPropose<P>(
  deps: CallDeps<P>,
  state: TaskState,
  entry: RegisteredTool<P>,
  call: Call,
  args: JsonObject,
  finder: OriginFinder,
  signal: AbortSignal,
): Promise<Outcome> {
  const { tool } = entry;
  if (tool.effect !== "propose") throw new Error("not a propose tool");
  const base = { effect: "propose" as const, args };
  const untrusted = untrustedIdentity(args, tool.identity, finder);
  if (untrusted) return failure(refusalOf(untrusted), base);
  const references = checkReferences(args, tool.refable, (ref) => findPlanned(deps.brief, state.proposals, ref));
  if (!references.ok) return failure(references, base);
  const texts: TextHandle[] = [];
  const dryRun = await invoke(deps, state, tool.name, texts, signal, (context) => tool.dryRun(args, context));
  if (!dryRun.ok) return failure(dryRun, base);
  const meant = untrustedTarget(args, dryRun, tool.identity, finder);
  if (meant) return failure(refusalOf(meant), base);
  const twin = state.proposals.find((proposal) => sameContent(proposal, tool.name, dryRun.args));
  if (twin) return failure({ ok: false, code: "already_proposed", hint: `This is already proposed as @${twin.ref}.` }, base);
  try {
    const proposal = buildProposal({
      brief: deps.brief,
      state,
      entry,
      raw: args,
      dryRun,
      finder,
      ref: call.ref,
      after: [...(call.after ?? []), ...references.refs],
      note: call.note,
    });
    return { ...base, ok: true, output: proposed(proposal, dryRun), records: dryRun.records, proposal, texts };
  } catch (error) {
    deps.onToolError(tool.name, error);
    return failure({ ok: false, code: "tool_failed", hint: "The dry run gave a result that cannot be used." }, base);
  }
}

async function perform<P>(deps: CallDeps<P>, state: TaskState, call: Call, signal: AbortSignal): Promise<Outcome> {
  const entry = deps.registry.get(call.name);
  const runtime = isRuntimeTool(call.name) ? call.name : null;
  if (!entry && !runtime) {
    const names = deps.registry.tools.map((known) => known.tool.name).join(", ");
    return failure(
      { ok: false, code: "unknown_tool", hint: `There is no tool "${call.name.slice(0, 60)}". Tools: ${names}.` },
      { args: String(call.arguments).slice(0, 2000) },
    );
  }
  const effect = entry?.tool.effect ?? "runtime";
  const { actionKinds, derivedKinds } = deps.brief.intent;
  if (effect === "propose" && !actionKinds.includes(call.name) && !derivedKinds.includes(call.name)) {
    const hint = `The user's words do not ask for ${call.name}. Only the user can widen the request.`;
    return failure(
      { ok: false, code: "outside_intent", hint },
      { effect, args: typeof call.arguments === "string" ? call.arguments.slice(0, 4000) : call.arguments },
    );
  }
  const parsed = typeof call.arguments === "string" ? parseArguments(call.arguments) : { ok: true as const, value: call.arguments };
  if (!parsed.ok) return failure(parsed, { effect, args: String(call.arguments).slice(0, 4000) });
  const validated = runtime
    ? validateArguments(RUNTIME_TOOLS[runtime].schema, runtimeToolJsonSchema(runtime), parsed.value)
    : validateArguments((entry as RegisteredTool<P>).tool.schema, (entry as RegisteredTool<P>).jsonSchema, parsed.value);
  if (!validated.ok) return failure(validated, { effect, args: parsed.value });
  if (runtime) return runRuntimeTool(runtime, validated.args, state, deps.brief);
  const known = entry as RegisteredTool<P>;
  if ("ask" in known.tool)
    return await runOutside(known.tool, state, deps.brief, validated.args, (error) => deps.onToolError(call.name, error), signal);
  const finder = createOriginFinder(deps.brief, state, call.fallback);
  return known.tool.effect === "read"
    ? await runRead(deps, state, known, validated.args, finder, signal)
    : await runPropose(deps, state, known, call, validated.args, finder, signal);
}

const blank = () => ({
  effect: "unknown" as const,
  args: null,
  code: null,
  result: null,
  records: [],
  proposal: null,
  texts: [],
  taint: [],
  untrustedArgs: false,
  question: null,
  refusal: null,
});

/** Answers a call beyond the limit of one turn without running it. */
export function tooManyCalls(call: Call, nowMs: number): ToolEntry {
  const outcome = failure({ ok: false, code: "too_many_calls", hint: "Too many calls in one turn; this one was not run." });
  return { kind: "tool", at: new Date(nowMs).toISOString(), ms: 0, callId: call.id, tool: call.name.slice(0, 60), ...blank(), ...outcome };
}

/** Runs one call and says what came of it. Never throws for anything the caller did; only an abort passes through. */
export async function executeCall<P>(deps: CallDeps<P>, state: TaskState, call: Call, signal: AbortSignal): Promise<ToolEntry> {
  const started = deps.now();
  const outcome = await perform(deps, state, call, signal);
  return {
    kind: "tool",
    at: new Date(started).toISOString(),
    ms: deps.now() - started,
    callId: call.id,
    tool: call.name.slice(0, 60),
    ...blank(),
    ...outcome,
  };
}
