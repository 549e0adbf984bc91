import type { ErrorCode } from "../errors/index.ts";

/** A message taken from a stream. `body` is the text as published. */
export interface BusMessage {
  readonly subject: string;
  readonly body: string;
  readonly headers: ReadonlyMap<string, string>;
  /** 1 for the first delivery. */
  readonly deliveryCount: number;
  readonly stream: string;
  readonly sequence: number;
}

/** A core (not stored) message. `respond` answers only to the reply subject's allowed inbox prefixes; it is absent when there is no reply subject. */
export interface CoreMessage {
  readonly subject: string;
  readonly body: string;
  readonly headers: ReadonlyMap<string, string>;
  respond?(body: string, headers?: Record<string, string>): void;
}

export interface PublishOptions {
  /** De-duplication id; an optimisation, never the guarantee. */
  msgId: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/**
 * Handler of a stream message. Returning acknowledges it. Throwing an AppError with `retryable` naks with back-off
 * (1, 5, 30, 120 s + jitter); a non-retryable one is handed to `onDeadLetter`, then the message is terminated; any other
 * error counts as retryable. MUST be idempotent: delivery is at least once. `signal` aborts on drain or a lost lease.
 */
export type BusHandler = (message: BusMessage, signal: AbortSignal) => Promise<void>;

/** Thrown by a handler to have the message delivered again after a delay without counting as a failure. */
export class NakLater extends Error {
  readonly delayMs: number;
  constructor(delayMs: number, reason: string) {
    super(reason);
    this.name = "NakLater";
    this.delayMs = delayMs;
  }
}

export interface ConsumeOptions {
  /** Messages handled at the same time in this process. */
  slots: number;
  /** MUST store the message before it returns; it is terminated afterwards. */
  onDeadLetter?: (message: BusMessage, code: ErrorCode | "unknown", detail: string) => Promise<void>;
}

export interface BusConsumer {
  /** Stops taking messages and waits for the running handlers, at most `graceMs`; the rest is aborted and nak'ed. */
  stop(graceMs?: number): Promise<void>;
  readonly inflight: number;
}

export interface BusHealth {
  connected: boolean;
  serverVersion: string | null;
  lastError: string | null;
}

/** The bus as services see it. One connection per process, own nkey and inbox prefix. */
export interface Bus {
  /** Stores a message in its stream and waits for the server's acknowledgement. @throws AppError unavailable | timeout */
  publish(subject: string, body: string, options: PublishOptions): Promise<void>;
  /** Sends a core message; lost when nobody listens. */
  publishCore(subject: string, body: string, headers?: Record<string, string>): void;
  /** Listens to core messages; with `queue` the group shares them. Handler errors are logged, never thrown. */
  subscribe(
    subject: string,
    handler: (message: CoreMessage) => void | Promise<void>,
    options?: { queue?: string },
  ): { stop(): Promise<void> };
  /** Request/reply with a deadline. @throws AppError unavailable | timeout */
  request(subject: string, body: string, options: { timeoutMs: number; headers?: Record<string, string> }): Promise<CoreMessage>;
  /** Streamed request: every reply on the private inbox until the iterator is left, the signal aborts, or no frame came for `idleMs`. */
  requestMany(
    subject: string,
    body: string,
    options: { idleMs: number; headers?: Record<string, string>; signal?: AbortSignal },
  ): AsyncIterable<CoreMessage>;
  /** Short handlers (milliseconds): server-pushed batches. */
  consume(stream: string, durable: string, handler: BusHandler, options: ConsumeOptions): Promise<BusConsumer>;
  /** Long work: one pull per free slot, working() every 5 s while the handler runs. */
  consumeTasks(stream: string, durable: string, handler: BusHandler, options: ConsumeOptions): Promise<BusConsumer>;
  /**
   * Pending and unacknowledged counts of a durable this role may inspect, and when it was made: another time means that what the
   * stream held before is lost.
   */
  consumerInfo(stream: string, durable: string): Promise<{ pending: number; ackPending: number; created: string }>;
  health(): BusHealth;
  /** Drains and closes the connection. */
  close(): Promise<void>;
}

export interface ConnectBusOptions {
  url: string;
  /** Bus role, e.g. "supply" or "x_supply": decides the inbox prefix `_INBOX_<role>`. */
  role: string;
  /** Connection name `<service>-<instance>`. */
  name: string;
  /** Text of the nkey seed. */
  nkeySeed: string;
  /** Reply subjects this process may answer to, e.g. ["_INBOX_coordinator."]; others are ignored and counted. */
  replyPrefixes?: readonly string[];
  log: import("../log/index.ts").Logger;
  tls?: { caFile: string };
}
