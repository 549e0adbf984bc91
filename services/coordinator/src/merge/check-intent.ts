import type { Intent, PlanStep, Proposal, Selector } from "@quartermaster/shared/contracts";
import { shapeOf } from "./build-steps.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { strayBecause } from "./follows-from-parent.ts";
import { type LeftOpen, leftOpen } from "./left-open.ts";
import { openConflict } from "./left-open-questions.ts";
import type { MergeRead } from "./merge-input.ts";
import { ownText } from "./own-words.ts";
import { referencesIn } from "./references.ts";
import { type ReplacedEffect, takesBack, UNDO_REF, undoRefOf } from "./replaced-effects.ts";
import { placesToRead } from "./said-places.ts";
import { itemsToRead } from "./said-with.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";
import { mostAskedFor, outsideWords } from "./within-words.ts";

/** What the proposals are held against. */
export interface IntentCheck {
  intent: Intent;
  requestId: string;
  /** Steps of the earlier revision that stay as they are. */
  kept: readonly Pick<PlanStep, "tool" | "args">[];
  index: SnapshotIndex;
  /** What the earlier revision planned and is proposed again, also as approvers narrowed it: it was held against the words then. */
  planned?: readonly Pick<PlanStep, "agent" | "tool" | "args">[];
  /** What requests that this one replaces did: its way back, as the receipt names it, lies within any correction. */
  replaced?: readonly ReplacedEffect[];
  /** The user's own words, and what the agents read for them: what neither holds was chosen by a model. Without them only what the intent binds is looked at. */
  said?: { words: string; reads: readonly MergeRead[] };
}

export interface CheckedIntent {
  inside: Proposal[];
  /** Of these the ways back that the words do not ask for, with the reason: each stands only as long as something comes in its place. */
  makesRoom: ReadonlyMap<Proposal, string>;
  conflicts: DraftConflict[];
  /** Records to read first: without them it cannot be told whether places and goods are those of the words. */
  toRead: Selector[];
}

const isDerived = (intent: Intent, proposal: Proposal): boolean =>
  intent.derivedKinds.includes(proposal.tool) && !intent.actionKinds.includes(proposal.tool);

/** An order counts as given once however often it is proposed: more than the words ask for is not theirs. */
function isOneTooMany(check: IntentCheck, proposal: Proposal, inside: ReadonlySet<Proposal>): boolean {
  const same = [...inside].filter((other) => other.tool === proposal.tool).length;
  return same >= mostAskedFor(check.intent, proposal.tool);
}

/** Of reservations and what is given back of them the amount is bounded, however many steps it takes. */
const BOUNDED_BY_AMOUNT = new Set(["reserve_stock", "release_reservation"]);

/** Arguments that say what a derived step is about: there is one of it. */
const ABOUT: Record<string, readonly string[]> = {
  book_shipment: ["transferRef"],
  draft_declaration: ["shipmentId", "declarationId"],
  place_hold: ["shipmentId"],
  amend_declaration: ["declarationId"],
  invalidate_declaration: ["declarationId"],
};

function isDerivedTwice(proposal: Proposal, inside: ReadonlySet<Proposal>): boolean {
  if (BOUNDED_BY_AMOUNT.has(proposal.tool)) return false;
  const about = ABOUT[proposal.tool] ?? [];
  return [...inside].some((other) => other.tool === proposal.tool && about.every((name) => other.args[name] === proposal.args[name]));
}

/** True for a step that the earlier revision had: an edit may have made it less than the words or its parent say. */
function wasPlanned(check: IntentCheck, proposal: Proposal): boolean {
  const shape = shapeOf(proposal.agent, proposal.tool, proposal.args);
  return check.planned?.some((step) => shapeOf(step.agent, step.tool, step.args) === shape) === true;
}

function outsideBecause(check: IntentCheck, proposal: Proposal, inside: ReadonlySet<Proposal>): string | null {
  const { intent } = check;
  if (!intent.derivedKinds.includes(proposal.tool) && !intent.actionKinds.includes(proposal.tool))
    return `${proposal.tool} was not asked for`;
  if (intent.structured) return null;
  const follows = () => strayBecause(intent, proposal, { ...check, proposals: [...inside] });
  if (isDerived(intent, proposal)) {
    // A shape says nothing of where a reference leads, so a parent that is planned again is looked at again.
    const stands = referencesIn(proposal.args).length === 0 && wasPlanned(check, proposal);
    return (stands ? null : follows()) ?? (isDerivedTwice(proposal, inside) ? `${proposal.tool} follows once` : null);
  }
  const stray = wasPlanned(check, proposal) ? null : outsideWords(intent, proposal, check.index);
  // What is ordered may also follow from another order: "change the lines and amend the papers".
  if (stray !== null) return intent.derivedKinds.includes(proposal.tool) && follows() === null ? null : stray;
  return isOneTooMany(check, proposal, inside) ? `the request asks for fewer of ${proposal.tool}` : null;
}

