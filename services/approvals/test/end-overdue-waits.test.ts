import type { Receipt } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { dueSteps } from "../src/decision/due-steps.ts";
import { endOverdueWaits } from "../src/decision/end-overdue-waits.ts";
import { aPlanPicture, aStepPicture } from "./support/build-picture.ts";

const SENT = "2026-12-07T09:00:00.000Z";
const HOUR = 3_600_000;

/** A lodging that was sent, and a step that waits for what customs says. */
function aWaitingPlan(externalOutcome: Receipt["externalOutcome"]) {
  const receipt = { outcome: "succeeded", externalOutcome, at: SENT } as Receipt;
  const sent = aStepPicture("a", { state: "succeeded", receipt, tool: "lodge_declaration" });
  const waiting = aStepPicture("b", { state: "approved", dependsOn: ["a"] });
  waiting.body = { ...waiting.body, dependsOn: [{ step: "a", until: "outcome" }] };
  return aPlanPicture([sent, waiting]);
}
const later = (hours: number): string => new Date(Date.parse(SENT) + hours * HOUR).toISOString();

describe("a step that waits for an outside party's answer", () => {
  it("runs once the answer is yes, and not before", () => {
    expect(dueSteps(aWaitingPlan("pending"), SENT)).toEqual([]);
    expect(dueSteps(aWaitingPlan("confirmed"), SENT).map((step) => step.id)).toEqual(["b"]);
  });

  it("ends with a named code when no answer came in time, and only then", () => {
    expect(endOverdueWaits(aWaitingPlan("pending"), later(23), 24 * HOUR)).toEqual([]);
    expect(endOverdueWaits(aWaitingPlan("confirmed"), later(48), 24 * HOUR)).toEqual([]);
    const plan = aWaitingPlan("pending");
    expect(endOverdueWaits(plan, later(24), 24 * HOUR).map((step) => step.id)).toEqual(["b"]);
    expect(plan.steps[1]).toMatchObject({
      state: "skipped",
      code: "outcome_overdue",
      reason: expect.stringContaining("lodge_declaration"),
    });
  });
});
