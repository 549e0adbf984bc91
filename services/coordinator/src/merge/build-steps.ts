import type { Dependency, Guard, JsonObject, JsonValue, PlanStep, Proposal } from "@quartermaster/shared/contracts";
import { canonicalJson, stepContentHash, stepEffectKey } from "@quartermaster/shared/signing";
import { meaningKeyOf } from "./duplicates.ts";
import { isObject } from "./fields.ts";
import { keepOrigins } from "./keep-origins.ts";
import type { MergeInput } from "./merge-input.ts";
import { orderProposals } from "./order-proposals.ts";
import { isReference, REFABLE, referencesIn } from "./references.ts";
import { CHANGES_PAPERS, CHANGES_SHIPMENT, demandsOf, shipmentBefore, shipmentOf, writtenRecords } from "./shipment-changes.ts";
import type { TakeBack } from "./take-back.ts";

interface Target {
  stepId: string;
  output: string;
}

const withReferences = (args: JsonObject, targets: ReadonlyMap<string, Target>): JsonObject => {
  const resolved: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(args)) {
    const target = isReference(key, value) ? targets.get(value.slice(1)) : undefined;
    resolved[key] = target ? { $ref: { step: target.stepId, output: target.output } } : value;
  }
  return resolved;
};

const withSteps = (guard: Guard, targets: ReadonlyMap<string, Target>): Guard => {
  const record = guard.record.startsWith("@") ? `@${targets.get(guard.record.slice(1))?.stepId ?? guard.record.slice(1)}` : guard.record;
  if (guard.kind === "bound" || !guard.version.startsWith("after:")) return { ...guard, record };
  const ref = guard.version.slice("after:".length);
  return { ...guard, record, version: `after:${targets.get(ref)?.stepId ?? ref}` };
};

/** Args with every reference blanked: the same wish in two revisions has the same shape though step ids differ. */
export const shapeOf = (agent: string, tool: string, args: JsonObject): string =>
  canonicalJson([
    agent,
    tool,
    Object.entries(args)
      .map(([key, value]) => [
        key,
        REFABLE.test(key) && (isReference(key, value) || (typeof value === "object" && value !== null)) ? "@" : value,
      ])
      .sort(),
  ]);

/** Args with the records put in that earlier steps have made meanwhile. */
const withMade = (args: JsonObject, made: NonNullable<MergeInput["madeBefore"]>): JsonObject =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const ref = isObject(value) && isObject(value.$ref) ? value.$ref : undefined;
      return [key, (ref && made.get(String(ref.step))?.[String(ref.output)]) ?? value];
    }),
  );

/**
 * Args of a step that stood before, with its references where the proposal names what they came to: the same step, whether it was
 * planned again before or after the earlier one was done, has the same content and keeps its decision. Gives the steps referred to.
 */
function asBefore(
  args: JsonObject,
  before: PlanStep | undefined,
  made: NonNullable<MergeInput["madeBefore"]>,
): { args: JsonObject; after: Dependency[] } {
  if (!before) return { args, after: [] };
  const was = withMade(before.args, made);
  const same = Object.keys(args).filter((key) => isObject(before.args[key]) && typeof was[key] === "string" && was[key] === args[key]);
  const restored = same.map((key) => before.args[key] ?? null);
  const steps = new Set(restored.map((value) => (isObject(value) && isObject(value.$ref) ? String(value.$ref.step) : "")));
  return {
    args: { ...args, ...Object.fromEntries(same.map((key, at) => [key, restored[at] ?? null])) },
    after: before.dependsOn.filter((dependency) => steps.has(dependency.step)),
  };
}

/**
 * Gives each proposal the id of the step that already stood for it, so that equal steps keep their decisions, and a step that was done
 * meanwhile is known for what it is: first by its arguments, then by its meaning (a lot written out means nothing new).
 */
