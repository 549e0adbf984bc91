import type { Intent, PlanStep, Proposal } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals } from "./decimal.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { strayBecause } from "./follows-from-parent.ts";

/** Arguments that name a thing the user must have named, by the entity kind that rules find in the user's words. */
const NAMED_BY: Record<string, string> = {
  sku: "sku",
  shipmentId: "shipment",
  declarationId: "declaration",
  reservationId: "reservation",
};

const isDerived = (intent: Intent, proposal: Proposal): boolean =>
  intent.derivedKinds.includes(proposal.tool) && !intent.actionKinds.includes(proposal.tool);

const outsideBecause = (intent: Intent, proposal: Proposal): string | null => {
  const derived = intent.derivedKinds.includes(proposal.tool);
  if (!derived && !intent.actionKinds.includes(proposal.tool)) return `${proposal.tool} was not asked for`;
  if (derived || intent.structured) return null;
  for (const [argument, kind] of Object.entries(NAMED_BY)) {
    const value = proposal.args[argument];
    if (typeof value !== "string" || value.startsWith("@")) continue;
    const named = intent.entities.filter((entity) => entity.kind === kind).map((entity) => entity.id);
    if (named.length > 0 && !named.includes(value)) return `${argument} ${value} was not named by the user`;
  }
  const quantity = asDecimal(proposal.args.quantity);
  const allowed = intent.limits.quantities.map((limit) => limit.quantity);
  if (quantity !== null && allowed.length > 0 && !allowed.some((limit) => compareDecimals(limit, quantity) === 0)) {
    return `the quantity ${quantity} does not occur in the request`;
  }
  return null;
};

/**
 * Holds every proposal against what the user's own words allow. What lies outside is dropped here whatever the agent says,
 * so it never reaches an approver.
 */
export function checkIntent(
  intent: Intent,
  proposals: readonly Proposal[],
  kept: readonly Pick<PlanStep, "tool" | "args">[],
): { inside: Proposal[]; conflicts: DraftConflict[] } {
  const inside = new Set<Proposal>();
  const because = new Map<Proposal, string>();
  const judge = (proposal: Proposal, reason: string | null) => {
    if (reason === null) inside.add(proposal);
    else because.set(proposal, reason);
  };
  // Only what was looked at and stands can be a parent: orders first, then bookings that follow, then what follows from those.
  const rank = (proposal: Proposal) => (isDerived(intent, proposal) ? (proposal.tool === "book_shipment" ? 1 : 2) : 0);
  for (const proposal of [...proposals].sort((a, b) => rank(a) - rank(b))) {
    const outside = outsideBecause(intent, proposal);
    const checked = outside === null && !intent.structured && isDerived(intent, proposal);
    judge(proposal, checked ? strayBecause(intent, proposal, { proposals: [...inside], kept }) : outside);
  }
  return {
    inside: proposals.filter((proposal) => inside.has(proposal)),
    conflicts: proposals.flatMap((proposal) => {
      const reason = because.get(proposal);
      return reason === undefined ? [] : [draftConflict("outside_intent", [proposal], reason)];
    }),
  };
}
