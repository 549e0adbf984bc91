import type { StepRow } from "./plan-store.ts";

/** Steps that a new revision takes over as they are: done, or out of our hands until their receipt comes. */
export const isKept = (step: Pick<StepRow, "state" | "receipt">): boolean =>
  step.receipt?.outcome === "succeeded" || step.state === "succeeded" || step.state === "executing" || step.state === "unknown";
