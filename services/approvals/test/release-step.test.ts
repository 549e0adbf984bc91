import { describe, expect, it } from "vitest";
import { releaseStep } from "../src/decision/release-step.ts";
import { aPlanPicture, aStepPicture } from "./support/build-picture.ts";

const AT = "2026-12-07T10:00:00.000Z";
const EXPIRED = { code: "grant_expired", reason: "expired" };

function released(over: { cancelRequested?: boolean; state?: "withdrawn" }) {
  const steps = [aStepPicture("a", { state: "executing", grantId: "grt_1" }), aStepPicture("b", { state: "approved", dependsOn: ["a"] })];
  const plan = { ...aPlanPicture(steps), ...over };
  const step = plan.steps[0];
  if (step) releaseStep(plan, step, EXPIRED, AT);
  return plan.steps.map(({ state, grantId, code }) => ({ state, grantId, code }));
}

describe("a grant that ran out unused", () => {
  it("lets its step be granted again while the plan is in force", () => {
    expect(released({})).toMatchObject([{ state: "approved", grantId: null, code: "grant_expired" }, { state: "approved" }]);
  });

  it("counts as never issued when a newer epoch voided it, so that no number of stops fails the step", () => {
    const plan = aPlanPicture([aStepPicture("a", { state: "executing", grantId: "grt_1", grantsIssued: 5 })]);
    const step = plan.steps[0];
    if (!step) throw new Error("a step is needed");
    releaseStep(plan, step, { code: "grant_epoch", reason: "voided", isVoided: true }, AT);
    expect(step).toMatchObject({ state: "approved", grantsIssued: 4 });
    releaseStep(plan, { ...step, grantsIssued: 4 }, EXPIRED, AT);
    expect(step.grantsIssued).toBe(4);
  });

  it("counts when the executor is ahead of approvals: it would refuse every grant, and they have an end", () => {
    const plan = aPlanPicture([aStepPicture("a", { state: "executing", grantId: "grt_1", grantsIssued: 5 })]);
    const step = plan.steps[0];
    if (!step) throw new Error("a step is needed");
    releaseStep(plan, step, { code: "grant_epoch", reason: "ahead", isVoided: false }, AT);
    expect(step).toMatchObject({ state: "approved", grantsIssued: 5 });
  });

  it.each([{ cancelRequested: true }, { state: "withdrawn" as const }])(
    "ends its step and what depends on it when the plan is over: %o",
    (over) => {
      expect(released(over)).toMatchObject([{ state: "cancelled", grantId: null, code: "cancelled" }, { state: "skipped" }]);
    },
  );
});
