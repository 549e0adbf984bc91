import { TaskState } from "@a2a-js/sdk";
import type { RequestStatus } from "@quartermaster/shared/contracts";

const STATES: Record<RequestStatus, TaskState> = {
  received: TaskState.TASK_STATE_SUBMITTED,
  routing: TaskState.TASK_STATE_WORKING,
  working: TaskState.TASK_STATE_WORKING,
  merging: TaskState.TASK_STATE_WORKING,
  awaiting_input: TaskState.TASK_STATE_INPUT_REQUIRED,
  awaiting_approval: TaskState.TASK_STATE_AUTH_REQUIRED,
  executing: TaskState.TASK_STATE_WORKING,
  completed: TaskState.TASK_STATE_COMPLETED,
  refused: TaskState.TASK_STATE_REJECTED,
  rejected: TaskState.TASK_STATE_REJECTED,
  expired: TaskState.TASK_STATE_FAILED,
  // Something that was asked for did not happen: a caller must not take it for success.
  incomplete: TaskState.TASK_STATE_FAILED,
  failed: TaskState.TASK_STATE_FAILED,
  cancelled: TaskState.TASK_STATE_CANCELED,
  superseded: TaskState.TASK_STATE_CANCELED,
};

/** A2A state of the coordinator's own task, which is a request. */
export const requestState = (status: RequestStatus): TaskState => STATES[status];
