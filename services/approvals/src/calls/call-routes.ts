import { visibleText } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";
import { listUnknownCalls } from "./list-unknown-calls.ts";
import { settleUnknownCall } from "./settle-unknown-call.ts";

const Params = z.strictObject({ grantId: z.string().min(1).max(40) });
const Query = z.strictObject({ limit: wholeNumber(1, 200).default(100), cursor: z.string().min(1).max(40).optional() });
const Body = z
  .strictObject({
    outcome: z.enum(["made", "not_made"]),
    /** The other system's own id of what it made. */
    reference: visibleText(120).nullable().default(null),
    /** Where you looked and what it said. */
    evidence: visibleText(600, 10),
  })
  .refine((body) => (body.outcome === "made") === (body.reference !== null), {
    message: "made has a reference, not_made has none",
    path: ["reference"],
  });

/** Registers the list of effects whose outcome at another system is unknown, and their settling by an admin. */
export function registerCallRoutes(deps: RouteDeps): void {
  const { server, access, pool } = deps;
  server.get("/v1/calls", { schema: { querystring: Query } }, async (request) => {
    const { tenant, roles } = await access.read(request);
    if (!roles.some((role) => role === "admin" || role === "auditor"))
      throw new AppError("role_missing", { detail: "calls are listed for the roles admin and auditor" });
    const { limit, cursor = null } = request.query;
    const items = await transaction(pool, tenant, (tx) => listUnknownCalls(tx, tenant, cursor, limit));
    return { items, nextCursor: items.length === limit ? (items.at(-1)?.grantId ?? null) : null };
  });

  server.post("/v1/calls/:grantId/settlement", { schema: { params: Params, body: Body } }, async (request, reply) => {
    const principal = await access.decide(request);
    if (!principal.roles.includes("admin")) throw new AppError("role_missing", { detail: "settling a call needs the role admin" });
    const { grantId } = request.params;
    return await withIdempotency(deps.answers, principal, request, reply, async () => {
      const call = await settleUnknownCall(deps, principal, grantId, request.body);
      const { outcome } = request.body;
      deps.log.info({ tenant: principal.tenant, grantId, outcome, by: principal.user }, "call settled by hand");
      reply.code(202);
      return call;
    });
  });
}
