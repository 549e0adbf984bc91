import { type A2ARequestHandler, JsonRpcTransportHandler, validateVersion } from "@a2a-js/sdk/server";
import type { CoreMessage } from "@quartermaster/shared/bus";
import { NATS_BINDING } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { createRateLimit, type RateLimit } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import { parseStrict } from "@quartermaster/shared/signing";
import { A2A_RATE } from "./a2a-rate.ts";
import { createCallContext } from "./call-state.ts";
import { checkJsonRpc, parseFailure, rpcFailure } from "./check-json-rpc.ts";
import { BINDING_ERRORS, FRAME_HEADER, INSTANCE_HEADER, SEQUENCE_HEADER } from "./nats-frames.ts";
import { safeAnswer, safeError } from "./safe-error.ts";
import type { A2aCaller } from "./task-source.ts";

export interface NatsA2aOptions {
  handler: A2ARequestHandler;
  authenticate: (authorization: string | undefined, body: unknown) => Promise<A2aCaller>;
  /** Counts every call of a caller; the same one for all faces of a process. */
  limit?: RateLimit;
  instance: string;
  log: Logger;
}

const idOf = (body: unknown): string | number | null => {
  const id = (body as { id?: unknown } | null)?.id;
  return typeof id === "string" || typeof id === "number" ? id : null;
};

/** Idle time after which a stream shows that it is alive. */
const HEARTBEAT_MS = 5_000;
/** The same as over HTTP. */
const MAX_BODY_BYTES = 524_288;
/** Streams one process serves at the same time; more are told to come back. */
const MAX_STREAMS = 256;

/**
 * Makes the responder of the A2A-over-NATS binding (docs/a2a-nats-binding.md): one JSON-RPC request a message, one reply for
 * unary methods, numbered frames (ack, data, heartbeat, error, end) on the reply inbox for streams.
 */
export function createNatsResponder(options: NatsA2aOptions): (message: CoreMessage) => Promise<void> {
  const transport = new JsonRpcTransportHandler(options.handler);
  const limit = options.limit ?? createRateLimit(A2A_RATE);
  let streams = 0;

  /** What the caller is told of a failure; what is nobody's business goes to the log. */
  const refusal = (id: string | number | null, error: unknown) => {
    if (AppError.isInstance(error) && error.status === 401)
      return rpcFailure(id, BINDING_ERRORS.unauthenticated, "a valid token is needed");
    if (AppError.isInstance(error) && error.code === "rate_limited")
      return rpcFailure(id, BINDING_ERRORS.overloaded, "too many calls; try again");
    const { error: told, internal } = safeError(error);
    if (internal) options.log.error({ err: error }, "A2A call failed");
    return { jsonrpc: "2.0" as const, id, error: told };
  };

  const answer = async (message: CoreMessage, respond: NonNullable<CoreMessage["respond"]>): Promise<void> => {
    const reply = (body: unknown) => respond(JSON.stringify(body), { [INSTANCE_HEADER]: options.instance });
    let body: unknown;
    try {
      body = parseStrict(message.body, { maxBytes: MAX_BODY_BYTES });
    } catch (error) {
      const tooLarge = AppError.isInstance(error) && error.code === "body_too_large";
      return reply(tooLarge ? rpcFailure(null, BINDING_ERRORS.payloadTooLarge, error.message) : parseFailure());
    }
    let caller: A2aCaller;
    try {
      caller = await options.authenticate(message.headers.get("authorization"), body);
      limit(caller);
    } catch (error) {
      return reply(refusal(idOf(body), error));
    }
    const wrong = checkJsonRpc(body);
    if (wrong) return reply(wrong);
    const id = idOf(body);
    const method = (body as { method: string }).method;
    if (message.headers.get("a2a-method") !== undefined && message.headers.get("a2a-method") !== method)
      return reply(rpcFailure(id, -32600, "A2A-Method differs from the body's method"));
    const deadline = Date.parse(message.headers.get("a2a-deadline") ?? "");
    if (Number.isFinite(deadline) && deadline < Date.now())
      return reply(rpcFailure(id, BINDING_ERRORS.deadlineExceeded, "the deadline has passed"));
    try {
      const left = new AbortController();
      const context = createCallContext({ caller, headers: Object.fromEntries(message.headers), signal: left.signal });
      validateVersion(context.requestedVersion, await options.handler.getAgentCard(), NATS_BINDING);
      const outcome = await transport.handle(body as Record<string, unknown>, context);
      if (!(Symbol.asyncIterator in outcome)) {
        const { answer, hidden } = safeAnswer(outcome);
        if (hidden) options.log.error({ hidden, method }, "A2A call failed");
        return reply(answer);
      }
      if (streams >= MAX_STREAMS) return reply(rpcFailure(id, BINDING_ERRORS.overloaded, "too many streams; try again"));
      streams++;
      await sendFrames(outcome as AsyncGenerator<unknown, void, undefined>, id, respond).finally(() => {
        streams--;
        left.abort();
      });
    } catch (error) {
      reply(refusal(id, error));
    }
  };

  const sendFrames = async (
    frames: AsyncGenerator<unknown, void, undefined>,
    id: string | number | null,
    respond: NonNullable<CoreMessage["respond"]>,
  ): Promise<void> => {
    let sequence = 0;
    const frame = (kind: string, body: unknown) =>
      respond(body === undefined ? "" : JSON.stringify(body), {
        [FRAME_HEADER]: kind,
        [SEQUENCE_HEADER]: String(++sequence),
        [INSTANCE_HEADER]: options.instance,
      });
    frame("ack", undefined);
    const beat = setInterval(() => frame("heartbeat", undefined), HEARTBEAT_MS);
    try {
      for await (const item of frames) frame("data", item);
      frame("end", undefined);
    } catch (error) {
      frame("error", refusal(id, error));
    } finally {
      clearInterval(beat);
    }
  };

  return async (message) => {
    if (!message.respond) return;
    await answer(message, message.respond.bind(message)).catch((error: unknown) => options.log.error({ err: error }, "A2A reply failed"));
  };
}
