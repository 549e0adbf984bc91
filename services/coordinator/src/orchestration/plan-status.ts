import { FINAL_STEP_STATES, type RequestStatus, type StepState } from "@quartermaster/shared/contracts";
import type { OpenIssue } from "../requests/request-row.ts";

/** What the status of a request is made of. */
export interface StepPicture {
  stepId: string;
  agent: string;
  tool: string;
  state: StepState;
  code: string | null;
  reason: string | null;
}

export interface PlanStatus {
  status: RequestStatus;
  attention: boolean;
  final: boolean;
  openIssues: OpenIssue[];
}

const issueOf = (step: StepPicture): OpenIssue => ({
  code: step.code ?? step.state,
  detail: step.reason ?? `${step.tool} is ${step.state}`,
  stepId: step.stepId,
  agent: step.agent,
});

function finalStatus(steps: readonly StepPicture[], cancelRequested: boolean, isWhole: boolean): RequestStatus {
  const count = (state: StepState) => steps.filter((step) => step.state === state).length;
  const decided = steps.length - count("skipped");
  if (count("succeeded") === steps.length) return isWhole ? "completed" : "incomplete";
  if (count("succeeded") > 0) return "incomplete";
  if (decided > 0 && count("rejected") === decided) return "rejected";
  if (decided > 0 && count("expired") === decided) return "expired";
  if (cancelRequested || (decided > 0 && count("cancelled") === decided)) return "cancelled";
  return "failed";
}

/**
 * Status of a request from the states of its plan's steps: anything running or unknown is
 * `executing`; waiting for people with nothing running is `awaiting_approval`; once every step is final, so is the request.
 * `unplanned` are parts of the order that no step stands for: with them it is never `completed`.
 */
export function planStatus(steps: readonly StepPicture[], cancelRequested: boolean, unplanned: readonly OpenIssue[] = []): PlanStatus {
  const has = (...states: StepState[]) => steps.some((step) => states.includes(step.state));
  // A cancelled request is not planned again, so a stale step is as final as a failed one.
  const isFinal = (step: StepPicture) => FINAL_STEP_STATES.includes(step.state) || (cancelRequested && step.state === "stale");
  const attention = has("unknown");
  if (steps.every(isFinal)) {
    const status = finalStatus(steps, cancelRequested, unplanned.length === 0);
    return {
      status,
      attention,
      final: true,
      openIssues: [...steps.filter((step) => step.state !== "succeeded").map(issueOf), ...unplanned],
    };
  }
  const openIssues = [...steps.filter((step) => step.state === "unknown").map(issueOf), ...unplanned];
  const running = has("executing", "unknown") || !has("pending");
  return { status: running ? "executing" : "awaiting_approval", attention, final: false, openIssues };
}
