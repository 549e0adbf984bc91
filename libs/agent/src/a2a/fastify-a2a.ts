import { Readable } from "node:stream";
import { AgentCard, formatSSEErrorEvent, formatSSEEvent, SSE_HEADERS } from "@a2a-js/sdk";
import { type A2ARequestHandler, JsonRpcTransportHandler, validateVersion } from "@a2a-js/sdk/server";
import { AppError } from "@quartermaster/shared/errors";
import { createRateLimit, type HttpServer, type RateLimit } from "@quartermaster/shared/http";
import { A2A_RATE } from "./a2a-rate.ts";
import { cardDigest } from "./agent-card.ts";
import { createCallContext } from "./call-state.ts";
import { checkJsonRpc } from "./check-json-rpc.ts";
import { safeAnswer, safeError } from "./safe-error.ts";
import type { A2aCaller } from "./task-source.ts";

export interface FastifyA2aOptions {
  handler: A2ARequestHandler;
  /** Who calls. A message that carries its own proof (a signed brief) may come without a token. @throws AppError unauthenticated */
  authenticate: (authorization: string | undefined, body: unknown) => Promise<A2aCaller>;
  /** Counts every call of a caller; the same one for all faces of a process. */
  limit?: RateLimit;
}

const HEARTBEAT_MS = 10_000;

type Frames = AsyncGenerator<unknown, void, undefined>;

/** SSE text of a JSON-RPC stream with heartbeat comments; ends the source when the reader leaves. */
async function* sseText(first: IteratorResult<unknown, void>, frames: Frames, onFailure: (error: unknown) => void): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; ) {
      yield formatSSEEvent(next.value);
      const pending = frames.next();
      for (;;) {
        let timer: NodeJS.Timeout | undefined;
        const beat = new Promise<"beat">((resolve) => {
          timer = setTimeout(() => resolve("beat"), HEARTBEAT_MS);
        });
        const outcome = await Promise.race([pending, beat]).finally(() => clearTimeout(timer));
        if (outcome === "beat") yield ": alive\n\n";
        else {
          next = outcome;
          break;
        }
      }
    }
  } catch (error) {
    const { error: told, internal } = safeError(error);
    if (internal) onFailure(error);
    yield formatSSEErrorEvent(told);
  } finally {
    await frames.return();
  }
}

/** Mounts the card and JSON-RPC 2.0 (SSE for streams) of an A2A agent on a Fastify server. */
export function mountA2a(server: HttpServer, options: FastifyA2aOptions): void {
  const transport = new JsonRpcTransportHandler(options.handler);
  const limit = options.limit ?? createRateLimit(A2A_RATE);
  const startedAt = new Date().toUTCString();

  server.get("/.well-known/agent-card.json", async (request, reply) => {
    const card = await options.handler.getAgentCard();
    const etag = `"${cardDigest(card).slice(0, 32)}"`;
    reply.header("etag", etag).header("cache-control", "public, max-age=60").header("last-modified", startedAt);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/json").send(JSON.stringify(AgentCard.toJSON(card)));
  });

  server.post("/a2a/jsonrpc", async (request, reply) => {
    // Who calls comes first: nobody without a token, or a proof in the body, learns what a message must look like.
    const caller = await options.authenticate(request.headers.authorization, request.body);
    limit(caller);
    const wrong = checkJsonRpc(request.body);
    if (wrong) return reply.type("application/json").send(JSON.stringify(wrong));
    const body = request.body as { id?: string | number; method: string };
    const left = new AbortController();
    reply.raw.on("close", () => left.abort());
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
    );
    const context = createCallContext({ caller, headers, signal: left.signal });
    try {
      validateVersion(context.requestedVersion, await options.handler.getAgentCard(), "JSONRPC");
      const outcome = await transport.handle(body as unknown as Record<string, unknown>, context);
      if (!(Symbol.asyncIterator in outcome)) {
        const { answer, hidden } = safeAnswer(outcome);
        if (hidden) request.log.error({ hidden }, "A2A call failed");
        return reply.type("application/json").send(JSON.stringify(answer));
      }
      // An error before the first event is a plain JSON answer, not a stream.
      const frames = outcome as Frames;
      const first = await frames.next();
      return reply
        .headers(SSE_HEADERS)
        .send(Readable.from(sseText(first, frames, (error) => request.log.error({ err: error }, "A2A stream failed"))));
    } catch (error) {
      if (AppError.isInstance(error) && error.status === 401) throw error;
      const { error: told, internal } = safeError(error);
      if (internal) request.log.error({ err: error }, "A2A call failed");
      return reply.type("application/json").send(JSON.stringify({ jsonrpc: "2.0", id: body.id ?? null, error: told }));
    }
  });
}
