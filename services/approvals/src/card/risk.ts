import type { PlanConflict, PlanStep, PolicyFacts } from "@quartermaster/shared/contracts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";

const BINDING_PAPERS = new Set([
  "lodge_declaration",
  "amend_declaration",
  "invalidate_declaration",
  "resolve_screening",
  "file_exit_evidence",
]);

/** 1 routine, 2 raised, 3 critical: two people or papers that bind us towards an authority. */
export function riskOf(step: PlanStep, facts: PolicyFacts, verdict: PolicyVerdict, conflicts: readonly PlanConflict[]): 1 | 2 | 3 {
  if (verdict.required === 2 || BINDING_PAPERS.has(step.tool)) return 3;
  const raised =
    step.tainted || conflicts.length > 0 || facts.dangerousGoods || facts.controlled || facts.crossesTerritory || facts.underSafetyStock;
  return raised ? 2 : 1;
}

/** What has to be typed before a critical item is approved: the declaration, else the quantity, else the shipment, else the tool. */
export function confirmOf(step: PlanStep, risk: 1 | 2 | 3): string | null {
  if (risk < 3) return null;
  for (const key of ["declarationId", "quantity", "countedQuantity", "shipmentId", "reservationId"]) {
    const value = step.args[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return step.tool;
}
