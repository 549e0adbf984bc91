import type { Language, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { type AnswerInput, buildAnswer } from "../src/answer/build-answer.ts";
import { placeNames } from "../src/answer/place-names.ts";
import { inPlainWords } from "../src/answer/plain-questions.ts";
import type { StepRow } from "../src/handoff/plan-store.ts";
import { questionOf } from "../src/merge/conflict-questions.ts";
import { draftConflict } from "../src/merge/draft-conflict.ts";
import { aProposal } from "./merge/a-proposal.ts";

const HAMBURG: Snapshot = {
  domain: "supply",
  kind: "location",
  id: "LOC-HAM",
  version: 1,
  fields: { name: "Hamburg Distribution Centre", aliases: ["Hamburg", "HAM"] },
};
const NAMES = placeNames({ snapshots: [HAMBURG], reads: [], proposals: [] });

const row = (path: string, label: string, before: string | null, after: string) => ({
  before: { path, label, record: "SHP-1", value: before, unit: null },
  after: { path, label, record: "SHP-1", value: after, unit: null },
});
const ROWS = [
  row("state", "State", "booked", "loaded"),
  row("etd", "Leg 1 leaves", "2026-12-08T16:00:00.000Z", "2026-12-10T06:30:00.000Z"),
  row("from", "From", null, "LOC-HAM"),
  row("hold", "Reason", null, "customer"),
];
const step = {
  agent: "transit",
  step: { tool: "reschedule_leg", args: { shipmentId: "SHP-1", origin: "LOC-HAM" }, inverse: null },
  state: "succeeded",
  decidedBy: [],
  receipt: {
    receiptId: "rcp_1",
    outcome: "succeeded",
    outputs: {},
    inverse: null,
    records: [{ record: "SHP-1", version: 2 }],
    before: ROWS.map((one) => one.before),
    after: ROWS.map((one) => one.after),
  },
} as unknown as StepRow;

const input = (language: Language, more: Partial<AnswerInput> = {}): AnswerInput => ({
  language,
  status: "completed",
  words: "",
  dryRun: false,
  steps: [step],
  results: { reads: [], answers: [], missingAgents: [] },
  refusal: null,
  conflicts: [],
  names: NAMES,
  openIssues: [],
  ...more,
});

describe("an answer from receipts", () => {
  it.each<[Language, string[]]>([
    [
      "en",
      [
        "State: booked → loaded",
        "Leg 1 leaves: 2026-12-08 16:00 UTC → 2026-12-10 06:30 UTC",
        "From: Hamburg (LOC-HAM)",
        "Reason: customer",
      ],
    ],
    ["de", ["Status: gebucht → verladen", "Abfahrt Abschnitt 1: 2026-12-08 16:00 UTC → 2026-12-10 06:30 UTC", "Von: Hamburg (LOC-HAM)"]],
    ["fr", ["État: réservée → chargée", "Départ du tronçon 1:", "De: Hamburg (LOC-HAM)", "Motif: customer"]],
    ["es", ["Estado: reservado → cargado", "Salida del tramo 1:", "Desde: Hamburg (LOC-HAM)"]],
    ["nl", ["Status: geboekt → geladen", "Vertrek traject 1:", "Van: Hamburg (LOC-HAM)"]],
  ])("is in the words of %s, with places by name", (language, lines) => {
    const { text } = buildAnswer(input(language));
    for (const line of lines) expect(text).toContain(line);
    expect(text.split("\n")[0]).toContain("Hamburg (LOC-HAM)");
    expect(text).not.toMatch(/T\d\d:\d\d/);
  });

  it("tells what was refused beside what was done, with its rule", () => {
    const refusals = [{ agent: "export" as const, code: "licence_expired", detail: "LIC-7 expired on 2026-11-30" }];
    const conflict = {
      code: "declaration_terminal",
      severity: "refuse" as const,
      steps: [],
      detail: "EXD-1 has exited",
      records: [],
      values: {},
    };
    const { text } = buildAnswer(input("en", { results: { reads: [], answers: [], missingAgents: [], refusals }, conflicts: [conflict] }));
    expect(text).toContain("Not done: LIC-7 expired on 2026-11-30 (licence_expired).");
    expect(text).toContain("Not done: EXD-1 has exited (declaration_terminal).");
  });

  it("shows what an agent without a step cites as it was read, and none of its own words", () => {
    const answers = [
      { agent: "export" as const, status: "ok" as const, answer: "EXD-9 is drafted already for SHP-1.", facts: [] },
      { agent: "transit" as const, status: "ok" as const, answer: "I moved it.", facts: [] },
      { agent: "supply" as const, status: "ok" as const, answer: "There are 77 left.", facts: [] },
    ];
    const record: Snapshot = { domain: "export", kind: "declaration", id: "EXD-9", version: 1, fields: { shipmentId: "SHP-1" } };
    const reads = [{ agent: "export" as const, tool: "find_declarations", args: {}, records: [record], texts: [] }];
    const { text } = buildAnswer(input("en", { results: { reads: reads as never, answers, missingAgents: [] } }));
    expect(text).toContain("EXD-9@1: shipmentId SHP-1");
    expect(text).not.toContain("drafted already");
    expect(text).not.toContain("I moved it");
    expect(text).not.toContain("77");
  });
});

describe("a question back", () => {
  it("names places and days in plain words; what an option says stays exact", () => {
    const options = [{ label: "Take SVC-1, arriving 2026-12-10T06:30:00.000Z", text: "Take SVC-1, arriving 2026-12-10T06:30:00.000Z" }];
    const asked = [{ id: "cutoff_missed", text: "From LOC-HAM at 2026-12-08T16:00:00.000Z?", options }];
    const plain = (language: Language) => inPlainWords(asked, language, NAMES)[0];
    expect(plain("en")?.text).toBe("From Hamburg (LOC-HAM) at 8 Dec 2026, 16:00 UTC?");
    expect(plain("de")?.text).toContain("8. Dez. 2026, 16:00 UTC");
    expect(plain("en")?.options[0]).toEqual({ label: "Take SVC-1, arriving 10 Dec 2026, 06:30 UTC", text: options[0]?.text });
  });

  it("is asked for a conflict without choices as well, unless no words would help", () => {
    const conflict = (code: string) => draftConflict(code, [aProposal()], "SVC-1 has 10 KGM left.");
    expect(questionOf(conflict("capacity_exceeded"), "en")).toEqual({
      id: "capacity_exceeded",
      text: "SVC-1 has 10 KGM left. How should it go on?",
      options: [],
    });
    expect(questionOf(conflict("carrier_dg_forbidden"), "en")).toBeNull();
    expect(questionOf(conflict("duplicate_of_inbound"), "de")?.options.map((option) => option.label)).toEqual([
      "Ja, trotzdem",
      "Nein, so lassen",
    ]);
  });
});
