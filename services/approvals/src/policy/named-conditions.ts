import type { Condition } from "./condition.ts";

export const ALWAYS: Condition = { all: [] };
export const dg: Condition = { fact: "dangerousGoods", is: true };
export const controlled: Condition = { fact: "controlled", is: true };
export const crosses: Condition = { fact: "crossesTerritory", is: true };
/** By its own, or together with the other steps of the plan as merge adds them up. */
export const underSafety: Condition = { any: [{ fact: "underSafetyStock", is: true }, { conflict: "below_safety_stock" }] };
export const paper = (...states: string[]): Condition => ({ fact: "paperState", in: states });
export const ACCEPTED_OR_LATER = paper(
  "accepted",
  "amendment_pending",
  "invalidation_pending",
  "under_control",
  "not_released",
  "released",
  "arrived_at_exit",
  "exited",
);
export const LODGED_OR_LATER: Condition = { any: [paper("lodged"), ACCEPTED_OR_LATER] };
export const IN_HANDS_OF_CUSTOMS = paper("under_control", "released", "arrived_at_exit");

export const WHY = {
  dg: "dangerous goods",
  controlled: "a controlled item",
  crosses: "the goods cross a customs territory",
  underSafety: "available falls under safety stock",
} as const;
