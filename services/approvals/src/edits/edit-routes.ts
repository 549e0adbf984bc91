import { JsonObject } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { z } from "zod";
import { readIfMatch } from "../http/read-if-match.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";
import { viewApproval } from "../queue/approval-view.ts";
import { readApproval } from "../queue/read-approval.ts";
import { recordEdit } from "./record-edit.ts";

/** Registers the route by which an approver asks for less than the card says. */
export function registerEditRoutes(deps: RouteDeps): void {
  const schema = { params: z.strictObject({ id: z.string().max(60) }), body: z.strictObject({ args: JsonObject }) };
  deps.server.post("/v1/approvals/:id/edits", { schema }, async (request, reply) => {
    const principal = await deps.access.decide(request);
    const { id } = request.params;
    return await withIdempotency(deps.answers, principal, request, reply, async () => {
      const read = async () => await transaction(deps.pool, principal.tenant, async (tx) => await readApproval(tx, principal.tenant, id));
      const { planId } = await read();
      const { user: by, roles } = principal;
      const ifMatch = readIfMatch(request.headers["if-match"]);
      const approval = await recordEdit(deps, principal.tenant, { approvalId: id, planId, by, roles, ifMatch, args: request.body.args });
      reply.code(202).header("etag", `"${approval.revision}"`);
      return viewApproval(approval, principal, (await read()).businessNow);
    });
  });
}
