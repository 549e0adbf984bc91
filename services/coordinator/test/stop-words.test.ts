import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { type AnswerInput, buildAnswer } from "../src/answer/build-answer.ts";
import { stopSentence } from "../src/answer/stop-words.ts";

const LANGUAGES: readonly Language[] = ["en", "de", "fr", "es", "nl"];
/** Every reason with which the runtime ends a task early, by what it means to a user. */
const REASONS = {
  steps: ["max_steps"],
  tokens: ["max_tokens"],
  cost: ["max_cost"],
  time: ["wall_clock", "deadline"],
  repetition: ["repetition"],
  other: ["repair_exhausted", "truncated", "empty", "context_full", "attempts_exhausted", "model_rejected"],
};

const found = { agent: "supply", status: "partial", answer: "Found 360 PCE.", facts: [] };
const input = (stopReason: string, change: Partial<AnswerInput>): AnswerInput => ({
  language: "en",
  status: "incomplete",
  words: "How much VLV-050 is there?",
  dryRun: false,
  steps: [],
  results: {
    reads: [],
    answers: [found] as unknown as AnswerInput["results"]["answers"],
    missingAgents: [],
    stops: [{ agent: "supply", stopReason }],
  },
  refusal: null,
  conflicts: [],
  openIssues: [],
  ...change,
});

describe.each(LANGUAGES)("an agent's early stop, in %s", (language) => {
  const sentences = Object.values(REASONS).map((reasons) => reasons.map((reason) => stopSentence(language, "supply", reason)));

  it("is told in words of its own for each kind of reason, with the agent's name and without the machine's word", () => {
    expect(new Set(sentences.map((same) => same[0])).size).toBe(sentences.length);
    for (const same of sentences) expect(new Set(same).size).toBe(1);
    for (const sentence of sentences.flat()) {
      expect(sentence).toMatch(/^supply .{20,}\.$/);
      expect(sentence).not.toMatch(/_|max|undefined/);
    }
  });

  it("is in no other language's words", () => {
    const others = LANGUAGES.filter((other) => other !== language).map((other) => stopSentence(other, "supply", "max_steps"));
    expect(others).not.toContain(sentences[0]?.[0]);
  });

  it.each(Object.values(REASONS).map(([reason]) => [reason as string]))("stands in the answer of the request: %s", (reason) => {
    const said = stopSentence(language, "supply", reason);
    expect(buildAnswer(input(reason, { language })).text).toContain(said);
    const step = {
      agent: "supply",
      step: { tool: "transfer_stock", args: {}, inverse: null },
      state: "rejected",
      decidedBy: [],
      receipt: null,
    };
    expect(buildAnswer(input(reason, { language, steps: [step] as unknown as AnswerInput["steps"] })).text).toContain(said);
    const refusal = { code: "unknown_item", detail: "There is no such item." };
    expect(buildAnswer(input(reason, { language, refusal })).text).toContain(said);
  });
});
