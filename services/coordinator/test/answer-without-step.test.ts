import { expect, it } from "vitest";
import { type AnswerInput, buildAnswer } from "../src/answer/build-answer.ts";

const input = (change: Partial<AnswerInput>): AnswerInput => ({
  language: "en",
  status: "completed",
  words: "Order 500 GSK-010 for Lyon",
  dryRun: false,
  steps: [],
  results: {
    reads: [],
    answers: [{ agent: "supply", status: "ok", answer: "Done as told.", facts: [] }] as unknown as AnswerInput["results"]["answers"],
    missingAgents: [],
  },
  refusal: null,
  conflicts: [],
  openIssues: [],
  ...change,
});

it("says that nothing was done when an order came to no step, whatever an agent claims", () => {
  expect(buildAnswer(input({ ordered: true })).text.split("\n")[0]).toBe("Nothing was done.");
  expect(buildAnswer(input({ ordered: true, language: "de" })).text.split("\n")[0]).toBe("Es wurde nichts ausgeführt.");
  expect(buildAnswer(input({ ordered: false, words: "How many?" })).text).not.toMatch(/Nothing was done/);
});

it("says that nothing was done when the order was taken back before anybody was asked", () => {
  const none = { reads: [], answers: [], missingAgents: [] };
  expect(buildAnswer(input({ ordered: false, language: "en", results: none })).text).toBe("Nothing was done.");
});
