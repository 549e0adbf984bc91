import type { JsonValue } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import type { HttpServer } from "@quartermaster/shared/http";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { loadRequest } from "../requests/request-store.ts";
import type { Caller } from "../rest/caller.ts";
import { formatEvent, parseLastEventId } from "./sse.ts";

const HEARTBEAT_MS = 15_000;
const LOOK_EVERY_MS = 1_500;
const PAGE = 200;

interface EventLine {
  id: number;
  name: string;
  data: Record<string, JsonValue>;
  at: string;
}

type FeedContext = Pick<CoordinatorContext, "pool" | "news" | "log">;

const AFTER = "select id, name, data, at from request_events where request_id = $1 and id > $2 order by id limit $3";
const FINAL = "select id, name, data, at from request_events where request_id = $1 and name = 'request.completed' order by id desc limit 1";

async function readPage(
  context: FeedContext,
  tenant: string,
  requestId: string,
  after: number,
): Promise<{ lines: EventLine[]; final: EventLine | null }> {
  return await transaction(context.pool, tenant, async (tx) => {
    const lines = (
      await tx.query<EventLine & Record<string, unknown>>({ name: "events-after", text: AFTER, values: [requestId, after, PAGE] })
    ).rows;
    const final =
      lines.length > 0
        ? null
        : ((await tx.query<EventLine & Record<string, unknown>>({ name: "event-final", text: FINAL, values: [requestId] })).rows[0] ??
          null);
    return { lines, final };
  });
}

async function stream(
  context: FeedContext,
  reply: FastifyReply,
  tenant: string,
  requestId: string,
  from: number,
  signal: AbortSignal,
): Promise<void> {
  let last = from;
  let quietSince = Date.now();
  while (!signal.aborted) {
    const { lines, final } = await readPage(context, tenant, requestId, last);
    for (const line of lines) {
      last = line.id;
      quietSince = Date.now();
      reply.raw.write(formatEvent({ id: line.id, name: line.name, data: { ...line.data, at: line.at } }));
      if (line.name === "request.completed") return;
    }
    // A reader that saw everything still gets an end.
    if (final) return void reply.raw.write(formatEvent({ id: final.id, name: final.name, data: { ...final.data, at: final.at } }));
    if (lines.length === PAGE) continue;
    await context.news.wait(requestId, LOOK_EVERY_MS, signal);
    if (Date.now() - quietSince >= HEARTBEAT_MS) {
      quietSince = Date.now();
      reply.raw.write(": still here\n\n");
    }
  }
}

/** `GET /v1/requests/{id}/events`: replay after `Last-Event-ID`, then live, always ending with `request.completed`. */
export function registerEventRoutes(server: HttpServer, context: CoordinatorContext, caller: Caller, closing: AbortSignal): void {
  server.get("/v1/requests/:id/events", { schema: { params: z.strictObject({ id: z.string().max(80) }) } }, async (request, reply) => {
    const principal = await caller(request);
    const row = await loadRequest(context.pool, principal.tenant, request.params.id);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    reply.hijack();
    reply.raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      connection: "keep-alive",
    });
    reply.raw.write(": open\n\n");
    try {
      await stream(
        context,
        reply,
        row.tenant,
        row.id,
        parseLastEventId(request.headers["last-event-id"], row.lastEvent),
        AbortSignal.any([gone.signal, closing]),
      );
    } catch (error) {
      // The client reconnects with Last-Event-ID and misses nothing.
      context.log.warn({ requestId: row.id, err: error }, "event stream ended early");
    }
    reply.raw.end();
  });
}
