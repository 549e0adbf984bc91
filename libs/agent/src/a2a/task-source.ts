import type { Message, StreamResponse, Task } from "@a2a-js/sdk";

/** Who calls an A2A face: a user by token, or the coordinator by a signed brief. */
export interface A2aCaller {
  user: string;
  tenant: string;
  roles: readonly string[];
  /** The Authorization header as it came, for calls that go on with the user's own right; never stored. */
  authorization: string | undefined;
}

/** One event of a task. Sequences rise by task without gaps being reused, so a reader can go on after any of them. */
export interface A2aEvent {
  sequence: number;
  event: StreamResponse;
}

export interface TaskListQuery {
  contextId: string;
  pageSize: number;
  /** Opaque; "" for the first page. */
  pageToken: string;
}

/**
 * The durable store behind every A2A face. Any replica may answer any call: nothing about a task lives in memory.
 * Every method MUST answer for the caller's own tenant only; a foreign id is like an unknown one.
 */
export interface A2aTaskSource {
  /**
   * Writes the task and its stream entry in one transaction. The same caller and messageId give the same task; another body
   * under that messageId MUST be refused (RequestMalformedError).
   */
  send(caller: A2aCaller, message: Message): Promise<{ taskId: string }>;
  read(caller: A2aCaller, taskId: string): Promise<{ task: Task; sequence: number } | undefined>;
  /** Events after a sequence, oldest first; the same events in the same order for every reader. */
  eventsAfter(caller: A2aCaller, taskId: string, sequence: number): Promise<A2aEvent[]>;
  /** Resolves when something may have changed, after at most one second, or when the signal aborts. */
  waitForChange(caller: A2aCaller, taskId: string, sequence: number, signal: AbortSignal): Promise<void>;
  /** Asks the work to stop. "final" when the task already ended and cannot be cancelled. */
  cancel(caller: A2aCaller, taskId: string): Promise<"accepted" | "final" | "not_found">;
  list(caller: A2aCaller, query: TaskListQuery): Promise<{ tasks: Task[]; nextPageToken: string; totalSize: number }>;
}
