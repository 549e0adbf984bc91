import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLimits } from "../../src/budget/read-limits.ts";
import { budgetWarning, leaseTask } from "../../src/budget/request-budget.ts";

const limits = readLimits({ QM_BUDGET_STEPS: 60, QM_BUDGET_TOKENS: 100_000, QM_BUDGET_WALL_MS: 300_000 }, {}, ["m"]);
const none = { steps: 0, tokens: 0, costMicros: 0, wallMs: 0 };

describe("the budget of a request", () => {
  it("leases to the tasks of a wave what is there and no more, whatever was used before", () => {
    const figure = (max: number) => fc.integer({ min: 0, max });
    const used = fc.record({ steps: figure(70), tokens: figure(110_000), costMicros: fc.constant(0), wallMs: figure(310_000) });
    fc.assert(
      fc.property(used, fc.integer({ min: 1, max: 5 }), (before, tasks) => {
        const spent = { ...before };
        for (let sharers = tasks; sharers > 0; sharers--) {
          const lease = leaseTask(limits, spent, sharers);
          if (typeof lease === "string") continue;
          spent.steps += lease.steps;
          spent.tokens += lease.tokens;
          spent.wallMs += lease.wallMs;
        }
        for (const key of ["steps", "tokens", "wallMs"] as const)
          expect(spent[key]).toBeLessThanOrEqual(Math.max(before[key], limits.request[key]));
      }),
    );
  });

  it("names the limit that leaves nothing to lease", () => {
    expect(leaseTask(limits, { ...none, steps: 60 }, 1)).toBe("max_steps");
    expect(leaseTask(limits, { ...none, tokens: 99_000 }, 1)).toBe("max_tokens");
    expect(leaseTask(limits, { ...none, wallMs: 299_000 }, 1)).toBe("wall_clock");
    const priced = { ...limits, request: { ...limits.request, costMicros: 500 } };
    expect(leaseTask(priced, { ...none, costMicros: 500 }, 1)).toBe("max_cost");
  });

  it("warns from four fifths of any limit on", () => {
    expect(budgetWarning(limits.request, { ...none, tokens: 79_999 })).toBeNull();
    expect(budgetWarning(limits.request, { ...none, tokens: 80_000 })).toEqual({ limit: "tokens", percent: 80 });
  });

  it("refuses a cost limit for a model that has no price", () => {
    const read = { QM_BUDGET_STEPS: 1, QM_BUDGET_TOKENS: 2_000, QM_BUDGET_WALL_MS: 2_000, QM_BUDGET_COST: "0.5" };
    expect(() => readLimits(read, {}, ["m"])).toThrow("QM_PRICES");
    expect(readLimits(read, { m: { prompt: "1", completion: "1" } }, ["m"]).request.costMicros).toBe(500_000);
  });
});
