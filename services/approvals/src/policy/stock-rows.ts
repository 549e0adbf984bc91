import { ALWAYS, controlled, crosses, dg, underSafety, WHY } from "./named-conditions.ts";
import type { PolicyRow } from "./policy-row.ts";

/** Who decides what supply does. */
export const STOCK_ROWS: readonly PolicyRow[] = [
  {
    tool: "transfer_stock",
    id: "transfer_stock.default",
    owner: "stock_manager",
    why: "moving stock between sites always needs a stock manager",
    second: [
      {
        id: "value",
        when: { sumAtLeast: "transfer_two_eur" },
        role: "ops_director",
        why: "the value reaches the threshold for a second person",
      },
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
    free: {
      when: {
        any: [
          { fact: "reservationExpired", is: true },
          { fact: "liveDemand", is: false },
        ],
      },
      why: "the reservation serves no live demand",
    },
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
    second: [
      {
        id: "value",
        when: { sumAtLeast: "reorder_two_eur" },
        role: "ops_director",
        why: "the value reaches the threshold for a second person",
      },
    ],
    why: "",
  },
  {
    tool: "adjust_stock",
    id: "adjust_stock.default",
    owner: "stock_manager",
    why: "posting a counted quantity always needs a stock manager",
    second: [
      {
        id: "value",
        when: { sumAtLeast: "adjust_two_eur" },
        role: "ops_director",
        why: "the difference reaches the threshold for a second person",
      },
      { id: "controlled", when: controlled, role: "ops_director", why: WHY.controlled },
      { id: "serial", when: { fact: "serialTracked", is: true }, role: "ops_director", why: "serial numbers change" },
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
  {
    tool: "request_cycle_count",
    id: "request_cycle_count.default",
    owner: "stock_manager",
    free: { when: ALWAYS, why: "asking for a count changes nothing" },
    why: "",
    second: [],
  },
];
