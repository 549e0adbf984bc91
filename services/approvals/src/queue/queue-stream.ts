import type { ServerResponse } from "node:http";
import type { Principal } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import type { FastifyReply } from "fastify";
import { countApprovals } from "./list-approvals.ts";

interface EventRow {
  id: number;
  name: string;
  revision: number;
  data: Record<string, unknown>;
}

const POLL_MS = 400;
const HEARTBEAT_MS = 15_000;
const MOST_STREAMS = 500;
/** Ids are given before the commit, so a lower one may appear late; this many are looked at again. */
const OVERLAP = 100;

const frame = (id: number | null, name: string, data: unknown): string =>
  `${id === null ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Sends what is new to one reader until it leaves. */
function follow(pool: Pool, log: Logger, viewer: Principal, socket: ServerResponse, from: number): () => void {
  const seen = new Set<number>();
  let last = from;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = Date.now();
  const write = (text: string) => {
    lastWrite = Date.now();
    socket.write(text);
  };
  const poll = async (): Promise<void> => {
    const text = "select id, name, revision, data from queue_events where tenant = $1 and id > $2 order by id limit 200";
    const values = [viewer.tenant, Math.max(from, last - OVERLAP)];
    const rows = await transaction(
      pool,
      viewer.tenant,
      async (tx) => (await tx.query<EventRow>({ name: "queue-events", text, values })).rows,
    );
    for (const row of rows) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      last = Math.max(last, row.id);
      write(frame(row.id, row.name, { ...row.data, revision: row.revision }));
    }
    for (const id of seen) if (id < last - OVERLAP) seen.delete(id);
    if (Date.now() - lastWrite > HEARTBEAT_MS) write(": still here\n\n");
  };
  const next = () => {
    if (ended) return;
    timer = setTimeout(() => {
      void poll()
        .catch((error: unknown) => log.warn({ err: error }, "queue stream could not be read"))
        .finally(next);
    }, POLL_MS);
  };
  next();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

export interface QueueStreams {
  open(viewer: Principal, reply: FastifyReply, lastEventId: string | undefined): Promise<void>;
  /** Ends every stream; readers connect again elsewhere. */
  stop(): void;
}

/** Server-sent events of the queue: first `queue.snapshot` with the counts, then one event for each change, replayable by id. */
export function createQueueStreams(pool: Pool, log: Logger): QueueStreams {
  const open = new Set<() => void>();
  return {
    async open(viewer, reply, lastEventId) {
      if (open.size >= MOST_STREAMS) throw new AppError("rate_limited", { detail: "too many open streams", retryAfterSeconds: 30 });
      const start = await transaction(pool, viewer.tenant, async (tx) => {
        const newest =
          (await tx.query<{ id: number | null }>("select max(id) as id from queue_events where tenant = $1", [viewer.tenant])).rows[0]
            ?.id ?? 0;
        return { newest, counts: await countApprovals(tx, viewer) };
      });
      // A number above the newest is none of ours (another database, or forgotten events): the snapshot is where such a reader begins.
      const asked = /^\d{1,15}$/.test(lastEventId ?? "") ? Math.min(Number(lastEventId), start.newest) : null;
      reply.hijack();
      const socket = reply.raw;
      socket.writeHead(200, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        connection: "keep-alive",
      });
      socket.write(frame(null, "queue.snapshot", { ...start.counts, at: new Date().toISOString() }));
      const stop = follow(pool, log, viewer, socket, asked ?? start.newest);
      const end = () => {
        stop();
        open.delete(end);
        socket.end();
      };
      open.add(end);
      socket.on("close", end);
      socket.on("error", end);
    },
    stop() {
      for (const end of [...open]) end();
    },
  };
}
