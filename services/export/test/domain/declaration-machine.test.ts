import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CustomsStep, DECLARATION_MOVES, nextDeclarationState } from "../../src/domain/declaration-machine.ts";

const STEPS = Object.keys(DECLARATION_MOVES) as CustomsStep[];
/** The state machine of the domain page, written down once more by hand. */
const LEGAL = new Set([
  "lodged>accepted",
  "lodged>rejected",
  "accepted>under_control",
  "accepted>released",
  "under_control>released",
  "under_control>not_released",
  "released>arrived_at_exit",
  "arrived_at_exit>exited",
  "released>exited",
  "released>invalidated",
  "amendment_pending>accepted",
  "invalidation_pending>accepted",
  "invalidation_pending>released",
  "invalidation_pending>arrived_at_exit",
  "invalidation_pending>invalidated",
]);
const TERMINAL = new Set(["rejected", "not_released", "exited", "invalidated"]);

/** What we may ask for, and the state it leads to. */
const asked = (state: string, wish: "amend" | "invalidate"): string | null => {
  if (wish === "amend") return state === "accepted" ? "amendment_pending" : null;
  return ["accepted", "released", "arrived_at_exit"].includes(state) ? "invalidation_pending" : null;
};

describe("the state machine of a declaration", () => {
  it("never leaves its legal moves, whatever customs says in whatever order", () => {
    const words = fc.array(fc.constantFrom<CustomsStep | "amend" | "invalidate">(...STEPS, "amend", "invalidate"), { maxLength: 60 });
    fc.assert(
      fc.property(words, (list) => {
        let state = "lodged";
        let prior: string | null = null;
        for (const word of list) {
          if (word === "amend" || word === "invalidate") {
            const next = asked(state, word);
            if (next !== null) [prior, state] = [state, next];
            continue;
          }
          const next = nextDeclarationState(word, { state, regime: "EU-AES" }, prior);
          if (next === null || next === state) continue;
          expect(LEGAL).toContain(`${state}>${next}`);
          expect(TERMINAL.has(state)).toBe(false);
          state = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  it("knows an exit without release only where the regime knows none", () => {
    expect(nextDeclarationState("customs_exited", { state: "accepted", regime: "US-EEI" }, null)).toBe("exited");
    expect(nextDeclarationState("customs_exited", { state: "accepted", regime: "EU-AES" }, null)).toBeNull();
  });
});
