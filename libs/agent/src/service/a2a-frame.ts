import type { AgentStatus, JsonObject, TaskResult } from "@quartermaster/shared/contracts";
import type { Signed } from "@quartermaster/shared/signing";

const STATES: Record<AgentStatus, string> = {
  waiting: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  ok: "TASK_STATE_COMPLETED",
  partial: "TASK_STATE_COMPLETED",
  repetition: "TASK_STATE_COMPLETED",
  budget: "TASK_STATE_COMPLETED",
  question: "TASK_STATE_INPUT_REQUIRED",
  refused: "TASK_STATE_REJECTED",
  failed: "TASK_STATE_FAILED",
  timeout: "TASK_STATE_FAILED",
  unavailable: "TASK_STATE_FAILED",
  cancelled: "TASK_STATE_CANCELED",
};

/** A2A state of an agent status. */
export const a2aState = (status: AgentStatus): string => STATES[status];

/** A2A StreamResponse that carries a finished task with its signed result. */
export function resultFrame(result: Signed<TaskResult>, contextId: string): JsonObject {
  const { taskId, status, stopReason, finishedAt } = result.body;
  return {
    task: {
      id: taskId,
      contextId,
      status: { state: a2aState(status), timestamp: finishedAt },
      artifacts: [{ artifactId: "result", parts: [{ data: { result: result as unknown as JsonObject } }] }],
      metadata: { stopReason },
    },
  };
}
