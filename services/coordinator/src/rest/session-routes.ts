import type { Pool } from "@quartermaster/shared/db";
import type { HttpServer } from "@quartermaster/shared/http";
import { listDemoUsers } from "../demo/routes.ts";
import type { Caller } from "./caller.ts";

export interface SessionDeps {
  pool: Pool;
  demo: boolean;
  oidc: { issuer: string; audience: string } | null;
}

/** `GET /v1/session`: who calls, and how to sign in when nobody does. */
export function registerSessionRoutes(server: HttpServer, deps: SessionDeps, caller: Caller): void {
  server.get("/v1/session", { config: { open: true } }, async (request) => {
    const principal = request.headers.authorization === undefined ? null : await caller(request);
    return {
      user: principal?.user ?? null,
      tenant: principal?.tenant ?? null,
      roles: principal?.roles ?? [],
      mode: deps.demo ? "demo" : "oidc",
      oidc: deps.oidc ? { issuer: deps.oidc.issuer, clientId: deps.oidc.audience } : null,
      demoUsers: deps.demo ? await listDemoUsers(deps.pool, principal?.tenant ?? "demo") : [],
      language: null,
    };
  });
}
