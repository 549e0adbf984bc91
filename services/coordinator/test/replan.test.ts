import type { PlanStep, StepState } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { isKept } from "../src/handoff/is-kept.ts";
import { actionsOfSteps } from "../src/handoff/replan.ts";
import { runnableSteps } from "../src/handoff/runnable-steps.ts";
import { waitsForOutcome } from "../src/handoff/waits-for-outcome.ts";

type Row = Parameters<typeof actionsOfSteps>[0][number] & Parameters<typeof runnableSteps>[0][number];

const row = (position: number, state: StepState, parts: Partial<PlanStep> = {}, outputs?: Record<string, string>): Row => ({
  stepId: `s${position}`,
  position,
  state,
  agent: position === 0 ? "supply" : "transit",
  tool: position === 0 ? "transfer_stock" : "book_shipment",
  step: {
    args: {},
    dependsOn: [],
    outputs: [{ name: position === 0 ? "transferId" : "shipmentId", kind: "record" }],
    eager: false,
    ...parts,
  } as PlanStep,
  grantId: null,
  receipt: outputs ? ({ outputs, outcome: "succeeded", externalOutcome: null } as Row["receipt"]) : null,
});

const booking = {
  args: { transferRef: { $ref: { step: "s0", output: "transferId" } } },
  dependsOn: [{ step: "s0", until: "receipt" as const }],
};

describe("planning again", () => {
  it("keeps a reference between steps that are both planned again", () => {
    const actions = actionsOfSteps([row(0, "stale"), row(1, "pending", booking)]);
    expect(actions.map((action) => [action.tool, action.ref, action.after])).toEqual([
      ["transfer_stock", "s0", []],
      ["book_shipment", "s1", ["s0"]],
    ]);
    expect(actions[1]?.args).toEqual({ transferRef: "@s0" });
  });

  it("puts in the id that a finished step made", () => {
    const actions = actionsOfSteps([row(0, "succeeded", {}, { transferId: "TRF-1" }), row(1, "stale", booking)]);
    expect(actions).toHaveLength(1);
    expect(actions[0]?.args).toEqual({ transferRef: "TRF-1" });
  });

  it("keeps the mark of what is only taken back to make room, and of what waits for it", () => {
    const conflicts = [{ code: "replaced_effect", steps: ["s0", "s1"], values: { undo: "release_reservation RSV-1" } }];
    const waits = { dependsOn: [{ step: "s0", until: "receipt" as const }] };
    const actions = actionsOfSteps([row(0, "stale"), row(1, "stale", waits)], conflicts);
    expect(actions.map(({ ref, after }) => [ref, after])).toEqual([
      ["undo_s0", []],
      ["s1", ["undo_s0"]],
    ]);
  });

  it("leaves out what people rejected", () => {
    expect(actionsOfSteps([row(0, "rejected"), row(1, "stale")]).map((action) => action.ref)).toEqual(["s1"]);
  });
});

describe("an unknown outcome", () => {
  it("holds up what depends on it and nothing else", () => {
    expect(waitsForOutcome([row(0, "unknown"), row(1, "stale")])).toBe(false);
    expect(waitsForOutcome([row(0, "unknown"), row(1, "stale", booking)])).toBe(true);
    expect(waitsForOutcome([row(0, "unknown"), row(1, "pending", booking), row(2, "stale")])).toBe(true);
    expect(waitsForOutcome([row(0, "unknown"), row(1, "rejected", booking), row(2, "stale")])).toBe(false);
    expect(waitsForOutcome([row(0, "executing"), row(1, "stale")])).toBe(true);
  });
});

describe("a new revision", () => {
  it("takes over what is done or cannot be called back any more", () => {
    const states: StepState[] = ["succeeded", "executing", "unknown", "stale", "pending", "approved", "failed"];
    expect(states.filter((state) => isKept({ state, receipt: null }))).toEqual(["succeeded", "executing", "unknown"]);
  });
});

describe("runnableSteps", () => {
  const names = (rows: Row[]) => runnableSteps(rows).map((step) => step.stepId);

  it("sends a step on once its predecessor succeeded", () => {
    expect(names([row(0, "succeeded", {}, { transferId: "TRF-1" }), row(1, "approved", booking)])).toEqual(["s1"]);
    expect(names([row(0, "executing"), row(1, "approved", booking)])).toEqual([]);
  });

  it("holds a step while one that depends on it is undecided", () => {
    expect(names([row(0, "approved"), row(1, "pending", booking)])).toEqual([]);
    expect(names([row(0, "approved"), row(1, "approved", booking)])).toEqual(["s0"]);
  });

  it("lets an eager step run before its dependents are decided", () => {
    expect(names([row(0, "approved", { eager: true }), row(1, "pending", booking)])).toEqual(["s0"]);
  });
});
