import { type Message, type StreamResponse, Task, TaskState } from "@a2a-js/sdk";
import type { A2aCaller, A2aEvent, A2aTaskSource } from "../src/a2a/index.ts";

interface Held {
  owner: string;
  task: Task;
  events: StreamResponse[];
}

/** A task source over a list, for tests of the transports: tasks move only when the test says so. */
export class ListTaskSource implements A2aTaskSource {
  readonly tasks = new Map<string, Held>();
  #waiters = new Set<() => void>();

  async send(caller: A2aCaller, message: Message): Promise<{ taskId: string }> {
    const taskId = `task-${message.messageId}`;
    if (!this.tasks.has(taskId)) {
      const task = Task.fromJSON({ id: taskId, contextId: message.contextId || "ctx-1", status: { state: "TASK_STATE_SUBMITTED" } });
      this.tasks.set(taskId, { owner: caller.tenant, task, events: [] });
      this.#wake();
    }
    return { taskId };
  }
  #held(caller: A2aCaller, taskId: string): Held | undefined {
    const held = this.tasks.get(taskId);
    return held?.owner === caller.tenant ? held : undefined;
  }
  async read(caller: A2aCaller, taskId: string): Promise<{ task: Task; sequence: number } | undefined> {
    const held = this.#held(caller, taskId);
    return held && { task: held.task, sequence: held.events.length };
  }
  async eventsAfter(caller: A2aCaller, taskId: string, sequence: number): Promise<A2aEvent[]> {
    return (this.#held(caller, taskId)?.events ?? []).slice(sequence).map((event, index) => ({ sequence: sequence + index + 1, event }));
  }
  async waitForChange(_caller: A2aCaller, taskId: string, sequence: number, signal: AbortSignal): Promise<void> {
    if ((this.tasks.get(taskId)?.events.length ?? 0) > sequence || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#waiters.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  async cancel(caller: A2aCaller, taskId: string): Promise<"accepted" | "final" | "not_found"> {
    const held = this.#held(caller, taskId);
    if (!held) return "not_found";
    if (held.task.status?.state === TaskState.TASK_STATE_COMPLETED) return "final";
    this.move(taskId, TaskState.TASK_STATE_CANCELED);
    return "accepted";
  }
  async list(caller: A2aCaller): Promise<{ tasks: Task[]; nextPageToken: string; totalSize: number }> {
    const tasks = [...this.tasks.values()].filter((held) => held.owner === caller.tenant).map((held) => held.task);
    return { tasks, nextPageToken: "", totalSize: tasks.length };
  }
  move(taskId: string, state: TaskState): void {
    const held = this.tasks.get(taskId);
    if (!held) throw new Error(`no task ${taskId}`);
    const status = { state, message: undefined, timestamp: "2026-12-07T09:00:00Z" };
    held.task = { ...held.task, status };
    held.events.push({
      payload: { $case: "statusUpdate", value: { taskId, contextId: held.task.contextId, status, metadata: undefined } },
    });
    this.#wake();
  }
  /** Resolves once a task with this id exists. */
  async appears(taskId: string): Promise<void> {
    while (!this.tasks.has(taskId)) await new Promise<void>((resolve) => this.#waiters.add(resolve));
  }
  #wake(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of waiters) wake();
  }
}
