import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DroppedTurn, summariseTurns } from "../../src/threads/summarise-turns.ts";

const count = (text: string) => Math.ceil(text.length / 3);
const turn = (n: number, kinds: string[] = ["transfer_stock"]): DroppedTurn => ({
  requestId: `req_${n}`,
  kinds,
  entities: ["VLV-050", "LOC-HAM"],
  status: "completed",
});

describe("the summary of turns that are no longer given", () => {
  it("names what each was about by keys, kinds and status", () => {
    expect(summariseTurns([turn(1), turn(2, [])], 100, count)).toBe(
      "req_1: transfer_stock (VLV-050, LOC-HAM) → completed\nreq_2: question (VLV-050, LOC-HAM) → completed",
    );
  });

  it("never exceeds its budget, and keeps the newest", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 300 }), (turns, budget) => {
        const all = Array.from({ length: turns }, (_, n) => turn(n));
        const summary = summariseTurns(all, budget, count);
        if (summary === null) return;
        expect(count(summary)).toBeLessThanOrEqual(budget);
        const lines = summary.split("\n");
        expect(lines.map((line) => line.split(":")[0])).toEqual(all.slice(-lines.length).map((one) => one.requestId));
      }),
    );
  });

  it("is nothing where there is no turn or no room", () => {
    expect(summariseTurns([], 100, count)).toBeNull();
    expect(summariseTurns([turn(1)], 3, count)).toBeNull();
  });
});
