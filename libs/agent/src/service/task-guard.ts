import type { Brief } from "@quartermaster/shared/contracts";
import type { Logger } from "@quartermaster/shared/log";
import { TaskAbort } from "./task-abort.ts";
import { LEASE_SECONDS, type TaskStore } from "./task-store.ts";

const BEAT_MS = 5_000;

export interface TaskGuard {
  readonly signal: AbortSignal;
  cancel(): void;
  stop(): void;
}

export interface TaskGuardOptions {
  brief: Brief;
  owner: string;
  store: Pick<TaskStore, "heartbeat">;
  /** Aborts on drain. */
  busSignal: AbortSignal;
  log: Logger;
  beatMs?: number;
}

/**
 * Watches over one running task: renews its lease every 5 s, and aborts it on cancel, on its deadline, on drain, and when the
 * lease is lost or could not be renewed for its whole length (a frozen database must not leave two owners at work).
 */
export function createTaskGuard(options: TaskGuardOptions): TaskGuard {
  const { brief, owner, store, busSignal, log } = options;
  const controller = new AbortController();
  const abort = (kind: TaskAbort["kind"]) => controller.abort(new TaskAbort(kind));
  let renewedAt = Date.now();
  let beating = false;
  const beat = async (): Promise<void> => {
    if (beating) return;
    beating = true;
    try {
      const alive = await store.heartbeat(brief.tenant, brief.taskId, owner);
      if (!alive) return abort("lease_lost");
      renewedAt = Date.now();
      if (alive.cancelRequested) abort("cancelled");
    } catch (error) {
      log.warn({ err: error, taskId: brief.taskId }, "lease could not be renewed");
      if (Date.now() - renewedAt > LEASE_SECONDS * 1000) abort("lease_lost");
    } finally {
      beating = false;
    }
  };
  const onDrain = () => abort("drain");
  const beats = setInterval(() => void beat(), options.beatMs ?? BEAT_MS);
  const deadline = setTimeout(() => abort("deadline"), Math.max(0, Math.min(Date.parse(brief.deadlineAt) - Date.now(), 86_400_000)));
  busSignal.addEventListener("abort", onDrain, { once: true });
  if (busSignal.aborted) onDrain();
  return {
    signal: controller.signal,
    cancel: () => abort("cancelled"),
    stop() {
      clearInterval(beats);
      clearTimeout(deadline);
      busSignal.removeEventListener("abort", onDrain);
    },
  };
}
