import { Id, type RequestToken } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { z } from "zod";
import { activeUsers } from "../adapters/user-store.ts";
import type { RouteDeps } from "../http/route-deps.ts";

/** Registers the request token (who asked, in our own signature) and the caller's session. */
export function registerTokenRoutes(deps: RouteDeps): void {
  const { server, access, signer, pool, config } = deps;
  server.post("/v1/request-tokens", { schema: { body: z.strictObject({ requestId: Id }) } }, async (request) => {
    const principal = await access.read(request);
    const body: RequestToken = {
      v: 1,
      tenant: principal.tenant,
      requestId: request.body.requestId,
      requester: principal.user,
      roles: principal.roles,
      issuedAt: new Date().toISOString(),
    };
    return signer.sign("request-token", body);
  });
  server.get("/v1/session", async (request) => {
    const principal = await access.read(request);
    const users = config.demo ? await transaction(pool, principal.tenant, async (tx) => await activeUsers(tx, principal.tenant)) : [];
    return {
      user: principal.user,
      tenant: principal.tenant,
      roles: principal.roles,
      mode: config.demo ? "demo" : "oidc",
      oidc: config.oidc ? { issuer: config.oidc.issuer, audience: config.oidc.audience } : null,
      demoUsers: users.map((user) => ({ id: user.id, roles: user.roles })),
    };
  });
}
