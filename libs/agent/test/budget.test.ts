import { describe, expect, it } from "vitest";
import { leaseFor } from "../src/agent/budget.ts";
import { ModelError } from "../src/agent/model.ts";
import { microsToDecimal, priceOf } from "../src/agent/prices.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import { applyEntry, emptyState } from "../src/agent/task-state.ts";
import { aBrief, aLoop, findCall } from "./fixtures.ts";

const price = priceOf({ m: { prompt: "1", completion: "2.5" } }, "m");
const usage = (promptTokens: number, completionTokens: number) => ({ promptTokens, completionTokens });
const reads = (n: number) => Array.from({ length: n }, (_, index) => ({ calls: [findCall(`A-${index}`)] }));

describe("the budget of a task", () => {
  it("reserves each call in full before it is made, and never lets the answers pass what is left", async () => {
    const brief = aBrief({ budget: { steps: 20, tokens: 2_000, costMicros: null, wallMs: 60_000 } });
    const { deps, state, leases, signal, model } = aLoop(reads(20), { brief });
    expect(await runLoop(deps, state, signal)).toMatchObject({ status: "budget", stopReason: "max_tokens" });
    expect(leases).toHaveLength(state.modelCalls);
    for (const [index, request] of model.requests.entries()) {
      expect(request.maxTokens).toBe(leases[index]?.completionTokens);
      const spent = index * 120;
      expect(spent + (leases[index]?.promptTokens ?? 0) + request.maxTokens).toBeLessThanOrEqual(2_000);
    }
  });

  it("stops at the cost limit and buys no answer that it cannot pay", async () => {
    const brief = aBrief({ budget: { steps: 20, tokens: 80_000, costMicros: 2_000, wallMs: 60_000 } });
    const { deps, state, leases, signal } = aLoop(reads(20), { brief });
    deps.price = price;
    expect(await runLoop(deps, state, signal)).toMatchObject({ status: "budget", stopReason: "max_cost" });
    expect(state.costMicros).toBe(state.modelCalls * 150);
    for (const lease of leases) expect(lease.costMicros).toBeLessThanOrEqual(2_000);
  });

  it("warns once when four fifths of a limit are used", async () => {
    const brief = aBrief({ budget: { steps: 5, tokens: 80_000, costMicros: null, wallMs: 60_000 } });
    const { deps, state, signal } = aLoop(reads(5), { brief });
    const warnings: unknown[] = [];
    deps.onBudget = (used) => warnings.push(used);
    await runLoop(deps, state, signal);
    expect(warnings).toEqual([{ limit: "steps", part: 0.8 }]);
  });

  it("counts a call that died with its process as spent in full", () => {
    const state = emptyState();
    applyEntry(state, { kind: "lost", at: "", promptTokens: 900, completionTokens: 4_096, costMicros: 11_140 });
    expect(state).toMatchObject({
      modelCalls: 1,
      promptTokens: 900,
      completionTokens: 4_096,
      costMicros: 11_140,
      estimated: true,
      messages: [],
    });
  });

  it("counts a try whose answer was lost in full, leases the next one anew, and stops when nothing is left", async () => {
    const brief = aBrief({ budget: { steps: 20, tokens: 6_000, costMicros: null, wallMs: 60_000 } });
    const { deps, state, leases, journal, signal } = aLoop([], { brief });
    const granted: (number | null)[] = [];
    deps.model = {
      name: "loses everything",
      async complete(request) {
        granted.push(request.maxTokens);
        for (let tries = 0; tries < 10; tries++) {
          const next = (await request.onUnanswered?.()) ?? null;
          granted.push(next);
          if (next === null) break;
        }
        throw new ModelError("unavailable", "no answer");
      },
    };
    expect(await runLoop(deps, state, signal)).toMatchObject({ status: "budget", stopReason: "max_tokens" });
    expect(granted.at(-1)).toBeNull();
    expect(state.modelCalls).toBe(granted.length - 1);
    expect(leases).toHaveLength(granted.length - 1);
    expect(journal.flat().filter((entry) => entry.kind === "lost")).toHaveLength(state.modelCalls);
    expect(state.promptTokens + state.completionTokens).toBe(leases.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0));
    expect(state.promptTokens + state.completionTokens).toBeLessThanOrEqual(6_000);
    expect(state.estimated).toBe(true);
  });

  it("takes a server without usage by its own count, marked as estimated", async () => {
    const { deps, state, leases, signal } = aLoop([{ turn: { content: "Done.", usage: null } }]);
    await runLoop(deps, state, signal);
    expect(state).toMatchObject({ estimated: true, promptTokens: leases[0]?.promptTokens, completionTokens: 2 });
  });
});

describe("prices", () => {
  it("round up to a millionth and never buy more than the money allows", () => {
    expect(price?.costMicros(3, 1)).toBe(6);
    const { promptTokens, completionTokens } = usage(100, 0);
    const lease = leaseFor(aBrief({ budget: { steps: 9, tokens: 80_000, costMicros: 350, wallMs: 1 } }), emptyState(), promptTokens, price);
    expect(lease).toEqual({ promptTokens, completionTokens: completionTokens + 100, costMicros: 350 });
    expect(priceOf({}, "m")).toBeNull();
    expect(priceOf({}, "constructor")).toBeNull();
    expect([microsToDecimal(1_250_000), microsToDecimal(5), microsToDecimal(0)]).toEqual(["1.25", "0.000005", "0"]);
  });
});
