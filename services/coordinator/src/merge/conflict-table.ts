import type { PlanConflict } from "@quartermaster/shared/contracts";

/** The order in which conflicts are judged and told. */
export const STAGES = ["refuse", "duplicates", "quantities", "time", "papers", "approvals"] as const;
export type Stage = (typeof STAGES)[number];

export interface ConflictEntry {
  stage: Stage;
  /** `refuse` drops the step with what depends on it, `ask` needs a person's choice, `warn` is shown and may raise approvals. */
  severity: PlanConflict["severity"];
  /** What is done about it. */
  resolution: string;
}

const entry = (stage: Stage, severity: ConflictEntry["severity"], resolution: string): ConflictEntry => ({ stage, severity, resolution });

/** Every conflict that structured proposals and records can show, wherever it is found. The records decide, never the agent's severity. */
export const CONFLICTS: Readonly<Record<string, ConflictEntry>> = {
  outside_intent: entry("refuse", "refuse", "drop: nobody asked for it"),
  destination_embargo: entry("refuse", "refuse", "refuse every agent's actions"),
  denied_party: entry("refuse", "refuse", "refuse every agent's actions"),
  open_screening: entry("refuse", "refuse", "compliance decides the screening first"),
  licence_missing: entry("refuse", "refuse", "get a licence"),
  licence_expired: entry("refuse", "refuse", "get a new licence"),
  licence_exhausted: entry("refuse", "refuse", "get a new licence"),
  licence_quantity_exceeded: entry("refuse", "refuse", "less, or another licence"),
  licence_consignee_mismatch: entry("refuse", "refuse", "the licence names another consignee"),
  declaration_terminal: entry("refuse", "refuse", "nothing changes it here any more"),
  declaration_in_control: entry("refuse", "refuse", "hold the shipment and wait for the outcome"),
  already_loaded: entry("refuse", "refuse", "other units, or offload first"),
  hold_active: entry("refuse", "refuse", "only the way that releases the hold"),
  cancel_requested: entry("refuse", "refuse", "the carrier answers first"),
  declaration_is_draft: entry("refuse", "refuse", "revise the draft"),
  evidence_missing: entry("refuse", "refuse", "name the evidence"),
  goods_have_left: entry("refuse", "refuse", "only a return shipment brings them back"),
  leg_departed: entry("refuse", "refuse", "only later legs"),
  not_released_yet: entry("refuse", "refuse", "wait for the release"),
  outcome_pending: entry("refuse", "refuse", "the first outcome comes first"),
  shipment_ended: entry("refuse", "refuse", "book anew"),
  unpack_first: entry("refuse", "refuse", "unpack first"),
  contradictory_intent: entry("refuse", "ask", "ask which of them is meant"),
  left_open: entry("refuse", "ask", "ask the user for what only a model chose"),

  duplicate_of_inbound: entry("duplicates", "ask", "ask before adding"),
  replaced_effect: entry("duplicates", "warn", "taken back first, by a step of the same plan"),
  possible_duplicate: entry("duplicates", "ask", "ask before doing it again"),

  uom_mismatch: entry("quantities", "ask", "ask for a unit that the item has"),
  insufficient_available: entry("quantities", "ask", "offer what is there, another place or date"),
  same_units_promised_twice: entry("quantities", "ask", "ask which goes first"),
  origin_serial_mismatch: entry("quantities", "ask", "pick serials that are there"),
  count_in_progress: entry("quantities", "ask", "wait for the count"),
  capacity_exceeded: entry("quantities", "ask", "split, or another service"),
  location_dg_not_allowed: entry("quantities", "ask", "another place"),
  carrier_dg_forbidden: entry("quantities", "ask", "another service"),
  dg_segregation: entry("quantities", "ask", "split over two shipments"),
  temperature_gap: entry("quantities", "ask", "another service"),
  goods_issue_pending: entry("quantities", "warn", "count available, never on hand; both are shown"),
  below_safety_stock: entry("quantities", "warn", "one more person; the quantity that stays safe is shown"),
  above_max_level: entry("quantities", "warn", "a transfer instead"),
  transport_without_stock: entry("quantities", "warn", "a reservation is added before it"),

  cutoff_missed: entry("time", "ask", "the next service"),
  connection_missed: entry("time", "ask", "another service"),
  lot_expires_before_arrival: entry("time", "ask", "the next lot"),
  remaining_life_below_minimum: entry("time", "ask", "the next lot"),
  promise_date_missed: entry("time", "warn", "one more person; the delay is shown"),
  exit_deadline: entry("time", "warn", "file exit evidence"),
  transfer_without_transport: entry("time", "warn", "a booking is added"),

  declared_qty_ne_shipped_qty: entry("papers", "warn", "revise the draft, amend what is accepted"),
  declaration_needs_amendment: entry("papers", "warn", "an amendment is added after the change"),
  papers_after_departure: entry("papers", "warn", "lodge first, or reschedule"),
  load_before_exit_release: entry("papers", "warn", "hold, and lodge the arrival at the exit"),
  customs_territory_crossed: entry("papers", "warn", "a draft is added"),
  exit_office_changed: entry("papers", "warn", "amend, or tell the office"),
  incoterm_mismatch: entry("papers", "warn", "correct the draft, amend what is accepted"),
  classification_mismatch: entry("papers", "warn", "an export officer classifies"),

  stale_snapshot: entry("approvals", "warn", "plan again; approvals are void"),
};
