import type {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetExtendedAgentCardRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from "@a2a-js/sdk";
import {
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from "@a2a-js/sdk/errors";
import type { A2ARequestHandler, ServerCallContext } from "@a2a-js/sdk/server";
import { callerOf, signalOf } from "./call-state.ts";
import type { A2aTaskSource } from "./task-source.ts";
import { endsBlockingCall, endsStream, isTerminal } from "./task-states.ts";

/** Longest time a blocking SendMessage is held; the task goes on either way. */
const BLOCKING_LIMIT_MS = 60_000;
/** CancelTask answers within this bound: CANCELED, or "not cancelable". */
const CANCEL_LIMIT_MS = 10_000;
const STREAM_LIMIT_MS = 600_000;
/** Tasks on a page when the caller names no number (0 is none, too), and at most. */
const DEFAULT_PAGE = 50;
const MAX_PAGE = 100;

const withHistory = (task: Task, historyLength: number | undefined): Task =>
  historyLength === undefined ? task : { ...task, history: historyLength === 0 ? [] : task.history.slice(-historyLength) };

/**
 * The one request handler behind HTTP and the bus, on the database instead of in-memory event buses: any replica answers any
 * call, terminal states stay final, streams replay from a sequence (the SDK's default handler keeps them per process).
 */
export class DurableRequestHandler implements A2ARequestHandler {
  readonly #source: A2aTaskSource;
  readonly #card: () => Promise<AgentCard>;

  constructor(source: A2aTaskSource, card: () => Promise<AgentCard>) {
    this.#source = source;
    this.#card = card;
  }

  getAgentCard(): Promise<AgentCard> {
    return this.#card();
  }

  async getAuthenticatedExtendedAgentCard(_params: GetExtendedAgentCardRequest, _context: ServerCallContext): Promise<AgentCard> {
    throw new ExtendedAgentCardNotConfiguredError();
  }

  async sendMessage(params: SendMessageRequest, context: ServerCallContext): Promise<Message | Task> {
    const caller = callerOf(context);
    const { taskId } = await this.#source.send(caller, this.#messageOf(params));
    const historyLength = params.configuration?.historyLength;
    const limit = AbortSignal.any([signalOf(context), AbortSignal.timeout(BLOCKING_LIMIT_MS)]);
    for (;;) {
      const found = await this.#source.read(caller, taskId);
      if (!found) throw new TaskNotFoundError();
      if (params.configuration?.returnImmediately || endsBlockingCall(found.task.status?.state) || limit.aborted)
        return withHistory(found.task, historyLength);
      await this.#source.waitForChange(caller, taskId, found.sequence, limit);
    }
  }

  async *sendMessageStream(params: SendMessageRequest, context: ServerCallContext): AsyncGenerator<StreamResponse, void, undefined> {
    const { taskId } = await this.#source.send(callerOf(context), this.#messageOf(params));
    yield* this.#follow(taskId, context);
  }

  async getTask(params: GetTaskRequest, context: ServerCallContext): Promise<Task> {
    const found = await this.#source.read(callerOf(context), params.id);
    if (!found) throw new TaskNotFoundError();
    return withHistory(found.task, params.historyLength);
  }

  async cancelTask(params: CancelTaskRequest, context: ServerCallContext): Promise<Task> {
    const caller = callerOf(context);
    const outcome = await this.#source.cancel(caller, params.id);
    if (outcome === "not_found") throw new TaskNotFoundError();
    if (outcome === "final") throw new TaskNotCancelableError();
    const limit = AbortSignal.any([signalOf(context), AbortSignal.timeout(CANCEL_LIMIT_MS)]);
    for (;;) {
      const found = await this.#source.read(caller, params.id);
      if (!found) throw new TaskNotFoundError();
      if (isTerminal(found.task.status?.state)) return found.task;
      if (limit.aborted) throw new TaskNotCancelableError();
      await this.#source.waitForChange(caller, params.id, found.sequence, limit);
    }
  }

  async *resubscribe(params: SubscribeToTaskRequest, context: ServerCallContext): AsyncGenerator<StreamResponse, void, undefined> {
    const found = await this.#source.read(callerOf(context), params.id);
    if (!found) throw new TaskNotFoundError();
    if (isTerminal(found.task.status?.state)) throw new UnsupportedOperationError({ message: "the task has ended; read it with GetTask" });
    yield* this.#follow(params.id, context);
  }

  async listTasks(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    const pageSize = Math.min(params.pageSize || DEFAULT_PAGE, MAX_PAGE);
    const page = await this.#source.list(callerOf(context), { contextId: params.contextId, pageSize, pageToken: params.pageToken });
    const tasks = page.tasks.map((task) =>
      withHistory(params.includeArtifacts ? task : { ...task, artifacts: [] }, params.historyLength ?? 0),
    );
    return { tasks, nextPageToken: page.nextPageToken, pageSize, totalSize: page.totalSize };
  }

  async createTaskPushNotificationConfig(
    _params: TaskPushNotificationConfig,
    _context: ServerCallContext,
  ): Promise<TaskPushNotificationConfig> {
    throw new PushNotificationNotSupportedError();
  }
  async getTaskPushNotificationConfig(
    _params: GetTaskPushNotificationConfigRequest,
    _context: ServerCallContext,
  ): Promise<TaskPushNotificationConfig> {
    throw new PushNotificationNotSupportedError();
  }
  async listTaskPushNotificationConfigs(
    _params: ListTaskPushNotificationConfigsRequest,
    _context: ServerCallContext,
  ): Promise<ListTaskPushNotificationConfigsResponse> {
    throw new PushNotificationNotSupportedError();
  }
  async deleteTaskPushNotificationConfig(_params: DeleteTaskPushNotificationConfigRequest, _context: ServerCallContext): Promise<void> {
    throw new PushNotificationNotSupportedError();
  }

  /** First the snapshot, then every event after it until the task ends, asks its caller, or the reader leaves. */
  async *#follow(taskId: string, context: ServerCallContext): AsyncGenerator<StreamResponse, void, undefined> {
    const caller = callerOf(context);
    const first = await this.#source.read(caller, taskId);
    if (!first) throw new TaskNotFoundError();
    yield { payload: { $case: "task", value: first.task } };
    let sequence = first.sequence;
    let ended = endsStream(first.task.status?.state);
    const limit = AbortSignal.any([signalOf(context), AbortSignal.timeout(STREAM_LIMIT_MS)]);
    while (!ended && !limit.aborted) {
      await this.#source.waitForChange(caller, taskId, sequence, limit);
      for (const { sequence: at, event } of await this.#source.eventsAfter(caller, taskId, sequence)) {
        sequence = at;
        yield event;
        if (event.payload?.$case === "statusUpdate" && endsStream(event.payload.value.status?.state)) ended = true;
      }
    }
  }

  #messageOf(params: SendMessageRequest): Message {
    const message = params.message;
    if (!message) throw new RequestMalformedError({ message: "message is missing" });
    if (message.parts.length === 0 || message.parts.some((part) => part.content === undefined))
      throw new RequestMalformedError({ message: "every message needs at least one part with content" });
    return message;
  }
}
