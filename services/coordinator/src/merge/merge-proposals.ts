import { explainCode } from "@quartermaster/language";
import type { PlanConflict, Proposal } from "@quartermaster/shared/contracts";
import { derivedKinds } from "../intent/derivation-table.ts";
import { underOneDemand } from "./booked-demand.ts";
import { buildSteps } from "./build-steps.ts";
import { checkIntent } from "./check-intent.ts";
import { questionOf } from "./conflict-questions.ts";
import { STOPS_EVERYTHING } from "./conflict-severity.ts";
import { findContradictions } from "./contradictions.ts";
import { deriveNeeds, missingNeeds } from "./derived-needs.ts";
import { conflictOfFinding, type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { dropRepeats, findPossibleDuplicates, meaningKeyOf } from "./duplicates.ts";
import { findLoadedGoods } from "./loaded-goods.ts";
import type { MergeInput, MergeOutcome } from "./merge-input.ts";
import { inMergeOrder, inStableOrder } from "./merge-order.ts";
import { withOwnReasons } from "./own-reasons.ts";
import { findPaperConflicts } from "./paper-conflicts.ts";
import { findPromisedTwice } from "./promised-units.ts";
import { referencesIn } from "./references.ts";
import { alreadyDone, withoutKept } from "./replaced-effects.ts";
import { openSnapshots, requiredSnapshots } from "./required-snapshots.ts";
import { findRoom, type RoomMade, usesOfRoom, withRoom } from "./room-made.ts";
import { findSharedSafetyStock } from "./safety-stock.ts";
import { indexSnapshots } from "./snapshot-index.ts";
import { takeBackReplaced, withoutTakenBack, withoutTakingBack } from "./take-back.ts";
import { usesOf } from "./unit-uses.ts";

const asPlanConflicts = (drafts: readonly DraftConflict[], stepOf: ReadonlyMap<string, string>): PlanConflict[] => {
  const seen = new Set<string>();
  return inMergeOrder(drafts).flatMap((draft) => {
    const steps = [...new Set(draft.proposals.map((id) => stepOf.get(id)).filter((id) => id !== undefined))];
    const key = `${draft.code}|${steps.join()}|${draft.records.join()}|${draft.detail}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ code: draft.code, severity: draft.severity, steps, detail: draft.detail, records: draft.records, values: draft.values }];
  });
};

/** Steps that cannot stand: refused ones and everything that refers to or waits for one of them. */
function withDependents(refused: ReadonlySet<string>, proposals: readonly Proposal[]): Set<string> {
  const gone = new Set(refused);
  for (let changed = true; changed; ) {
    changed = false;
    const goneRefs = new Set(proposals.filter((proposal) => gone.has(proposal.id)).map((proposal) => proposal.ref));
    for (const proposal of proposals) {
      if (gone.has(proposal.id) || ![...referencesIn(proposal.args), ...proposal.after].some((ref) => goneRefs.has(ref))) continue;
      gone.add(proposal.id);
      changed = true;
    }
  }
  return gone;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Who asks for a move "again" knows of the transfer that is under way; of a purchase order they need not know. */
const onlyTransfers = ({ code, values }: DraftConflict): boolean =>
  code === "duplicate_of_inbound" && lengthOf(values.transfers) > 0 && lengthOf(values.transfers) === lengthOf(values.orders);

const isAcknowledged = (conflict: DraftConflict, input: MergeInput): boolean =>
  input.acknowledge.includes(conflict.code) || (input.again && (conflict.code === "possible_duplicate" || onlyTransfers(conflict)));

/** Everything the records say against the proposals, refuse-level first, in merge order: duplicates, quantities, time, papers. */
function findConflicts(input: MergeInput, proposals: readonly Proposal[], room: readonly RoomMade[]): DraftConflict[] {
  const index = indexSnapshots(input);
  return [
    ...proposals.flatMap((proposal) => proposal.findings.map((finding) => conflictOfFinding(proposal, finding))),
    ...findPaperConflicts(proposals, index),
    ...findLoadedGoods(proposals, index),
    // To take an earlier effect back and to do it anew is what a correction means.
    ...findContradictions(withoutTakingBack(input, proposals)),
    ...findPossibleDuplicates(input, proposals),
    ...findPromisedTwice(proposals, input.openPlans, room),
    ...findSharedSafetyStock(proposals, room),
  ];
}

function refuse(input: Pick<MergeInput, "language">, conflicts: readonly DraftConflict[], found: readonly DraftConflict[]): MergeOutcome {
  const ordered = inMergeOrder(found);
  return {
    kind: "refusal",
    code: ordered[0]?.code ?? "refused",
    detail: ordered.map((conflict) => explainCode(conflict.code, conflict.detail, input.language)).join("; ") || "refused",
    conflicts: asPlanConflicts(conflicts, new Map()),
  };
}

function incomplete(input: MergeInput, agents: ReadonlySet<string>, conflicts: readonly DraftConflict[]): MergeOutcome {
  const missing = input.missingAgents.filter((agent) => agents.size === 0 || agents.has(agent.agent));
  const names = missing.map((agent) => `${agent.agent} (${agent.status})`).join(", ") || [...agents].join(", ");
  return {
    kind: "incomplete",
    missing,
    detail: `${names} did not answer, and the rest needs it: nothing goes on without it`,
    conflicts: asPlanConflicts(conflicts, new Map()),
  };
}

/** A correction without what it only repeats of what was done; that stays, so it is no effect to be taken back either. */
function withoutAlreadyDone(input: MergeInput): MergeInput {
  if (!input.corrects || input.again) return input;
  const meaningOf = (proposal: Proposal) => meaningKeyOf(input.tenant, proposal);
  const wished = withoutTakingBack(input, input.proposals);
  const done = alreadyDone(input.replaced ?? [], wished, meaningOf);
  // What follows from something new by rule would only be asked for again.
  const followsFromNew = derivedKinds(wished.filter((proposal) => !done.has(proposal)).map(({ tool }) => tool));
  if (done.size === 0 || [...done].some(({ tool }) => followsFromNew.includes(tool))) return input;
  const kept = new Set([...done].map(meaningOf));
  return {
    ...input,
    proposals: input.proposals.filter((proposal) => !done.has(proposal)),
    replaced: withoutKept(input.replaced ?? [], kept),
  };
}

/**
 * Merges the proposals of all agents into one plan, or says what is missing. Pure: the same input gives the same outcome in
 * any order of arrival. Disagreement is never blended: it becomes a conflict with a stated severity.
 */
export function mergeProposals(given: MergeInput): MergeOutcome {
  const input = withoutAlreadyDone(inStableOrder({ ...given, proposals: withOwnReasons(given, given.proposals) }));
  const index = indexSnapshots(input);
  const checked = checkIntent(
    {
      intent: input.intent,
      requestId: input.requestId,
      kept: input.keptSteps,
      index,
      planned: input.plannedBefore ?? [],
      replaced: input.replaced ?? [],
      said: { words: input.words, reads: input.reads },
    },
    dropRepeats(input.tenant, input.proposals),
  );
  if (checked.inside.length === 0) {
    if (checked.conflicts.length > 0) return refuse(input, checked.conflicts, checked.conflicts);
    const wanted = input.missingAgents.length > 0 && input.intent.actionKinds.length > 0;
    return wanted ? incomplete(input, new Set(), []) : { kind: "answer", conflicts: [] };
  }
  const snapshots = openSnapshots([...requiredSnapshots(checked.inside), ...checked.toRead], index);
  const gone = new Set(input.missingAgents.map((agent) => agent.agent));
  const toAsk = snapshots.toAsk.filter((selector) => !gone.has(selector.domain));
  if (toAsk.length > 0) return { kind: "snapshots", selectors: toAsk };
  const unread = [...snapshots.missing, ...snapshots.toAsk].filter((selector) => gone.has(selector.domain));
  if (unread.length > 0) return incomplete(input, new Set(unread.map((selector) => selector.domain)), checked.conflicts);

  const named = underOneDemand(checked.inside, input.requestId, checked.makesRoom);
  const room = findRoom(named, takeBackReplaced(input, named, checked.makesRoom));
  const inside = withRoom(named, room);
  const found = [...checked.conflicts, ...findConflicts(input, inside, room)];
  const refused = found.filter((conflict) => conflict.severity === "refuse" && conflict.code !== "outside_intent");
  if (refused.some((conflict) => STOPS_EVERYTHING.has(conflict.code))) return refuse(input, found, refused);
  const dropped = withDependents(new Set(refused.flatMap((conflict) => conflict.proposals)), inside);
  const left = inside.filter((proposal) => !dropped.has(proposal.id));
  const wished = left.filter((proposal) => !checked.makesRoom.has(proposal));
  if (wished.length === 0) {
    const alone = [...checked.makesRoom].map(([proposal, reason]) => draftConflict("outside_intent", [proposal], reason));
    return refuse(input, [...found, ...alone], [...refused, ...alone]);
  }
  const back = takeBackReplaced(input, left, checked.makesRoom);
  const standing = [...new Set([...wished, ...back.first])];
  const conflicts = [...withoutTakenBack(found, back), ...back.conflicts];

  const derived = input.mode === "exact" ? { needs: [], conflicts: missingNeeds(input, wished) } : deriveNeeds(input, wished);
  const needs = [...derived.needs, ...back.needs];
  const blocked = new Set(needs.map((need) => need.agent).filter((agent) => gone.has(agent)));
  if (blocked.size > 0) return incomplete(input, blocked, conflicts);
  conflicts.push(...derived.conflicts);
  const asksAlready = conflicts.some((conflict) => conflict.severity === "ask" && !isAcknowledged(conflict, input));
  if (needs.length > 0 && !asksAlready) {
    const planned = standing.flatMap((proposal) => proposal.planned);
    const facts = [
      ...input.snapshots,
      ...standing.flatMap((p) => p.evidence.flatMap((item) => (item.snapshot ? [item.snapshot] : []))),
    ].slice(-100);
    return { kind: "needs", needs, planned, facts, conflicts: asPlanConflicts(conflicts, new Map()) };
  }
  const open = inMergeOrder(conflicts.filter((conflict) => conflict.severity === "ask" && !isAcknowledged(conflict, input)));
  if (open.length > 0) {
    const asked = open.map((conflict) => questionOf(conflict, input.language)).filter((question) => question !== null);
    const questions = asked.filter((question, position) => asked.findIndex((other) => other.text === question.text) === position);
    return questions.length > 0
      ? { kind: "question", questions: questions.slice(0, 6), conflicts: asPlanConflicts(conflicts, new Map()) }
      : refuse(input, conflicts, open);
  }
  const built = buildSteps(input, standing, back);
  // What was granted is a fact: another version of the same step would have an effect of its own.
  const kept = new Set(input.keptSteps.map((step) => step.id));
  const uses = [
    ...usesOf(standing).map(({ proposal, record, quantity }) => ({ proposalId: proposal.id, record, quantity })),
    ...usesOfRoom(room, usesOf(standing)),
  ].map(({ proposalId, ...use }) => ({ stepId: built.stepOf.get(proposalId) ?? "", ...use }));
  return {
    kind: "plan",
    steps: [...input.keptSteps, ...built.steps.filter((step) => !kept.has(step.id))],
    conflicts: asPlanConflicts(conflicts, built.stepOf),
    openIssues: input.missingAgents.map(
      (agent) => `${agent.agent} did not answer (${agent.status}); no step of this plan needs it, so the rest goes on`,
    ),
    uses,
  };
}
