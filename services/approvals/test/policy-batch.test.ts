import type { PolicyFacts } from "@quartermaster/shared/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchValue } from "../src/policy/batch-value.ts";
import { evaluatePolicy } from "../src/policy/evaluate-policy.ts";
import { SHIPPED_POLICY } from "../src/policy/policy-table.ts";
import { aStepPicture } from "./support/build-picture.ts";
import { aStep } from "./support/build-plan.ts";

const TOOLS = ["transfer_stock", "reserve_stock", "create_reorder", "adjust_stock", "book_shipment", "lodge_declaration"] as const;

const cents = (value: number): string => (value / 100).toFixed(2);
const part = (id: string, tool: string, valueEur: string) => ({
  ...aStepPicture(id, { sku: "VLV-050", destination: "LOC-VLC", valueEur }),
  body: aStep("demo", "req_1", { id, agent: "supply", tool, args: {} }),
});
const peopleFor = (tool: string, facts: PolicyFacts, sumEur: string | null): number => {
  const outcome = evaluatePolicy(SHIPPED_POLICY, { tool, facts, args: {}, conflicts: [], sumEur });
  return outcome.kind === "asks" ? outcome.verdict.required : 3;
};

/** Values in cents, split at random over plans of one day, and in each plan over steps. */
const aSplitBatch = fc.record({
  tool: fc.constantFrom(...TOOLS),
  plans: fc.array(fc.array(fc.integer({ min: 1, max: 7_000_000 }), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
});

describe("a batch that is split", () => {
  it("never needs fewer people than in one piece: every step in the plan that crosses the line, and every later one", () => {
    fc.assert(
      fc.property(aSplitBatch, ({ tool, plans }) => {
        let earlier = 0;
        for (const plan of plans) {
          const steps = plan.map((value, index) => part(`s${index}`, tool, cents(value)));
          const soFar = earlier + plan.reduce((sum, value) => sum + value, 0);
          const facts = (valueEur: string): PolicyFacts => ({ valueEur, sku: "VLV-050", destination: "LOC-VLC" });
          const whole = peopleFor(tool, facts(cents(soFar)), cents(soFar));
          for (const step of steps) {
            const own = facts(step.valueEur ?? "0");
            expect(peopleFor(tool, own, batchValue(steps, step, own, cents(earlier)))).toBeGreaterThanOrEqual(whole);
          }
          earlier = soFar;
        }
      }),
    );
  });

  it("does not count what was refused, nor other items and places", () => {
    const facts: PolicyFacts = { valueEur: "30000", sku: "VLV-050", destination: "LOC-VLC" };
    const step = part("a", "transfer_stock", "30000");
    const same = part("b", "transfer_stock", "30000");
    expect(batchValue([step, same], step, facts, "0")).toBe("60000");
    expect(batchValue([step, { ...same, state: "rejected" }], step, facts, "0")).toBe("30000");
    expect(batchValue([step, { ...same, destination: "LOC-LIO" }], step, facts, "0")).toBe("30000");
    expect(batchValue([step, { ...same, sku: "PMP-100" }], step, facts, "0.5")).toBe("30000.5");
    expect(batchValue([step], step, { sku: "VLV-050" }, "0")).toBeNull();
  });
});
