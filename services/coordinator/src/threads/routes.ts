import { type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { type HttpServer, wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { camelRow } from "../requests/request-row.ts";
import type { Caller } from "../rest/caller.ts";
import { readUserFacts } from "./user-facts.ts";

const ById = z.strictObject({ id: z.string().max(80) });
/** A place in a list that counts up: a bigint of the database. */
const Sequence = z.string().regex(/^\d{1,18}$/, "not valid");
export const CheckpointPage = z.strictObject({
  limit: wholeNumber(1, 200).default(50),
  cursor: Sequence.optional(),
});
/** The thread itself: its messages come in pages, the newest first page by page, each page in the order they were said. */
export const MessagePage = z.strictObject({ limit: wholeNumber(1, 500).default(500), cursor: Sequence.optional() });

const THREAD = "select id, created_by, language, fields, summary, created_at, updated_at from threads where id = $1";
// Ordered by the columns themselves: a bare name would be the selected text, where 9 comes after 10.
const MESSAGES = `select id, request_id, role, text, at, seq::text from messages
  where thread_id = $1 and ($2::bigint is null or seq < $2) order by messages.seq desc limit $3`;
const REQUESTS = `select id, status, created_at from (select id, status, created_at from requests where thread_id = $1
  order by created_at desc, id desc limit 200) newest order by created_at, id`;
const CHECKPOINTS = `select id::text, request_id, step, state, record, at from thread_checkpoints
  where thread_id = $1 and ($2::bigint is null or id < $2) order by thread_checkpoints.id desc limit $3`;

const notFound = (): AppError => new AppError("not_found", { detail: "there is no such thread" });

/** One page of a thread's messages, oldest first, and where the page before it ends. */
async function readMessages(tx: Tx, threadId: string, { limit, cursor }: z.infer<typeof MessagePage>) {
  const { rows } = await tx.query<{ seq: string } & Record<string, unknown>>(MESSAGES, [threadId, cursor ?? null, limit + 1]);
  const page = rows.slice(0, limit);
  return {
    messages: page.toReversed().map(({ seq: _seq, ...row }) => camelRow(row)),
    nextCursor: rows.length > limit ? (page.at(-1)?.seq ?? null) : null,
  };
}

/** `GET /v1/threads/{id}` and its checkpoints, newest first. */
export function registerThreadRoutes(server: HttpServer, context: Pick<CoordinatorContext, "pool">, caller: Caller): void {
  server.get("/v1/threads/:id", { schema: { params: ById, querystring: MessagePage } }, async (request) => {
    const principal = await caller(request);
    return await transaction(context.pool, principal.tenant, async (tx) => {
      const thread = (await tx.query<{ created_by: string } & Record<string, unknown>>(THREAD, [request.params.id])).rows[0];
      if (!thread) throw notFound();
      const { messages, nextCursor } = await readMessages(tx, request.params.id, request.query);
      const requests = await tx.query(REQUESTS, [request.params.id]);
      return {
        ...camelRow<Record<string, unknown>>(thread),
        remembered: await readUserFacts(tx, thread.created_by),
        messages,
        nextCursor,
        requests: requests.rows.map((row) => camelRow(row)),
      };
    });
  });

  server.get("/v1/threads/:id/checkpoints", { schema: { params: ById, querystring: CheckpointPage } }, async (request) => {
    const principal = await caller(request);
    const { limit, cursor } = request.query;
    return await transaction(context.pool, principal.tenant, async (tx) => {
      const thread = await tx.query("select 1 from threads where id = $1", [request.params.id]);
      if (thread.rowCount === 0) throw notFound();
      const { rows } = await tx.query<{ id: string } & Record<string, unknown>>(CHECKPOINTS, [
        request.params.id,
        cursor ?? null,
        limit + 1,
      ]);
      const page = rows.slice(0, limit);
      return { items: page.map((row) => camelRow(row)), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    });
  });
}
