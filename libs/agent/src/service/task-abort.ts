/** Why a running task was told to stop. */
export class TaskAbort extends Error {
  readonly kind: "cancelled" | "deadline" | "lease_lost" | "drain";
  constructor(kind: TaskAbort["kind"]) {
    super(`task stopped: ${kind}`);
    this.name = "TaskAbort";
    this.kind = kind;
  }
}
