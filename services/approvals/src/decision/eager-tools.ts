import type { StepPicture } from "./plan-picture.ts";

const EAGER = new Set(["place_hold", "request_cycle_count", "draft_declaration"]);

/**
 * True for tools that run without waiting for the steps they serve. Fixed here: the plan's own word comes from an agent, and would let
 * any step run before the people that it waits for have decided.
 */
export const runsEagerly = (step: StepPicture): boolean => EAGER.has(step.body.tool);