/** What an order that stands fills in where the words leave a choice; what follows from another step was chosen by a rule. */
function openPartOf(check: IntentCheck, proposal: Proposal, inside: ReadonlySet<Proposal>): LeftOpen | null {
  const { intent, said } = check;
  if (!said || intent.structured || isDerived(intent, proposal) || wasPlanned(check, proposal)) return null;
  const open = leftOpen({ intent, own: ownText(said.words), index: check.index, reads: said.reads }, proposal);
  if (open === null || !intent.derivedKinds.includes(proposal.tool)) return open;
  return strayBecause(intent, proposal, { ...check, proposals: [...inside] }) === null ? null : open;
}

/**
 * Why a way back is not what the user ordered, or null. That it was planned before says nothing: it may have been planned to make room;
 * and of a structured request only the kinds that it names are its own.
 */
function unorderedBecause(check: IntentCheck, proposal: Proposal, inside: ReadonlySet<Proposal>): string | null {
  const added =
    check.replaced?.some((effect) => undoRefOf(effect) === proposal.ref) === true ||
    ((check.planned?.length ?? 0) > 0 && proposal.ref.startsWith(UNDO_REF));
  if (added || (check.intent.structured && !check.intent.actionKinds.includes(proposal.tool))) return `${proposal.tool} was not asked for`;
  return outsideBecause({ ...check, planned: [] }, proposal, inside);
}

/**
 * Holds every proposal against what the user's own words allow. What lies outside is dropped here whatever the agent says,
 * so it never reaches an approver.
 */
export function checkIntent(check: IntentCheck, proposals: readonly Proposal[]): CheckedIntent {
  const { intent, index } = check;
  const back = new Set(proposals.filter((proposal) => takesBack(proposal, check.replaced ?? [])));
  const inside = new Set<Proposal>();
  const because = new Map<Proposal, string>();
  // Only what was looked at and stands can be a parent: orders first, then bookings that follow, then what follows from those.
  const rank = (proposal: Proposal) => (isDerived(intent, proposal) ? (proposal.tool === "book_shipment" ? 1 : 2) : 0);
  // Of what may be given once, a way back takes no other's place; of what is bounded, what is new takes none of what was planned.
  const isNew = (proposal: Proposal) => BOUNDED_BY_AMOUNT.has(proposal.tool) && !wasPlanned(check, proposal);
  const later = (proposal: Proposal) => rank(proposal) * 4 + Number(back.has(proposal)) * 2 + Number(isNew(proposal));
  const makesRoom = new Map<Proposal, string>();
  for (const proposal of [...proposals].sort((a, b) => later(a) - later(b))) {
    const reason = back.has(proposal) ? unorderedBecause(check, proposal, inside) : outsideBecause(check, proposal, inside);
    if (reason === null) inside.add(proposal);
    else if (back.has(proposal)) makesRoom.set(proposal, reason);
    else because.set(proposal, reason);
  }
  const open = proposals.flatMap((proposal) => {
    const part = inside.has(proposal) && !back.has(proposal) ? openPartOf(check, proposal, inside) : null;
    return part === null ? [] : [openConflict(proposal, part)];
  });
  const ordered = intent.structured ? [] : proposals.filter((proposal) => inside.has(proposal) && !isDerived(intent, proposal));
  return {
    inside: proposals.filter((proposal) => inside.has(proposal) || makesRoom.has(proposal)),
    makesRoom,
    conflicts: [
      ...proposals.flatMap((proposal) => {
        const reason = because.get(proposal);
        return reason === undefined ? [] : [draftConflict("outside_intent", [proposal], reason)];
      }),
      ...open,
    ],
    toRead: ordered.flatMap((proposal) => [...placesToRead(intent, proposal.args, index), ...itemsToRead(intent, proposal, index)]),
  };
}
