import type { Never } from "./policy-row.ts";

const conflict = (code: string, why: string): Never => ({ id: code, when: { conflict: code }, code, why });

/** Never at any level: no number of approvals lets these through, so nobody is asked. */
export const NEVER_LINES: readonly Never[] = [
  conflict("destination_embargo", "the destination is under embargo"),
  conflict("denied_party", "a party is on a list of denied parties"),
  conflict("licence_exhausted", "the licence is used up"),
  conflict("licence_expired", "the licence has run out"),
  conflict("declaration_terminal", "the declaration is at its end: exited goods are corrected outside"),
];

/** Actions that stop, restrict or end something: what forbids the goods to go on must not forbid to stop them. */
export const STOPPING_TOOLS: ReadonlySet<string> = new Set([
  "place_hold",
  "request_cycle_count",
  "set_stock_status",
  "release_reservation",
  "cancel_shipment",
  "resolve_screening",
  "adjust_stock",
]);
