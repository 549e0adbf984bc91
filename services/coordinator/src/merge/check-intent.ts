import type { Intent, Proposal } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals } from "./decimal.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";

/** Arguments that name a thing the user must have named, by the entity kind that rules find in the user's words. */
const NAMED_BY: Record<string, string> = {
  sku: "sku",
  shipmentId: "shipment",
  declarationId: "declaration",
  reservationId: "reservation",
};

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
export function checkIntent(intent: Intent, proposals: readonly Proposal[]): { inside: Proposal[]; conflicts: DraftConflict[] } {
  const inside: Proposal[] = [];
  const conflicts: DraftConflict[] = [];
  for (const proposal of proposals) {
    const because = outsideBecause(intent, proposal);
    if (because === null) inside.push(proposal);
    else conflicts.push(draftConflict("outside_intent", [proposal], because));
  }
  return { inside, conflicts };
}