function assignIds(input: MergeInput, proposals: readonly Proposal[]): Map<string, string> {
  // A kept step takes a proposal only when no open one of the same shape is left: two equal wishes stay two.
  const kept = new Set(input.keptSteps.map((step) => step.id));
  const narrowed = new Map(input.narrowedSteps?.map((step) => [step.id, step]));
  const left = [...input.previousSteps].sort((a, b) => Number(kept.has(a.id)) - Number(kept.has(b.id)));
  const ids = new Map<string, string>();
  const made = input.madeBefore ?? new Map();
  const asNarrowed = (step: PlanStep) => narrowed.get(step.id)?.args ?? step.args;
  const match = (proposal: Proposal, isSame: (step: PlanStep) => boolean) => {
    const at = ids.has(proposal.id) ? -1 : left.findIndex(isSame);
    const [step] = at < 0 ? [] : left.splice(at, 1);
    if (step) ids.set(proposal.id, step.id);
  };
  // As an approver narrowed it, or as it was: an edit may have come after the calls went out. Either may name by its id what an earlier
  // step has made: were it not known for the same step, the same booking would be made twice.
  const forms = [asNarrowed, (step: PlanStep) => step.args].flatMap((argsOf) => [argsOf, (step: PlanStep) => withMade(argsOf(step), made)]);
  for (const argsOf of forms) {
    for (const proposal of proposals) {
      const shape = shapeOf(proposal.agent, proposal.tool, proposal.args);
      match(proposal, (step) => shapeOf(step.agent, step.tool, argsOf(step)) === shape);
    }
  }
  for (const proposal of proposals) {
    const meaning = meaningKeyOf(input.tenant, proposal);
    match(proposal, (step) => step.agent === proposal.agent && step.meaningKey === meaning);
  }
  for (const proposal of proposals) if (!ids.has(proposal.id)) ids.set(proposal.id, input.newId("stp"));
  return ids;
}

/** The name under which the units of a release are set aside, from the proposal's own evidence. */
const releasedDemand = (proposal: Proposal): string =>
  String(proposal.evidence.find(({ snapshot }) => snapshot?.id === proposal.args.reservationId)?.snapshot?.fields.demandRef ?? "");

/** What a step must wait for beyond its references: units before their transport, a draft before its lodging. */
function rulePredecessors(proposal: Proposal, all: readonly Proposal[]): Proposal[] {
  if (proposal.tool === "book_shipment") {
    const lines = Array.isArray(proposal.args.lines) ? proposal.args.lines : [];
    const skus = lines.map((line) => (typeof line === "object" && line !== null && !Array.isArray(line) ? line.sku : null));
    return all.filter(
      (other) =>
        other.tool === "reserve_stock" &&
        skus.includes(other.args.sku ?? "") &&
        other.args.location === proposal.args.origin &&
        (proposal.args.demandRef === undefined || other.args.demandRef === proposal.args.demandRef),
    );
  }
  if (proposal.tool === "lodge_declaration") {
    return all.filter(
      (other) =>
        other.tool === "draft_declaration" &&
        (other.args.declarationId === proposal.args.declarationId || proposal.args.declarationId === `@${other.ref}`),
    );
  }
  if (CHANGES_PAPERS.has(proposal.tool))
    return all.filter((other) => CHANGES_SHIPMENT.has(other.tool) && other.args.shipmentId === shipmentOf(proposal));
  // While a shipment stands that carries the units they are not given back: its end in the same plan comes first.
  if (proposal.tool === "release_reservation") {
    const demand = releasedDemand(proposal);
    return all.filter((other) => other.tool === "cancel_shipment" && demandsOf(shipmentBefore(other) ?? {}).includes(demand));
  }
  if (proposal.tool === "change_lines") {
    const demands = demandsOf(shipmentBefore(proposal) ?? {});
    return all.filter((other) => other.tool === "reserve_stock" && demands.includes(String(other.args.demandRef)));
  }
  return [];
}

/**
 * Earlier steps of this plan that write the record which a step's exact guard names. A plan never makes itself stale: the guard
 * is then the version that the last of them leaves behind.
 */
function writersBefore(proposal: Proposal, ordered: readonly Proposal[]): Map<string, Proposal> {
  const writers = new Map<string, Proposal>();
  const own = writtenRecords(proposal);
  for (const other of ordered) {
    if (other === proposal) break;
    if (other.agent === proposal.agent) for (const record of writtenRecords(other)) if (own.includes(record)) writers.set(record, other);
  }
  return writers;
}

const afterWriters = (guard: Guard, writers: ReadonlyMap<string, Proposal>): Guard => {
  const writer = guard.kind === "exact" ? writers.get(guard.record) : undefined;
  return guard.kind === "exact" && writer ? { ...guard, version: `after:${writer.ref}` } : guard;
};

