import { describe, expect, it } from "vitest";
import { isOutcomeOfStep } from "../src/handoff/on-receipt.ts";

describe("receipts", () => {
  it("are no outcome of the step when the grant ran out or fell to a newer epoch", () => {
    for (const code of ["grant_expired", "grant_epoch"]) expect(isOutcomeOfStep({ outcome: "refused", code })).toBe(false);
  });

  it("end the step when the executor refused its content or approvals took it back", () => {
    for (const code of ["revoked", "facts_differ"]) expect(isOutcomeOfStep({ outcome: "refused", code })).toBe(true);
    expect(isOutcomeOfStep({ outcome: "succeeded", code: null })).toBe(true);
  });
});
