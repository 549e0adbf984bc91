import type { Action, AgentName, JsonObject, JsonValue, Proposal } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import { isObject, objectsOf } from "./fields.ts";
import { referencesIn } from "./references.ts";

/** What a request that this one replaces has done: a fact of the new plan, with the executor's own way back. */
export interface ReplacedEffect {
  requestId: string;
  stepId: string;
  agent: AgentName;
  tool: string;
  args: JsonObject;
  meaningKey: string;
  /** Records that it made, by output. */
  outputs: Readonly<Record<string, string>>;
  /** From the receipt; null when no single action takes the effect back. */
  inverse: { tool: string; args: JsonObject } | null;
  /** Steps of its own plan that it waited for. */
  dependsOn: readonly string[];
}

type Call = Pick<Action, "agent" | "tool" | "args">;

/** Whether a call is the way back of an effect. It may say more than the receipt (a quantity, a unit); its reason is free text. */
export const isInverseOf = (call: Call, effect: Pick<ReplacedEffect, "agent" | "inverse">): boolean =>
  effect.inverse !== null &&
  call.agent === effect.agent &&
  call.tool === effect.inverse.tool &&
  Object.entries(effect.inverse.args).every(
    ([name, value]) => name === "reason" || canonicalJson(call.args[name] ?? null) === canonicalJson(value),
  );

/** Whether a call takes back anything that a replaced request did. */
export const takesBack = (call: Call, effects: readonly ReplacedEffect[]): boolean => effects.some((effect) => isInverseOf(call, effect));

/** How names begin of calls that only take an effect back to make room for what replaces it. */
export const UNDO_REF = "undo_";
/** The name of the call that takes an effect back to make room for what replaces it. */
export const undoRefOf = (effect: Pick<ReplacedEffect, "stepId">): string => `${UNDO_REF}${effect.stepId.slice(-20)}`;

/** Without those that were taken back already, and without what took them back. */
export function stillInForce<E extends ReplacedEffect>(effects: readonly E[]): E[] {
  const undone = effects.filter((effect) => effects.some((other) => other !== effect && isInverseOf(other, effect)));
  return effects.filter((effect) => !undone.includes(effect) && !undone.some((other) => isInverseOf(effect, other)));
}

/** They bind nobody and move nothing. */
const HARMLESS: ReadonlySet<string> = new Set(["draft_declaration", "request_cycle_count", "resolve_screening"]);

const skusOf = (args: JsonObject): JsonValue[] =>
  objectsOf(args.changes).map((change) => `${String(change.sku)} ${String(change.lot ?? "")}`);

/** What a tool sets to a value, whatever it was before: a second call on it puts its own value in place of the first one's. */
const SETS: Readonly<Record<string, (args: JsonObject) => JsonValue[]>> = {
  change_lines: (args) => [args.shipmentId ?? null, ...skusOf(args).sort()],
  reschedule_leg: (args) => [args.shipmentId ?? null, args.legSeq ?? null],
  reroute_shipment: (args) => [args.shipmentId ?? null],
  adjust_stock: (args) => [args.sku ?? null, args.location ?? null, args.lot ?? null],
  set_stock_status: (args) => [args.sku ?? null, args.location ?? null, args.lot ?? null],
};

function setsTheSame(effect: ReplacedEffect, proposal: Proposal): boolean {
  const what = SETS[effect.tool];
  return what !== undefined && canonicalJson(what(effect.args)) === canonicalJson(what(proposal.args));
}

const NAME = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/;

/** Goods, places and records that arguments name. */
function namesIn(value: JsonValue): string[] {
  if (typeof value === "string") return NAME.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isObject(value) ? Object.values(value).flatMap(namesIn) : [];
}

const isPlace = (name: string): boolean => name.startsWith("LOC-");
/** A sailing carries the goods of many. */
const isService = (name: string): boolean => name.startsWith("SVC-");

/** The same kind of thing about the same goods or records, or over the same whole route: beside the earlier one it would add to it. */
function addsTo(proposal: Proposal, effect: ReplacedEffect): boolean {
  if (proposal.agent !== effect.agent || proposal.tool !== effect.tool || setsTheSame(effect, proposal)) return false;
  const names = new Set(namesIn(proposal.args));
  const earlier = namesIn(effect.args);
  const route = earlier.filter(isPlace);
  return (
    earlier.some((name) => !isPlace(name) && !isService(name) && names.has(name)) ||
    (route.length > 1 && route.every((place) => names.has(place)))
  );
}

