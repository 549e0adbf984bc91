import { transaction } from "@quartermaster/shared/db";
import { z } from "zod";
import type { RouteDeps } from "../http/route-deps.ts";
import { viewApproval } from "./approval-view.ts";
import { ListQuery, listApprovals } from "./list-approvals.ts";
import { readApproval } from "./read-approval.ts";

interface CommentRow {
  id: string;
  by_user: string;
  text: string;
  at: string;
}

/** Registers the routes that read the queue. */
export function registerQueueRoutes(deps: RouteDeps): void {
  const { server, access, pool } = deps;
  server.get("/v1/approvals", { schema: { querystring: ListQuery } }, async (request) => {
    const viewer = await access.read(request);
    return await transaction(pool, viewer.tenant, async (tx) => await listApprovals(tx, viewer, request.query));
  });
  server.get("/v1/approvals/:id", { schema: { params: z.strictObject({ id: z.string().max(60) }) } }, async (request, reply) => {
    const viewer = await access.read(request);
    return await transaction(pool, viewer.tenant, async (tx) => {
      const { approval, businessNow } = await readApproval(tx, viewer.tenant, request.params.id);
      const comments = (
        await tx.query<CommentRow>("select id, by_user, text, at from comments where approval_id = $1 order by at, id limit 200", [
          approval.id,
        ])
      ).rows;
      reply.header("etag", `"${approval.revision}"`).header("cache-control", "no-store");
      return {
        ...viewApproval(approval, viewer, businessNow),
        businessNow,
        comments: comments.map((comment) => ({ id: comment.id, by: comment.by_user, text: comment.text, at: comment.at })),
      };
    });
  });
}