/** Requests that an authority, or a carrier who has loaded the goods, may still refuse: what follows from them waits for its answer, not for the sending. */
const ANSWERED_LATER = new Set(["cancel_shipment", "lodge_declaration", "amend_declaration", "invalidate_declaration"]);

/** Customs decides by itself whether a declaration may end, so it is asked while the carrier still takes the goods off. */
const ASKED_MEANWHILE = "invalidate_declaration";

const untilOf = (tool: string | undefined, waiting: string): Dependency["until"] =>
  ANSWERED_LATER.has(tool ?? "") && !(tool === "cancel_shipment" && waiting === ASKED_MEANWHILE) ? "outcome" : "receipt";

/** What proposals wait for besides what they name and what the rules say: proposals, and steps that are carried on as they are. */
type Waits = Pick<TakeBack, "waiting" | "first" | "firstSteps">;

/**
 * Turns proposals into steps: ids, references, dependencies, hashes; in an order that can be executed. What a replaced request did
 * is taken back before anything is done in its place.
 */
export function buildSteps(
  input: MergeInput,
  proposals: readonly Proposal[],
  back: Waits = { waiting: [], first: [], firstSteps: [] },
): { steps: PlanStep[]; stepOf: Map<string, string> } {
  const predecessorsOf = (proposal: Proposal): Proposal[] => [
    ...rulePredecessors(proposal, proposals),
    ...(back.waiting.includes(proposal) ? back.first : []),
  ];
  const ordered = orderProposals(proposals, predecessorsOf);
  const ids = assignIds(input, ordered);
  const toolOf = new Map([
    ...input.keptSteps.map((step) => [step.id, step.tool] as const),
    ...ordered.map((proposal) => [ids.get(proposal.id) ?? "", proposal.tool] as const),
  ]);
  const earlier = new Map(input.previousSteps.map((step) => [step.id, step]));
  const targets = new Map<string, Target>();
  for (const proposal of ordered) {
    const stepId = ids.get(proposal.id) ?? "";
    if (!targets.has(proposal.ref)) targets.set(proposal.ref, { stepId, output: proposal.outputs[0]?.name ?? "" });
  }
  const steps = ordered.map((proposal): PlanStep => {
    const waitsFor = new Set(
      [...referencesIn(proposal.args), ...proposal.after].map((ref) => targets.get(ref)?.stepId).filter((id) => id !== undefined),
    );
    const writers = writersBefore(proposal, ordered);
    for (const other of [...predecessorsOf(proposal), ...writers.values()]) waitsFor.add(ids.get(other.id) ?? "");
    if (back.waiting.includes(proposal)) for (const step of back.firstSteps) waitsFor.add(step);
    waitsFor.delete(ids.get(proposal.id) ?? "");
    const stood = earlier.get(ids.get(proposal.id) ?? "");
    const { args, after } = asBefore(withReferences(proposal.args, targets), stood, input.madeBefore ?? new Map());
    for (const { step } of after) waitsFor.delete(step);
    const waits = [...waitsFor].map((step): Dependency => ({ step, until: untilOf(toolOf.get(step), proposal.tool) }));
    const dependsOn = [...waits, ...after].sort((a, b) => (a.step < b.step ? -1 : 1));
    const guards = proposal.guards.map((guard) => withSteps(afterWriters(guard, writers), targets));
    const contentHash = stepContentHash({ tool: proposal.tool, args, guards, dependsOn });
    return {
      id: ids.get(proposal.id) ?? "",
      agent: proposal.agent,
      tool: proposal.tool,
      toolVersion: proposal.toolVersion,
      schemaHash: proposal.schemaHash,
      args,
      dependsOn,
      guards,
      outputs: proposal.outputs,
      eager: proposal.eager,
      contentHash,
      effectKey: stepEffectKey(input.tenant, input.requestId, proposal.tool, contentHash),
      meaningKey: meaningKeyOf(input.tenant, proposal),
      proposalId: proposal.id,
      evidence: proposal.evidence,
      origins: keepOrigins(stood, proposal),
      tainted: proposal.tainted,
      taintSources: proposal.taintSources,
      note: proposal.note,
      inverse: proposal.inverse,
    };
  });
  return { steps, stepOf: ids };
}
