import { AgentStatus, ApprovalState, RequestStatus, Role, StepState } from "@quartermaster/shared/contracts";
import { ERROR_CODES } from "@quartermaster/shared/errors";
import { describe, expect, it } from "vitest";
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
});
