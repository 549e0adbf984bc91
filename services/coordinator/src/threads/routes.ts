import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { HttpServer } from "@quartermaster/shared/http";
import { z } from "zod";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { camelRow } from "../requests/request-row.ts";
import type { Caller } from "../rest/caller.ts";
import { readUserFacts } from "./user-facts.ts";

const ById = z.strictObject({ id: z.string().max(80) });
const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

const THREAD = "select id, created_by, language, fields, summary, created_at, updated_at from threads where id = $1";
const MESSAGES = "select id, request_id, role, text, at from messages where thread_id = $1 order by seq limit 500";
const REQUESTS = "select id, status, created_at from requests where thread_id = $1 order by created_at limit 200";
const CHECKPOINTS = `select id::text, request_id, step, state, record, at from thread_checkpoints
  where thread_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`;

const notFound = (): AppError => new AppError("not_found", { detail: "there is no such thread" });

/** `GET /v1/threads/{id}` and its checkpoints, newest first. */
export function registerThreadRoutes(server: HttpServer, context: Pick<CoordinatorContext, "pool">, caller: Caller): void {
  server.get("/v1/threads/:id", { schema: { params: ById } }, async (request) => {
    const principal = await caller(request);
    return await transaction(context.pool, principal.tenant, async (tx) => {
      const thread = (await tx.query<{ created_by: string } & Record<string, unknown>>(THREAD, [request.params.id])).rows[0];
      if (!thread) throw notFound();
      const messages = await tx.query(MESSAGES, [request.params.id]);
      const requests = await tx.query(REQUESTS, [request.params.id]);
      return {
        ...camelRow<Record<string, unknown>>(thread),
        remembered: await readUserFacts(tx, thread.created_by),
        messages: messages.rows.map((row) => camelRow(row)),
        requests: requests.rows.map((row) => camelRow(row)),
      };
    });
  });

  server.get("/v1/threads/:id/checkpoints", { schema: { params: ById, querystring: Page } }, async (request) => {
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
