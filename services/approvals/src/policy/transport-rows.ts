import { ACCEPTED_OR_LATER, ALWAYS, controlled, crosses, dg, LODGED_OR_LATER, WHY } from "./named-conditions.ts";
import type { PolicyRow } from "./policy-row.ts";

/** Who decides what transit does. */
export const TRANSPORT_ROWS: readonly PolicyRow[] = [
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
      when: {
        all: [
          { fact: "shipmentState", in: ["draft", "planned", "booked"] },
          { fact: "dangerousGoods", is: false },
          { not: LODGED_OR_LATER },
          { fact: "promiseMissed", is: false },
        ],
      },
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
      { id: "country", when: { fact: "countryChanges", is: true }, role: "export_officer", why: "the goods go to another country" },
      { id: "dg", when: dg, role: "export_officer", why: WHY.dg },
      { id: "controlled", when: controlled, role: "export_officer", why: WHY.controlled },
      { id: "papers", when: ACCEPTED_OR_LATER, role: "export_officer", why: "the declaration is accepted or later" },
    ],
  },
  {
    tool: "place_hold",
    id: "place_hold.default",
    owner: "transport_manager",
    free: { when: ALWAYS, why: "stopping is always allowed" },
    why: "",
    second: [],
  },
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
      {
        id: "loaded",
        when: { fact: "shipmentState", in: ["loaded", "departed", "in_transit"] },
        role: "export_officer",
        why: "the goods are loaded",
      },
      { id: "papers", when: LODGED_OR_LATER, role: "export_officer", why: "the declaration is lodged or later" },
    ],
  },
];
