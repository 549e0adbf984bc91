import type { PlanConflict } from "@quartermaster/shared/contracts";

type Severity = PlanConflict["severity"];

/** Conflicts whose resolution is to refuse or to drop the step. */
const REFUSE = [
  "already_loaded",
  "cancel_requested",
  "declaration_is_draft",
  "declaration_in_control",
  "declaration_terminal",
  "denied_party",
  "destination_embargo",
  "evidence_missing",
  "goods_have_left",
  "hold_active",
  "leg_departed",
  "licence_consignee_mismatch",
  "licence_exhausted",
  "licence_expired",
  "licence_missing",
  "licence_quantity_exceeded",
  "not_released_yet",
  "open_screening",
  "outcome_pending",
  "outside_intent",
  "shipment_ended",
  "unpack_first",
];

/** Conflicts that only a person can resolve: another lot, place, service, quantity or date that no rule chooses. */
const ASK = [
  "capacity_exceeded",
  "carrier_dg_forbidden",
  "connection_missed",
  "contradictory_intent",
  "count_in_progress",
  "cutoff_missed",
  "dg_segregation",
  "duplicate_of_inbound",
  "insufficient_available",
  "location_dg_not_allowed",
  "lot_expires_before_arrival",
  "origin_serial_mismatch",
  "possible_duplicate",
  "remaining_life_below_minimum",
  "same_units_promised_twice",
  "temperature_gap",
  "uom_mismatch",
];

/** Refusals that stop every agent's action of the request, not only the step at fault. */
export const STOPS_EVERYTHING: ReadonlySet<string> = new Set(["destination_embargo", "denied_party"]);

const TABLE = new Map<string, Severity>([...REFUSE.map((code) => [code, "refuse"] as const), ...ASK.map((code) => [code, "ask"] as const)]);

/** Severity of a conflict code: unknown codes and needs met by an added step only warn. */
export function conflictSeverity(code: string): Severity {
  return TABLE.get(code) ?? "warn";
}
