import { LANGUAGES, type Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { type AnswerInput, buildAnswer } from "../src/answer/build-answer.ts";
import type { StepRow } from "../src/handoff/plan-store.ts";

const answer = (language: Language, code: string | null, reason: string | null): string => {
  const step = {
    agent: "supply",
    step: { tool: "transfer_stock", args: { sku: "VLV-050", quantity: "5", uom: "PCE" }, inverse: null },
    state: "rejected",
    code,
    reason,
    decidedBy: [{ user: "stock.ben", role: "stock_manager", decision: "reject", reason, at: "2026-12-07T09:00:00.000Z" }],
    receipt: null,
  } as unknown as StepRow;
  const input: AnswerInput = {
    language,
    status: "rejected",
    words: "",
    dryRun: false,
    steps: [step],
    results: { reads: [], answers: [], missingAgents: [] },
    refusal: null,
    conflicts: [],
    openIssues: [],
  };
  return buildAnswer(input).text;
};

describe("the answer to a rejected request", () => {
  it.each([
    ["en", "Reason: not needed"],
    ["de", "Grund: nicht nötig"],
    ["fr", "pas nécessaire"],
    ["es", "no es necesario"],
    ["nl", "niet nodig"],
  ] as const)("says the reason that was chosen without a text, in %s", (language, words) => {
    expect(answer(language, "not_needed", null)).toContain(words);
  });

  it("has words of its own for every reason of the list in every language", () => {
    const codes = ["wrong_quantity", "wrong_item_or_place", "not_needed", "not_now", "looks_manipulated", "other"];
    for (const language of LANGUAGES) for (const code of codes) expect(answer(language, code, null)).not.toMatch(new RegExp(`: ${code}`));
  });

  it("adds the text to the reason", () => {
    expect(answer("en", "wrong_quantity", "40 will do")).toContain("Reason: wrong quantity: 40 will do");
    expect(answer("en", "rejected", "40 will do")).toContain("Reason: 40 will do");
    expect(answer("en", "budget_closed", null)).toContain("Reason: budget_closed");
  });

  it("says that there is no reason only where there is none", () => {
    expect(answer("en", "rejected", null)).toContain("No reason was given.");
    expect(answer("en", null, null)).toContain("No reason was given.");
  });
});
