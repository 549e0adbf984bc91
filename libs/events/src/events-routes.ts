import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { type Authenticate, authenticateFirst, type HttpServer } from "@quartermaster/shared/http";
import { z } from "zod";
import { type EventAnswer, EventBody } from "./event-body.ts";
import { type EventSource, roleOfSource, SOURCES } from "./event-handler.ts";
import type { EventsPorts } from "./events-ports.ts";
import { takeEvent } from "./take-event.ts";

/** Events worked on at the same time in one process; more are told to come again. */
const MOST_INFLIGHT = 64;
const MOST_BYTES = 64 * 1024;

const EventId = z.object({ eventId: z.string().min(1).max(120) });

interface Caller {
  tenant: string;
  source: EventSource;
}

/** Tells the gateway behind a request, once however often it is asked about. @throws AppError unauthenticated | wrong_audience | role_missing */
function createCaller(authenticate: Authenticate): (request: { headers: { authorization?: string | undefined } }) => Promise<Caller> {
  const known = new WeakMap<object, Promise<Caller>>();
  const admit = async (authorization: string | undefined): Promise<Caller> => {
    const { tenant, roles } = await authenticate(authorization);
    const source = SOURCES.find((candidate) => roles.includes(roleOfSource(candidate)));
    if (source) return { tenant, source };
    throw new AppError("role_missing", { detail: `events come from ${SOURCES.map(roleOfSource).join(", ")}` });
  };
  return (request) => {
    const asked = known.get(request) ?? admit(request.headers.authorization);
    known.set(request, asked);
    return asked;
  };
}

/** Mounts `POST /v1/events` and the look-up of an event that was delivered. */
export function mountEventsRoutes(http: HttpServer, authenticate: Authenticate, ports: () => EventsPorts): void {
  let inflight = 0;
  const caller = createCaller(authenticate);
  authenticateFirst(http, caller);
  http.post("/v1/events", { schema: { body: EventBody }, bodyLimit: MOST_BYTES }, async (request, reply) => {
    const { tenant, source } = await caller(request);
    if (inflight >= MOST_INFLIGHT) throw new AppError("rate_limited", { retryAfterSeconds: 1 });
    inflight++;
    try {
      const { answer, replayed } = await takeEvent(ports(), { tenant, source, body: request.body as EventBody });
      if (replayed) reply.header("idempotency-replayed", "true");
      else ports().log.info({ tenant, source, eventId: answer.eventId, bizStep: answer.bizStep }, "event taken in");
      return answer;
    } finally {
      inflight--;
    }
  });
  http.get("/v1/events/:eventId", { schema: { params: EventId } }, async (request) => {
    const { tenant } = await caller(request);
    const { eventId } = request.params as z.infer<typeof EventId>;
    const found = await transaction(ports().pool, tenant, (tx) =>
      tx.query<{ answer: EventAnswer }>("select answer from inbound_event where tenant = $1 and event_id = $2", [tenant, eventId]),
    );
    if (!found.rows[0]) throw new AppError("not_found", { detail: `the event ${eventId} was never taken in` });
    return found.rows[0].answer;
  });
}
