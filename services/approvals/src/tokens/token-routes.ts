import { Id, type RequestToken } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { z } from "zod";
import { activeUsers } from "../adapters/user-store.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";

/** Registers the request token (who asked, in our own signature) and the session: who calls, and how to sign in when nobody does. */
export function registerTokenRoutes(deps: RouteDeps): void {
  const { server, access, signer, pool, config } = deps;
  server.post("/v1/request-tokens", { schema: { body: z.strictObject({ requestId: Id }) } }, async (request, reply) => {
    const principal = await access.read(request);
    const body: RequestToken = {
      v: 1,
      tenant: principal.tenant,
      requestId: request.body.requestId,
      requester: principal.user,
      roles: principal.roles,
      issuedAt: new Date().toISOString(),
    };
    return await withIdempotency(deps.answers, principal, request, reply, async () => signer.sign("request-token", body));
  });
  server.get("/v1/session", { config: { open: true } }, async (request) => {
    const principal = request.headers.authorization === undefined ? null : await access.read(request);
    const tenant = principal?.tenant ?? "demo";
    const { users, now } = await transaction(pool, tenant, async (tx) => ({
      users: config.demo ? await activeUsers(tx, tenant) : [],
      now: (await tx.query<{ now: string }>("select business_now($1) as now", [tenant])).rows[0]?.now ?? null,
    }));
    return {
      user: principal?.user ?? null,
      tenant: principal?.tenant ?? null,
      roles: principal?.roles ?? [],
      mode: config.demo ? "demo" : "oidc",
      oidc: config.oidc ? { issuer: config.oidc.issuer, clientId: config.oidc.audience } : null,
      demoUsers: users.map((user) => ({ id: user.id, roles: user.roles })),
      language: null,
      ...(principal && now !== null ? { now } : {}),
    };
  });
}
