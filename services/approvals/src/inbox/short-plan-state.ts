import type { PlanState } from "@quartermaster/shared/contracts";

/** Characters of a reason: with the most steps and decisions that a plan has, and four bytes each, the whole still fits a message. */
const MOST_REASON = 250;

const short = (text: string | null): string | null => (text === null ? null : [...text].slice(0, MOST_REASON).join(""));

/**
 * A plan state that is too large for a message, without what the coordinator can do without: it keeps the previews that it has, and
 * people read those and the whole reasons on the items. News of a plan must never fail for its size: receipts and decisions are
 * recorded with it.
 */
export const shortPlanState = (state: PlanState): PlanState => ({
  ...state,
  steps: state.steps.map((step) => ({
    ...step,
    reason: short(step.reason),
    preview: null,
    decidedBy: step.decidedBy.map((decision) => ({ ...decision, reason: short(decision.reason) })),
  })),
});
