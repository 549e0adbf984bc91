import type { PolicyFacts } from "@quartermaster/shared/contracts";
import type { Thresholds } from "./thresholds.ts";

const HOUR = 3_600_000;
const CUTOFF_MARGIN = 30 * 60_000;

const earliest = (instants: readonly (number | null)[]): number | null => {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? null : Math.min(...known);
};
const millis = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) : null);

/** Until when a step may execute by its own facts: cut-off less 30 minutes, or the earliest of ETD, licence and lot; null = no limit. */
export function ownExecuteBy(facts: PolicyFacts): number | null {
  const cutoff = millis(facts.cutoff);
  return earliest([cutoff === null ? null : cutoff - CUTOFF_MARGIN, millis(facts.executeLimit)]);
}

/** Each step's `executeBy` is the earliest of its own and that of every step that depends on it. Steps stand in execution order. */
export function executeByOfSteps(
  steps: readonly { id: string; dependsOn: readonly { step: string }[]; own: number | null }[],
): Map<string, number | null> {
  const limits = new Map<string, number | null>(steps.map((step) => [step.id, step.own]));
  for (const step of [...steps].reverse()) {
    const limit = limits.get(step.id) ?? null;
    for (const dependency of step.dependsOn) {
      if (limits.has(dependency.step)) limits.set(dependency.step, earliest([limits.get(dependency.step) ?? null, limit]));
    }
  }
  return limits;
}

/** Until when people may decide: 24 hours, 4 when a cut-off falls into the next 24, and never after `executeBy`. */
export function decideBy(businessNow: number, facts: PolicyFacts, executeBy: number | null, thresholds: Thresholds): number {
  const cutoff = millis(facts.cutoff);
  const urgent = cutoff !== null && cutoff > businessNow && cutoff - businessNow <= 24 * HOUR;
  const ttl = (urgent ? thresholds.urgent_ttl_hours : thresholds.default_ttl_hours) * HOUR;
  return executeBy === null ? businessNow + ttl : Math.min(businessNow + ttl, executeBy);
}
