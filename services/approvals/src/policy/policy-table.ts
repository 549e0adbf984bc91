import type { Role } from "@quartermaster/shared/contracts";
import type { Condition } from "./condition.ts";

/** One approver more, and who that is. Without a role the matching facts choose it. */
export interface Raise {
  id: string;
  when: Condition;
  why: string;
  role?: Role;
}

/** Who decides one action. `first` empty means always one person; `free` beats `first`. */
export interface PolicyRow {
  tool: string;
  id: string;
  /** Role of slot 1. */
  owner: Role;
  /** Nobody has to decide when this holds; absent = a person always decides. */
  free?: { when: Condition; why: string };
  /** One person decides when any of these holds; absent = whenever `free` does not hold. */
  first?: readonly Raise[];
  /** A second person decides when any of these holds. */
  second: readonly Raise[];
  /** Why one person decides when no line of `first` says it. */
  why: string;
}

const ALWAYS: Condition = { all: [] };
const dg: Condition = { fact: "dangerousGoods", is: true };
const controlled: Condition = { fact: "controlled", is: true };
const crosses: Condition = { fact: "crossesTerritory", is: true };
const underSafety: Condition = { fact: "underSafetyStock", is: true };
const paper = (...states: string[]): Condition => ({ fact: "paperState", in: states });
const ACCEPTED_OR_LATER = paper("accepted", "amendment_pending", "invalidation_pending", "under_control", "not_released", "released", "arrived_at_exit", "exited");
const LODGED_OR_LATER: Condition = { any: [paper("lodged"), ACCEPTED_OR_LATER] };
const IN_HANDS_OF_CUSTOMS = paper("under_control", "released", "arrived_at_exit");

const WHY = {
  dg: "dangerous goods",
  controlled: "a controlled item",
  crosses: "the goods cross a customs territory",
  underSafety: "available falls under safety stock",
} as const;

/** Version of the shipped table; part of every grant. */
export const POLICY_VERSION = "2026-11-01";

