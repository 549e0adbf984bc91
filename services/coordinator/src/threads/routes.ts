import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { HttpServer } from "@quartermaster/shared/http";
import { z } from "zod";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { camelRow } from "../requests/request-row.ts";
import type { Caller } from "../rest/caller.ts";

const ById = z.strictObject({ id: z.string().max(80) });

/** `GET /v1/threads/{id}` and its checkpoints. */
export function registerThreadRoutes(server: HttpServer, context: Pick<CoordinatorContext, "pool">, caller: Caller): void {
  server.get("/v1/threads/:id", { schema: { params: ById } }, async (request) => {
    const principal = await caller(request);
    return await transaction(context.pool, principal.tenant, async (tx) => {
      const thread = (
        await tx.query("select id, created_by, language, fields, created_at, updated_at from threads where id = $1", [request.params.id])
      ).rows[0];
      if (!thread) throw new AppError("not_found", { detail: "there is no such thread" });
      const messages = await tx.query("select id, request_id, role, text, at from messages where thread_id = $1 order by seq limit 500", [
        request.params.id,
      ]);
      const requests = await tx.query("select id, status, created_at from requests where thread_id = $1 order by created_at limit 200", [
        request.params.id,
      ]);
      return {
        ...camelRow<Record<string, unknown>>(thread),
        messages: messages.rows.map((row) => camelRow(row)),
        requests: requests.rows.map((row) => camelRow(row)),
      };
    });
  });

  server.get("/v1/threads/:id/checkpoints", { schema: { params: ById } }, async (request) => {
    const principal = await caller(request);
    return await transaction(context.pool, principal.tenant, async (tx) => {
      const thread = await tx.query("select 1 from threads where id = $1", [request.params.id]);
      if (thread.rowCount === 0) throw new AppError("not_found", { detail: "there is no such thread" });
      const rows = await tx.query(
        "select id::text, request_id, step, state, at from thread_checkpoints where thread_id = $1 order by id desc limit 200",
        [request.params.id],
      );
      return { items: rows.rows.map((row) => camelRow(row)), nextCursor: null };
    });
  });
}
