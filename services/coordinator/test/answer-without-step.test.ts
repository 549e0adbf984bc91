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

it("carries no claim of a deed where something was ordered, also beside records that were read", () => {
  const claim = "The reservation has been made. Ben has approved it, see STK-9.";
  const answers = [{ agent: "supply", status: "ok", answer: claim, facts: [] }] as unknown as AnswerInput["results"]["answers"];
  const record = { domain: "supply", kind: "stock", id: "STK-9", version: 1, fields: { sku: "KX-7", onHand: "60", unit: "PCE" } };
  const reads = [
    { agent: "supply", tool: "find_stock", args: {}, records: [record], result: {} },
  ] as unknown as AnswerInput["results"]["reads"];
  for (const results of [
    { reads: [], answers, missingAgents: [] },
    { reads, answers, missingAgents: [] },
  ]) {
    const { text } = buildAnswer(input({ ordered: true, status: "incomplete", results }));
    expect(text).toMatch(/^Nothing was done\./);
    expect(text).not.toMatch(/has been made|approved/);
  }
  expect(buildAnswer(input({ ordered: true, results: { reads, answers, missingAgents: [] } })).text).toContain(
    "STK-9@1: sku KX-7, onHand 60",
  );
});

it("names a key of an order that no record has", () => {
  const answers = [
    { agent: "transit", status: "ok", answer: "Not found: SHP-2001.", facts: [] },
  ] as unknown as AnswerInput["results"]["answers"];
  const { text } = buildAnswer(input({ ordered: true, words: "Hold SHP-2001", results: { reads: [], answers, missingAgents: [] } }));
  expect(text).toBe("Nothing was done.\nNot found: no record matches. (SHP-2001)");
});

it("has little room for prose, and all for lines that quote records", () => {
  const record = { domain: "supply", kind: "stock", id: "STK-9", version: 1, fields: { sku: "KX-7", onHand: "60", unit: "PCE" } };
  const reads = [
    { agent: "supply", tool: "find_stock", args: {}, records: [record], result: {} },
  ] as unknown as AnswerInput["results"]["reads"];
  const quotes = Array.from({ length: 40 }, () => "KX-7 has 60 on hand, as the record says [STK-9].").join("\n");
  const answers = [
    { agent: "supply", status: "ok", answer: `${"A".repeat(8000)}\n${quotes}`, facts: [] },
  ] as unknown as AnswerInput["results"]["answers"];
  const { text } = buildAnswer(input({ ordered: false, words: "How many KX-7?", results: { reads, answers, missingAgents: [] } }));
  expect(text).not.toContain("AAAA");
  expect(text.split("\n").filter((line) => line.includes("STK-9"))).toHaveLength(40);
});

it("shows no words about records that nobody looked at, and says so", () => {
  const openIssues = [{ code: "nothing_read", detail: "supply looked nothing up", agent: "supply" }];
  const { text } = buildAnswer(input({ ordered: false, status: "incomplete", words: "How much KX-7 is in Oslo?", openIssues }));
  expect(text).toBe("Nothing was looked up, so there is no answer to this. Please ask again.");
});

it("says that nothing was done when the order was taken back before anybody was asked", () => {
  const none = { reads: [], answers: [], missingAgents: [] };
  expect(buildAnswer(input({ ordered: false, language: "en", results: none })).text).toBe("Nothing was done.");
});

it("says first that a dry run was one and did nothing, in every language", () => {
  const step = {
    agent: "supply",
    step: { tool: "transfer_stock", args: {}, inverse: null },
    state: "proposed",
    decidedBy: [],
    receipt: null,
  };
  const steps = [step] as unknown as AnswerInput["steps"];
  const heads = (["en", "de", "fr", "es", "nl"] as const).map(
    (language) => buildAnswer(input({ dryRun: true, steps, language })).text.split("\n")[0],
  );
  expect(heads).toEqual([
    "This was a dry run: nothing was done.",
    "Das war ein Probelauf: Es wurde nichts ausgeführt.",
    "C'était un essai à blanc : rien n'a été exécuté.",
    "Era una simulación: no se ha ejecutado nada.",
    "Dit was een proefrun: er is niets uitgevoerd.",
  ]);
  expect(buildAnswer(input({ steps })).text).not.toMatch(/dry run/);
});
