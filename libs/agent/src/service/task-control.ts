import type { Bus } from "@quartermaster/shared/bus";
import type { Logger } from "@quartermaster/shared/log";
import type { TaskGuard } from "./task-guard.ts";
import type { TaskStore } from "./task-store.ts";

/** Cancels of tasks that this process has not seen yet; the oldest are forgotten first. */
const MAX_EARLY_CANCELS = 1_000;

export interface TaskControlOptions {
  agent: string;
  bus: Pick<Bus, "subscribe">;
  store: Pick<TaskStore, "requestCancel">;
  log: Logger;
}

/** Running tasks of this process, cancelling, and listeners for changes. */
export function createTaskControl(options: TaskControlOptions) {
  const { agent, bus, store, log } = options;
  const running = new Map<string, TaskGuard>();
  const early = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  let subscription: { stop(): Promise<void> } | undefined;

  /** Database first, so that a replica that claims the task later sees it; then the running one is aborted. */
  const cancel = async (taskId: string, tenant?: string) => {
    const found = await store.requestCancel(taskId, tenant);
    if (found?.state !== "done") running.get(taskId)?.cancel();
    return found;
  };
  const onCancel = async (subject: string): Promise<void> => {
    const taskId = subject.split(".")[3] ?? "";
    try {
      if ((await cancel(taskId)) !== null) return;
    } catch (error) {
      log.warn({ err: error, taskId }, "cancel could not be stored");
      running.get(taskId)?.cancel();
    }
    early.add(taskId);
    for (const oldest of early) {
      if (early.size <= MAX_EARLY_CANCELS) break;
      early.delete(oldest);
    }
  };

  return {
    running,
    cancel,
    wasCancelled: (taskId: string): boolean => early.has(taskId),
    subscribe(taskId: string, listener: () => void): () => void {
      const all = listeners.get(taskId) ?? new Set();
      listeners.set(taskId, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(taskId);
      };
    },
    changed(_tenant: string, taskId: string): void {
      for (const listener of listeners.get(taskId) ?? []) listener();
    },
    start(): void {
      subscription = bus.subscribe(`qm.cancel.${agent}.*`, (message) => onCancel(message.subject));
    },
    async stop(): Promise<void> {
      await subscription?.stop();
    },
  };
}