/** Effects with everything of the same plans that was built on them. */
function withDependents(start: ReadonlySet<ReplacedEffect>, effects: readonly ReplacedEffect[]): Set<ReplacedEffect> {
  const found = new Set(start);
  // A step waits for earlier ones only, so each round finds at least one more or is the last.
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    const ids = new Set([...found].map((effect) => effect.stepId));
    for (const effect of effects) if (effect.dependsOn.some((id) => ids.has(id))) found.add(effect);
  }
  return found;
}

/** Effects without those that stay as they were done, and without what was built on them. */
export function withoutKept(replaced: readonly ReplacedEffect[], kept: ReadonlySet<string>): ReplacedEffect[] {
  const stays = withDependents(new Set(replaced.filter((effect) => kept.has(effect.meaningKey))), replaced);
  return replaced.filter((effect) => !stays.has(effect));
}

/**
 * Proposals of a correction that ask for what was done already and still holds, beside others that are new: only those are corrected, so
 * the rest is neither done again nor asked about. What another proposal needs stays.
 */
export function alreadyDone(
  replaced: readonly ReplacedEffect[],
  proposals: readonly Proposal[],
  meaningOf: (proposal: Proposal) => string,
): Set<Proposal> {
  const inForce = new Set(replaced.map((effect) => effect.meaningKey));
  const done = new Set(proposals.filter((proposal) => inForce.has(meaningOf(proposal))));
  const needed = (proposal: Proposal, by: readonly Proposal[]) =>
    by.some((other) => [...referencesIn(other.args), ...other.after].includes(proposal.ref));
  // What is new may need one of them, and that one another: each round takes out at least one more or is the last.
  for (let size = -1; size !== done.size; ) {
    size = done.size;
    const others = proposals.filter((proposal) => !done.has(proposal));
    for (const proposal of [...done]) if (needed(proposal, others)) done.delete(proposal);
  }
  return done.size < proposals.length ? done : new Set();
}

export interface OutOfPlace {
  /** Effects that lose their purpose; those that were built on others come first, which is the order of taking them back. */
  effects: ReplacedEffect[];
  /** Proposals that would add to them. */
  beside: Proposal[];
  /** Effects of which nobody can tell which one a proposal replaces. */
  unclear: { proposal: Proposal; effects: ReplacedEffect[] }[];
}

/** The same deed on another thing: in a correction it stands in the place of the earlier one ("no, I meant SHP-2"). */
const isSameDeed = (proposal: Proposal, effect: ReplacedEffect): boolean =>
  proposal.agent === effect.agent && proposal.tool === effect.tool && !setsTheSame(effect, proposal);

/**
 * Finds the effects that the proposals were meant to replace and would only add to. One that is proposed again as it was is none: it is
 * asked about as a possible duplicate. `corrects`: the words put the proposals in the place of what was done, also on another thing.
 */
export function findOutOfPlace(
  replaced: readonly ReplacedEffect[],
  proposals: readonly Proposal[],
  meaningOf: (proposal: Proposal) => string,
  corrects = false,
): OutOfPlace {
  const wanted = new Set(proposals.map(meaningOf));
  const stays = withDependents(new Set(replaced.filter((effect) => wanted.has(effect.meaningKey))), replaced);
  const open = replaced.filter((effect) => !stays.has(effect));
  const binding = open.filter((effect) => !HARMLESS.has(effect.tool));
  const again = new Set(replaced.filter((effect) => stays.has(effect)).map((effect) => effect.meaningKey));
  const fresh = proposals.filter((proposal) => !again.has(meaningOf(proposal)));
  const hit = new Set(binding.filter((effect) => proposals.some((proposal) => addsTo(proposal, effect))));
  const elsewhere = (corrects ? fresh : [])
    .filter((proposal) => !binding.some((effect) => addsTo(proposal, effect) || setsTheSame(effect, proposal)))
    .map((proposal) => ({ proposal, effects: binding.filter((effect) => !hit.has(effect) && isSameDeed(proposal, effect)) }));
  const swapped = elsewhere.filter(({ effects }) => effects.length === 1);
  for (const { effects } of swapped) for (const effect of effects) hit.add(effect);
  const lost = withDependents(hit, open);
  const replacing = new Set(swapped.map(({ proposal }) => proposal));
  return {
    effects: open.filter((effect) => lost.has(effect) && !HARMLESS.has(effect.tool)).reverse(),
    beside: fresh.filter((proposal) => replacing.has(proposal) || [...hit].some((effect) => addsTo(proposal, effect))),
    unclear: elsewhere.filter(({ effects }) => effects.length > 1),
  };
}
