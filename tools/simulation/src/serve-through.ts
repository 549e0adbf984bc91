import type { Bus, CoreMessage } from "@quartermaster/shared/bus";
import type { Process, Scheduler } from "./scheduler.ts";

/** Answers of one process by subject. */
export type Subscriptions = Map<string, (body: string) => Promise<string>>;

/** What the product subscribes with: its handlers are kept by subject, for the simulated bus to ask. */
export function serveThrough(scheduler: Scheduler, process: Process, subscriptions: Subscriptions): Bus {
  const subscribe = (subject: string, handler: (message: CoreMessage) => unknown): { stop(): Promise<void> } => {
    subscriptions.set(
      subject,
      (body) =>
        new Promise((resolve) => {
          const respond = (text: string): void => scheduler.ready(process, () => resolve(text));
          void handler({ subject, body, headers: new Map(), respond });
        }),
    );
    return { stop: async () => {} };
  };
  return { subscribe } as unknown as Bus;
}
