import { EventEmitter } from "node:events";

/** Tells waiting HTTP calls of this replica that a request changed. A hint only: waiters also look by themselves. */
export interface RequestNews {
  notify(requestId: string): void;
  /** Resolves at the next news of the request, after `timeoutMs`, or when the signal aborts. */
  wait(requestId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createRequestNews(): RequestNews {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    notify: (requestId) => void emitter.emit(requestId),
    wait: (requestId, timeoutMs, signal) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          emitter.off(requestId, finish);
          signal.removeEventListener("abort", finish);
          resolve();
        };
        const timer = setTimeout(finish, timeoutMs);
        emitter.once(requestId, finish);
        signal.addEventListener("abort", finish, { once: true });
        if (signal.aborted) finish();
      }),
  };
}
