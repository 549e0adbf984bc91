import { type Principal, Role, UserId } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";
import { changeUser, listUsers } from "./change-user.ts";
import { NewUserId } from "./new-user-id.ts";

const Query = z.strictObject({ limit: wholeNumber(1, 200).default(100), cursor: UserId.optional() });
const Body = z.strictObject({ roles: z.array(Role).max(20), active: z.boolean().default(true) });

function requireRole(principal: Principal, roles: readonly Role[]): void {
  if (!principal.roles.some((role) => roles.includes(role)))
    throw new AppError("role_missing", { detail: `this needs the role ${roles.join(" or ")}` });
}

/** Registers the people of a tenant and their roles. Where people sign in from outside, roles come from there and cannot be changed here. */
export function registerUserRoutes(deps: RouteDeps): void {
  const { server, access, pool, answers, config } = deps;
  server.get("/v1/users", { schema: { querystring: Query } }, async (request) => {
    const viewer = await access.read(request);
    requireRole(viewer, ["admin", "auditor"]);
    const { limit, cursor } = request.query;
    const items = await transaction(pool, viewer.tenant, async (tx) => await listUsers(tx, viewer.tenant, cursor ?? "", limit));
    return { items, nextCursor: items.length === limit ? (items.at(-1)?.id ?? null) : null };
  });
  server.post("/v1/users/:id", { schema: { params: z.strictObject({ id: NewUserId }), body: Body } }, async (request, reply) => {
    const principal = await access.decide(request);
    requireRole(principal, ["admin"]);
    if (config.oidc) throw new AppError("conflict", { detail: "roles come from where people sign in; change them there" });
    return await withIdempotency(answers, principal, request, reply, async () => {
      const { user, isNew } = await transaction(
        pool,
        principal.tenant,
        async (tx) => await changeUser(tx, principal, request.params.id, request.body),
      );
      reply.code(isNew ? 201 : 200);
      return user;
    });
  });
}
