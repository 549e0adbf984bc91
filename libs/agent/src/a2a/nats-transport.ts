import { randomUUID } from "node:crypto";
import {
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
  type MessageFns,
  SendMessageRequest,
  type SendMessageResult,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from "@a2a-js/sdk";
import type { RequestOptions, Transport, TransportFactory } from "@a2a-js/sdk/client";
import { fromJsonRpcErrorResponse } from "@a2a-js/sdk/errors";
import type { Bus, CoreMessage } from "@quartermaster/shared/bus";
import { NATS_BINDING } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { BINDING_ERRORS, FRAME_HEADER, SEQUENCE_HEADER } from "./nats-frames.ts";

type ClientBus = Pick<Bus, "request" | "requestMany">;

const UNARY_TIMEOUT_MS = 65_000;
/** Three heartbeats: silence longer than this means the stream is lost. */
const STREAM_IDLE_MS = 15_000;

interface RpcResponse {
  id: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown[] };
}

const asSdkError = (response: RpcResponse): Error => fromJsonRpcErrorResponse(response as never) as Error;

/** Client side of the A2A-over-NATS binding for the SDK's `ClientFactory`. */
export class NatsTransport implements Transport {
  readonly #bus: ClientBus;
  readonly #subject: string;

  constructor(bus: ClientBus, subject: string) {
    this.#bus = bus;
    this.#subject = subject;
  }

  get protocolName(): string {
    return NATS_BINDING;
  }
  get protocolVersion(): string {
    return "1.0";
  }

  async getExtendedAgentCard(params: GetExtendedAgentCardRequest, options?: RequestOptions): Promise<AgentCard> {
    return this.#unary("GetExtendedAgentCard", GetExtendedAgentCardRequest, params, AgentCard, options);
  }
  async sendMessage(params: SendMessageRequest, options?: RequestOptions): Promise<SendMessageResult> {
    const result = await this.#call("SendMessage", SendMessageRequest.toJSON(params), options);
    return result.message !== undefined ? Message.fromJSON(result.message) : Task.fromJSON(result.task);
  }
  sendMessageStream(params: SendMessageRequest, options?: RequestOptions): AsyncGenerator<StreamResponse, void, undefined> {
    return this.#stream("SendStreamingMessage", SendMessageRequest.toJSON(params), options);
  }
  resubscribeTask(params: SubscribeToTaskRequest, options?: RequestOptions): AsyncGenerator<StreamResponse, void, undefined> {
    return this.#stream("SubscribeToTask", SubscribeToTaskRequest.toJSON(params), options);
  }
  async getTask(params: GetTaskRequest, options?: RequestOptions): Promise<Task> {
    return this.#unary("GetTask", GetTaskRequest, params, Task, options);
  }
  async cancelTask(params: CancelTaskRequest, options?: RequestOptions): Promise<Task> {
    return this.#unary("CancelTask", CancelTaskRequest, params, Task, options);
  }
  async listTasks(params: ListTasksRequest, options?: RequestOptions): Promise<ListTasksResponse> {
    return this.#unary("ListTasks", ListTasksRequest, params, ListTasksResponse, options);
  }
  async createTaskPushNotificationConfig(
    params: TaskPushNotificationConfig,
    options?: RequestOptions,
  ): Promise<TaskPushNotificationConfig> {
    return this.#unary("CreateTaskPushNotificationConfig", TaskPushNotificationConfig, params, TaskPushNotificationConfig, options);
  }
  async getTaskPushNotificationConfig(
    params: GetTaskPushNotificationConfigRequest,
    options?: RequestOptions,
  ): Promise<TaskPushNotificationConfig> {
    return this.#unary("GetTaskPushNotificationConfig", GetTaskPushNotificationConfigRequest, params, TaskPushNotificationConfig, options);
  }
  async listTaskPushNotificationConfig(
    params: ListTaskPushNotificationConfigsRequest,
    options?: RequestOptions,
  ): Promise<ListTaskPushNotificationConfigsResponse> {
    return this.#unary(
      "ListTaskPushNotificationConfigs",
      ListTaskPushNotificationConfigsRequest,
      params,
      ListTaskPushNotificationConfigsResponse,
      options,
    );
  }
  async deleteTaskPushNotificationConfig(params: DeleteTaskPushNotificationConfigRequest, options?: RequestOptions): Promise<void> {
    await this.#call("DeleteTaskPushNotificationConfig", DeleteTaskPushNotificationConfigRequest.toJSON(params), options);
  }

  async #unary<P, R>(method: string, request: MessageFns<P>, params: P, response: MessageFns<R>, options?: RequestOptions): Promise<R> {
    return response.fromJSON(await this.#call(method, request.toJSON(params), options));
  }

  #headers(method: string, options?: RequestOptions): Record<string, string> {
    return { ...options?.serviceParameters, "A2A-Version": "1.0", "A2A-Method": method };
  }

  async #call(method: string, params: unknown, options?: RequestOptions): Promise<Record<string, unknown>> {
    options?.signal?.throwIfAborted();
    const body = JSON.stringify({ jsonrpc: "2.0", id: randomUUID(), method, params });
    const reply = await this.#bus.request(this.#subject, body, { timeoutMs: UNARY_TIMEOUT_MS, headers: this.#headers(method, options) });
    const response = JSON.parse(reply.body) as RpcResponse;
    if (response.error) throw asSdkError(response);
    return response.result ?? {};
  }

  async *#stream(method: string, params: unknown, options?: RequestOptions): AsyncGenerator<StreamResponse, void, undefined> {
    const id = randomUUID();
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    let expected = 1;
    const frames = this.#bus.requestMany(this.#subject, body, {
      idleMs: STREAM_IDLE_MS,
      headers: this.#headers(method, options),
      ...(options?.signal ? { signal: options.signal } : {}),
    });
    for await (const frame of frames) {
      const kind = frame.headers.get(FRAME_HEADER);
      // A refusal before the stream began is a plain unary reply.
      if (kind === undefined) {
        const response = JSON.parse(frame.body) as RpcResponse;
        if (response.error) throw asSdkError(response);
        yield StreamResponse.fromJSON(response.result);
        return;
      }
      this.#checkSequence(frame, expected++, id);
      if (kind === "end") return;
      if (kind === "error") throw asSdkError(JSON.parse(frame.body) as RpcResponse);
      if (kind === "data") yield StreamResponse.fromJSON((JSON.parse(frame.body) as RpcResponse).result);
    }
    throw new AppError("timeout", { detail: "the stream went silent", extra: { code: BINDING_ERRORS.streamLost } });
  }

  #checkSequence(frame: CoreMessage, expected: number, id: string): void {
    if (Number(frame.headers.get(SEQUENCE_HEADER)) === expected) return;
    throw asSdkError({ id, error: { code: BINDING_ERRORS.streamLost, message: "a frame of the stream is missing" } });
  }
}

/** Lets `ClientFactory` choose the binding by the card's interface list; the subject is the path of `nats://<cluster>/<subject>`. */
export class NatsTransportFactory implements TransportFactory {
  readonly #bus: ClientBus;
  constructor(bus: ClientBus) {
    this.#bus = bus;
  }
  get protocolName(): string {
    return NATS_BINDING;
  }
  async create(url: string, _agentCard: AgentCard): Promise<Transport> {
    const subject = /^nats:\/\/[^/]+\/([A-Za-z0-9_.-]+)$/.exec(url)?.[1];
    if (subject === undefined) throw new AppError("config_invalid", { detail: `not an address of the NATS binding: ${url}` });
    return new NatsTransport(this.#bus, subject);
  }
}
