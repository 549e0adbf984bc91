import type { Intent } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import type { CoordinatorContext } from "../src/coordinator-context.ts";
import { finishAnswered } from "../src/orchestration/finish-request.ts";
import { type CollectedResults, objections } from "../src/results/collect-results.ts";
import { aRequest, aTransaction } from "./start/a-request.ts";

const results: CollectedResults = {
  proposals: [],
  reads: [{ agent: "supply", tool: "find_stock", args: {}, records: [], result: null }],
  snapshots: [],
  failedCalls: [],
  missingSnapshots: [],
  missingAgents: [],
  stops: [],
  questions: [],
  refusals: [{ agent: "supply", code: "recall_active", detail: "the lot is recalled" }],
  answers: [],
};

const statusAfter = async (actionKinds: string[], found = results, text = "move 60"): Promise<string | undefined> => {
  const tx = aTransaction({ "select * from plans": [], "from tasks": [], "recursive turns": [] });
  const intent = { actionKinds, language: "en" } as Partial<Intent> as Intent;
  const run = { owner: "own_1", signal: new AbortController().signal };
  await finishAnswered({} as CoordinatorContext, tx, aRequest({ planId: null, intent, text }), run, found, []);
  const ended = tx.sent.map(({ body }) => (body as { payload: { name: string; data: { status?: string } } }).payload);
  return ended.find((event) => event.name === "request.completed")?.data.status;
};

describe("an objection", () => {
  const intent = (actionKinds: string[], structured = false) => ({ actionKinds, structured }) as Partial<Intent> as Intent;
  const refusals = [{ agent: "export" as const, code: "open_screening", detail: "SCR-1 is open" }];

  it("is the refusal of an agent that was only asked about another one's order", () => {
    expect(objections({ refusals }, intent(["book_shipment"]))).toEqual(refusals);
  });

  it("is none when the agent refuses its own part, for known steps, or for a question", () => {
    expect(objections({ refusals }, intent(["book_shipment", "lodge_declaration"]))).toEqual([]);
    expect(objections({ refusals }, intent(["book_shipment"], true))).toEqual([]);
    expect(objections({ refusals }, intent([]))).toEqual([]);
  });
});

describe("a request without a proposal", () => {
  it("ends refused with the agent's refusal when an effect was asked for, whatever was read on the way", async () => {
    expect(await statusAfter(["transfer_stock"])).toBe("refused");
  });

  it("is answered from what was read when only a question was asked", async () => {
    expect(await statusAfter([])).toBe("completed");
  });

  it("ends incomplete when the agent looked into nothing and proposed nothing, whatever it claims", async () => {
    const answer = {
      agent: "supply",
      status: "ok",
      answer: "Moved 7713, done.",
      facts: [],
    } as unknown as CollectedResults["answers"][number];
    const idle = { ...results, refusals: [], answers: [answer] };
    expect(await statusAfter(["transfer_stock"], idle)).toBe("incomplete");
    expect(await statusAfter([], { ...idle, reads: [] })).toBe("incomplete");
    expect(await statusAfter([], idle)).toBe("completed");
    const garbage = { ...idle, reads: [], answers: [{ ...answer, answer: "Everything is fine." }] };
    for (const question of ["How much KX-7 is in Oslo?", "Wo ist SHP-9?", "¿Dónde está SHP-9?", "Show me SHP-9"])
      expect(await statusAfter([], garbage, question)).toBe("incomplete");
    for (const answer of [
      "Not found: NOPE-7.",
      "Nicht gefunden: NOPE-7.",
      "Introuvable : NOPE-7.",
      "No se encuentra: NOPE-7.",
      "Niet gevonden: NOPE-7.",
    ]) {
      const unknown = { ...garbage, answers: garbage.answers.map((one) => ({ ...one, answer })) };
      expect(await statusAfter([], unknown, "How much NOPE-7 is in Oslo?")).toBe("completed");
    }
    for (const words of ["What did I ask you before?", "Remember that KX-7 is my usual item."])
      expect(await statusAfter([], garbage, words)).toBe("completed");
    expect(await statusAfter(["transfer_stock"], { ...idle, reads: [], answers: [] })).toBe("completed");
  });
});
