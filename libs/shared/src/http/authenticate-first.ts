import type { FastifyRequest } from "fastify";
import type { HttpServer } from "./create-server.ts";

/**
 * Has every `/v1/` route check the caller before a body is even read: nobody without a token learns what a route takes. Routes
 * that are open to all, or that another service checks, say so in their config. Call it before the routes are registered; `check` throws what the caller shall be told.
 */
export function authenticateFirst(server: HttpServer, check: (request: FastifyRequest) => Promise<unknown>): void {
  server.addHook("onRoute", (route) => {
    if (!route.url.startsWith("/v1/") || route.config?.open || route.config?.passThrough) return;
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [
      async (request) => {
        await check(request);
      },
      ...before,
    ];
  });
}
