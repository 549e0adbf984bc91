import { ALWAYS, controlled, dg, IN_HANDS_OF_CUSTOMS, paper, WHY } from "./named-conditions.ts";
import type { PolicyRow } from "./policy-row.ts";

/** Who decides what export control does. */
export const PAPER_ROWS: readonly PolicyRow[] = [
  {
    tool: "draft_declaration",
    id: "draft_declaration.default",
    owner: "export_officer",
    free: { when: ALWAYS, why: "a draft binds nobody" },
    why: "",
    second: [],
  },
  {
    tool: "lodge_declaration",
    id: "lodge_declaration.default",
    owner: "export_officer",
    why: "lodging always needs an export officer",
    second: [
      { id: "dg", when: dg, role: "dg_officer", why: WHY.dg },
      { id: "controlled", when: controlled, role: "compliance_officer", why: WHY.controlled },
      {
        id: "value",
        when: { sumAtLeast: "lodge_two_eur" },
        role: "compliance_officer",
        why: "the value reaches the threshold for a second person",
      },
    ],
  },
  {
    tool: "amend_declaration",
    id: "amend_declaration.default",
    owner: "export_officer",
    why: "amending always needs an export officer",
    second: [
      { id: "controlled", when: controlled, role: "compliance_officer", why: WHY.controlled },
      {
        id: "papers",
        when: IN_HANDS_OF_CUSTOMS,
        role: "compliance_officer",
        why: "the declaration is under control, released or at the exit",
      },
      { id: "quantity", when: { fact: "quantityRises", is: true }, role: "compliance_officer", why: "the declared quantity rises" },
      { id: "party", when: { fact: "partyChanges", is: true }, role: "compliance_officer", why: "consignee or destination changes" },
    ],
  },
  {
    tool: "invalidate_declaration",
    id: "invalidate_declaration.default",
    owner: "export_officer",
    why: "invalidating always needs an export officer",
    second: [
      { id: "papers", when: paper("released", "arrived_at_exit"), role: "ops_director", why: "the declaration is released or at the exit" },
    ],
  },
  {
    tool: "resolve_screening",
    id: "resolve_screening.default",
    owner: "compliance_officer",
    why: "a screening hit always needs compliance",
    second: [{ id: "always", when: ALWAYS, role: "compliance_officer", why: "two different compliance officers, always" }],
  },
  {
    tool: "file_exit_evidence",
    id: "file_exit_evidence.default",
    owner: "export_officer",
    why: "exit evidence always needs an export officer",
    second: [],
  },
];
