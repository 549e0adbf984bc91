import type { RequestStatus, StepState } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { planStatus } from "../src/orchestration/plan-status.ts";

const steps = (...states: StepState[]) =>
  states.map((state, n) => ({ stepId: `stp_${n}`, agent: "supply", tool: "transfer_stock", state, code: null, reason: null }));

describe("planStatus", () => {
  const table: [string, StepState[], boolean, RequestStatus, boolean][] = [
    ["waits for people while nothing runs", ["pending", "proposed"], false, "awaiting_approval", false],
    ["waits for people while an approved step waits for the other's decision", ["approved", "pending"], false, "awaiting_approval", false],
    ["runs while one step runs, whatever else waits", ["executing", "pending"], false, "executing", false],
    ["runs while approved steps wait for their grants", ["succeeded", "approved"], false, "executing", false],
    ["runs while an outcome is unknown", ["unknown", "succeeded"], false, "executing", false],
    ["is completed when every step succeeded", ["succeeded", "succeeded"], false, "completed", true],
    ["is incomplete when some succeeded", ["succeeded", "failed"], false, "incomplete", true],
    ["is incomplete when some succeeded before it was cancelled", ["succeeded", "cancelled"], true, "incomplete", true],
    ["is rejected when all decided steps were rejected", ["rejected", "skipped"], false, "rejected", true],
    ["is expired when all decided steps expired", ["expired", "skipped"], false, "expired", true],
    ["is cancelled by the user", ["cancelled", "skipped"], true, "cancelled", true],
    ["is cancelled when the last steps went stale meanwhile", ["stale", "cancelled"], true, "cancelled", true],
    ["is failed otherwise", ["failed", "skipped"], false, "failed", true],
    ["is failed when people and time ended it together", ["rejected", "expired"], false, "failed", true],
  ];
  it.each(table)("%s", (_, states, cancelRequested, status, final) => {
    expect(planStatus(steps(...states), cancelRequested)).toMatchObject({ status, final });
  });

  it("asks for attention while an outcome is unknown", () => {
    expect(planStatus(steps("unknown"), false).attention).toBe(true);
    expect(planStatus(steps("executing"), false).attention).toBe(false);
  });

  it("is never completed while a part of the order stands in no step, and names that part", () => {
    const unplanned = [{ code: "insufficient_available", detail: "2 are wanted, none is there", agent: "supply" }];
    expect(planStatus(steps("succeeded", "succeeded"), false, unplanned)).toMatchObject({ status: "incomplete", openIssues: unplanned });
    expect(planStatus(steps("rejected"), false, unplanned)).toMatchObject({ status: "rejected" });
    expect(planStatus(steps("executing"), false, unplanned)).toMatchObject({ status: "executing", openIssues: unplanned });
  });

  it("names every step that did not succeed as an open issue", () => {
    expect(planStatus(steps("succeeded", "failed", "skipped"), false).openIssues.map((issue) => issue.stepId)).toEqual(["stp_1", "stp_2"]);
  });
});
