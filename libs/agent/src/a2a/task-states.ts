import { TaskState } from "@a2a-js/sdk";

const TERMINAL: ReadonlySet<TaskState> = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
]);
const INTERRUPTED: ReadonlySet<TaskState> = new Set([TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_AUTH_REQUIRED]);

/** True for states that never change again. */
export const isTerminal = (state: TaskState | undefined): boolean => state !== undefined && TERMINAL.has(state);
/** True when a blocking call returns: terminal, or waiting for somebody. */
export const endsBlockingCall = (state: TaskState | undefined): boolean =>
  isTerminal(state) || (state !== undefined && INTERRUPTED.has(state));
/** A stream stays open while people decide (AUTH_REQUIRED) and ends when the task ends or asks its caller. */
export const endsStream = (state: TaskState | undefined): boolean => isTerminal(state) || state === TaskState.TASK_STATE_INPUT_REQUIRED;
