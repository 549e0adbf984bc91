import type { Proposal } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import { referencesIn } from "./references.ts";

/** Execution order inside a plan: holds, units, transit, papers, lodging. */
const RANK: Record<string, number> = {
  place_hold: 0,
  request_cycle_count: 1,
  reserve_stock: 2,
  transfer_stock: 2,
  release_reservation: 3,
  adjust_stock: 3,
  set_stock_status: 3,
  create_reorder: 3,
  book_shipment: 4,
  change_lines: 4,
  reschedule_leg: 4,
  reroute_shipment: 4,
  cancel_shipment: 4,
  draft_declaration: 5,
  amend_declaration: 5,
  invalidate_declaration: 5,
  resolve_screening: 5,
  lodge_declaration: 6,
  file_exit_evidence: 6,
  release_hold: 7,
};

/** Rank, tool and arguments: what places a step among others that wait for the same. */
export const sortKeyOf = (proposal: Proposal): string =>
  `${String(RANK[proposal.tool] ?? 3).padStart(2, "0")}|${proposal.tool}|${canonicalJson(proposal.args)}|${proposal.ref}`;

/**
 * Orders proposals so that each follows what it waits for; ties by rank, tool and arguments, never by time of arrival, so
 * that the same proposals give the same plan whoever answered first. A proposal in a circle keeps its rank order.
 */
export function orderProposals(proposals: readonly Proposal[], predecessorsOf: (proposal: Proposal) => readonly Proposal[]): Proposal[] {
  const byRef = new Map(proposals.map((proposal) => [proposal.ref, proposal]));
  const left = [...proposals].sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  const done: Proposal[] = [];
  while (left.length > 0) {
    const isFree = (proposal: Proposal) => {
      const waitsFor = [...referencesIn(proposal.args), ...proposal.after]
        .map((ref) => byRef.get(ref))
        .filter((other) => other !== undefined);
      return ![...waitsFor, ...predecessorsOf(proposal)].some((other) => other !== proposal && left.includes(other));
    };
    const next = Math.max(0, left.findIndex(isFree));
    done.push(...left.splice(next, 1));
  }
  return done;
}
