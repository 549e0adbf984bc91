import type { AgentName } from "@quartermaster/shared/contracts";

/** Every effect the domain knows with the agent that owns it, offered yet or not. */
export const EFFECT_OWNERS: Readonly<Record<string, AgentName>> = {
  reserve_stock: "supply",
  release_reservation: "supply",
  transfer_stock: "supply",
  create_reorder: "supply",
  adjust_stock: "supply",
  set_stock_status: "supply",
  request_cycle_count: "supply",
  book_shipment: "transit",
  change_lines: "transit",
  reschedule_leg: "transit",
  reroute_shipment: "transit",
  place_hold: "transit",
  release_hold: "transit",
  cancel_shipment: "transit",
  draft_declaration: "export",
  lodge_declaration: "export",
  amend_declaration: "export",
  invalidate_declaration: "export",
  file_exit_evidence: "export",
  resolve_screening: "export",
};
