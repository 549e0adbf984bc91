import { describe, expect, it } from "vitest";
import { simulate } from "../src/simulate.ts";

const SEEDS = 25;
/** A bound for what hangs: on an idle machine a seed takes a tenth of a second. */
const TIME_MS = 120_000;

describe("the simulation", () => {
  it(
    `finds no violation in ${SEEDS} seeds, in which goods move and people decide`,
    async () => {
      const totals = { moves: 0, decisions: 0, grants: 0 };
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { violations, counts } = await simulate(seed);
        expect({ seed, violations }).toEqual({ seed, violations: [] });
        for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += counts[name];
      }
      expect(totals.moves).toBeGreaterThan(SEEDS / 2);
      expect(totals.decisions).toBeGreaterThan(totals.moves);
      expect(totals.grants).toBeGreaterThanOrEqual(totals.moves);
    },
    TIME_MS,
  );

  it(
    "tells the same story for the same seed",
    async () => {
      const first = await simulate(7);
      const second = await simulate(7);
      expect(first.trace.length).toBeGreaterThan(50);
      expect(second.trace).toEqual(first.trace);
    },
    TIME_MS,
  );
});
