import { AgentStatus, ApprovalState, RequestStatus, Role, StepState } from "@quartermaster/shared/contracts";
import { ERROR_CODES } from "@quartermaster/shared/errors";
import { describe, expect, it } from "vitest";
import { EDIT_FAULTS } from "../../../services/approvals/src/edits/narrow-args.ts";
import { SHIPPED_POLICY } from "../../../services/approvals/src/policy/policy-table.ts";
import { CONFLICTS } from "../../../services/coordinator/src/merge/conflict-table.ts";
import { de } from "../src/messages/de.ts";
import { en } from "../src/messages/en.ts";

const shape = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => shape(member, `${path}/${key}`))
    : [`${path} ${typeof value === "function" ? `function ${value.length}` : typeof value}`];
const empties = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(empties) : value === "" ? ["empty"] : [];

describe("the console's words", () => {
  it("are the same keys with the same parameters in both languages", () => {
    expect(shape(de).sort()).toEqual(shape(en).sort());
  });

  it("are never empty", () => {
    expect([...empties(en), ...empties(de)]).toEqual([]);
  });

  it.each([
    ["status", RequestStatus.options],
    ["stepState", StepState.options],
    ["agentStatus", AgentStatus.options],
    ["approvalState", ApprovalState.options],
    ["roles", Role.options],
  ] as const)("name every %s", (table, keys) => {
    expect(Object.keys(en[table]).sort()).toEqual([...keys].sort());
  });

  it("have a sentence for every refusal of a decision", () => {
    const codes = [
      "reauth_required",
      "requester_cannot_decide",
      "role_missing",
      "already_filled_by_you",
      "already_decided",
      "card_changed",
      "card_outdated",
      "requester_is_changing_this",
      "expired",
      "superseded",
      "edit_widens",
      "edit_refused",
    ];
    for (const code of codes) {
      expect(Object.keys(ERROR_CODES)).toContain(code);
      expect(Object.keys(en.refusals)).toContain(code);
    }
  });

  it("have German sentences for every reason of the shipped policy", () => {
    const sentences = SHIPPED_POLICY.rows.flatMap((row) => [
      row.why,
      row.free?.why ?? "",
      ...[...(row.first ?? []), ...row.second].map((line) => line.why),
    ]);
    expect([...new Set(sentences)].filter((sentence) => sentence !== "" && de.reason(sentence) === sentence)).toEqual([]);
  });

  it("have German words for every conflict, and words for every action that people decide", () => {
    expect(Object.keys(CONFLICTS).filter((code) => de.codeWord(code) === en.codeWord(code))).toEqual([]);
    for (const { tool } of SHIPPED_POLICY.rows) {
      expect([tool, Object.hasOwn(en.toolNames, tool), Object.hasOwn(de.tools, tool)]).toEqual([tool, true, true]);
    }
  });

  it("have words for every fault of an edit", () => {
    for (const code of Object.keys(EDIT_FAULTS)) expect(Object.keys(en.editFaults)).toContain(code);
  });
});