/** Table of domain.md §4, one row an action. */
export const POLICY_TABLE: readonly PolicyRow[] = [
  {
    tool: "transfer_stock",
    id: "transfer_stock.default",
    owner: "stock_manager",
    why: "moving stock between sites always needs a stock manager",
    second: [
      { id: "value", when: { sumAtLeast: "transfer_two_eur" }, role: "ops_director", why: "the value reaches the threshold for a second person" },
      { id: "territory", when: crosses, role: "export_officer", why: WHY.crosses },
      { id: "dg", when: dg, role: "dg_officer", why: WHY.dg },
      { id: "controlled", when: controlled, role: "compliance_officer", why: WHY.controlled },
      { id: "safety", when: underSafety, role: "ops_director", why: WHY.underSafety },
    ],
  },
  {
    tool: "reserve_stock",
    id: "reserve_stock.default",
    owner: "stock_manager",
    why: "",
    first: [
      { id: "safety", when: underSafety, why: WHY.underSafety },
      { id: "value", when: { sumAtLeast: "reserve_one_eur" }, why: "the value reaches the threshold for a person" },
    ],
    second: [],
  },
  {
    tool: "release_reservation",
    id: "release_reservation.default",
    owner: "stock_manager",
    free: { when: { any: [{ fact: "reservationExpired", is: true }, { fact: "liveDemand", is: false }] }, why: "the reservation serves no live demand" },
    why: "the reservation serves somebody's live demand",
    second: [],
  },
  {
    tool: "create_reorder",
    id: "create_reorder.default",
    owner: "buyer",
    first: [
      { id: "value", when: { sumAtLeast: "reorder_none_eur" }, why: "the value reaches the threshold for a buyer" },
      { id: "dg", when: dg, why: WHY.dg },
      { id: "controlled", when: controlled, why: WHY.controlled },
    ],
    second: [{ id: "value", when: { sumAtLeast: "reorder_two_eur" }, role: "ops_director", why: "the value reaches the threshold for a second person" }],
    why: "",
  },
  {
    tool: "adjust_stock",
    id: "adjust_stock.default",
    owner: "stock_manager",
    why: "posting a counted quantity always needs a stock manager",
    second: [
      { id: "value", when: { sumAtLeast: "adjust_two_eur" }, role: "ops_director", why: "the difference reaches the threshold for a second person" },
      { id: "controlled", when: controlled, role: "ops_director", why: WHY.controlled },
      { id: "serial", when: { not: { arg: "serials", in: ["undefined"] } }, role: "ops_director", why: "serial numbers change" },
    ],
  },
  {
    tool: "set_stock_status",
    id: "set_stock_status.default",
    owner: "qa_manager",
    free: { when: { arg: "status", in: ["quarantine", "damaged", "blocked"] }, why: "restricting stock is always allowed" },
    why: "freeing stock needs quality",
    second: [],
  },
  { tool: "request_cycle_count", id: "request_cycle_count.default", owner: "stock_manager", free: { when: ALWAYS, why: "asking for a count changes nothing" }, why: "", second: [] },
  {
    tool: "book_shipment",
    id: "book_shipment.default",
    owner: "transport_manager",
    first: [
      { id: "territory", when: crosses, why: WHY.crosses },
      { id: "dg", when: dg, why: WHY.dg },
      { id: "controlled", when: controlled, why: WHY.controlled },
      { id: "value", when: { sumAtLeast: "book_one_eur" }, why: "the value reaches the threshold for a person" },
    ],
    second: [
      { id: "dg_crossing", when: { all: [dg, crosses] }, role: "dg_officer", why: "dangerous goods cross a customs territory" },
      { id: "controlled", when: controlled, role: "compliance_officer", why: WHY.controlled },
    ],
    why: "",
  },
  {
    tool: "change_lines",
    id: "change_lines.default",
    owner: "transport_manager",
    why: "changing a shipment's lines always needs transport",
    second: [
      { id: "dg_crossing", when: { all: [dg, crosses] }, role: "export_officer", why: "dangerous goods cross a customs territory" },
      { id: "controlled", when: controlled, role: "export_officer", why: WHY.controlled },
      { id: "papers", when: ACCEPTED_OR_LATER, role: "export_officer", why: "the declaration is accepted or later" },
    ],
  },
  {
    tool: "reschedule_leg",
    id: "reschedule_leg.default",
    owner: "transport_manager",
    free: {
      when: { all: [{ fact: "shipmentState", in: ["draft", "planned", "booked"] }, { fact: "dangerousGoods", is: false }, { not: LODGED_OR_LATER }, { fact: "promiseMissed", is: false }] },
      why: "booked, no dangerous goods, no lodged papers, the promise is kept",
    },
    why: "dangerous goods, papers or the promise are touched",
    second: [],
  },
  {
    tool: "reroute_shipment",
    id: "reroute_shipment.default",
    owner: "transport_manager",
    why: "rerouting always needs transport",
    second: [
      { id: "territory", when: crosses, role: "export_officer", why: WHY.crosses },
      { id: "dg", when: dg, role: "export_officer", why: WHY.dg },
      { id: "controlled", when: controlled, role: "export_officer", why: WHY.controlled },
      { id: "papers", when: ACCEPTED_OR_LATER, role: "export_officer", why: "the declaration is accepted or later" },
    ],
  },
  { tool: "place_hold", id: "place_hold.default", owner: "transport_manager", free: { when: ALWAYS, why: "stopping is always allowed" }, why: "", second: [] },
  ...(
    [
      ["quality", "qa_manager"],
      ["customer", "transport_manager"],
      ["credit", "ops_director"],
      ["customs", "export_officer"],
      ["compliance", "compliance_officer"],
      ["licence", "compliance_officer"],
      ["dg", "dg_officer"],
    ] as const
  ).map(
    ([type, owner], index): PolicyRow => ({
      tool: "release_hold",
      id: `release_hold.${type}`,
      owner,
      why: `lifting a ${type} hold needs its owner`,
      second: index < 3 ? [] : [{ id: "strict", when: ALWAYS, role: "ops_director", why: `a ${type} hold needs two people and evidence` }],
    }),
  ),
  {
    tool: "cancel_shipment",
    id: "cancel_shipment.default",
    owner: "transport_manager",
    why: "cancelling always needs transport",
    second: [
      { id: "loaded", when: { fact: "shipmentState", in: ["loaded", "departed", "in_transit"] }, role: "export_officer", why: "the goods are loaded" },
      { id: "papers", when: LODGED_OR_LATER, role: "export_officer", why: "the declaration is lodged or later" },
    ],
  },
  { tool: "draft_declaration", id: "draft_declaration.default", owner: "export_officer", free: { when: ALWAYS, why: "a draft binds nobody" }, why: "", second: [] },
  {
    tool: "lodge_declaration",
    id: "lodge_declaration.default",
    owner: "export_officer",
    why: "lodging always needs an export officer",
    second: [
      { id: "dg", when: dg, role: "dg_officer", why: WHY.dg },
      { id: "controlled", when: controlled, role: "compliance_officer", why: WHY.controlled },
      { id: "value", when: { sumAtLeast: "lodge_two_eur" }, role: "compliance_officer", why: "the value reaches the threshold for a second person" },
    ],
  },
  {
    tool: "amend_declaration",
    id: "amend_declaration.default",
    owner: "export_officer",
    why: "amending always needs an export officer",
    second: [
      { id: "controlled", when: controlled, role: "compliance_officer", why: WHY.controlled },
      { id: "papers", when: IN_HANDS_OF_CUSTOMS, role: "compliance_officer", why: "the declaration is under control, released or at the exit" },
      { id: "quantity", when: { conflict: "declared_quantity_rises" }, role: "compliance_officer", why: "the declared quantity rises" },
      { id: "party", when: { conflict: "declared_party_changes" }, role: "compliance_officer", why: "consignee or destination changes" },
    ],
  },
  {
    tool: "invalidate_declaration",
    id: "invalidate_declaration.default",
    owner: "export_officer",
    why: "invalidating always needs an export officer",
    second: [{ id: "papers", when: paper("released", "arrived_at_exit"), role: "ops_director", why: "the declaration is released or at the exit" }],
  },
  {
    tool: "resolve_screening",
    id: "resolve_screening.default",
    owner: "compliance_officer",
    why: "a screening hit always needs compliance",
    second: [{ id: "always", when: ALWAYS, role: "compliance_officer", why: "two different compliance officers, always" }],
  },
  { tool: "file_exit_evidence", id: "file_exit_evidence.default", owner: "export_officer", why: "exit evidence always needs an export officer", second: [] },
];

/** Order in which a second role is chosen when several lines match. */
export const SECOND_ROLE_ORDER: readonly Role[] = ["compliance_officer", "dg_officer", "export_officer", "ops_director"];
