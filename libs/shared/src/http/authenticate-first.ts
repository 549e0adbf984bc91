import type { FastifyRequest } from "fastify";
import type { HttpServer } from "./create-server.ts";

/**
 * Has every `/v1/` route that validates its input check the caller before a body is even read: nobody without a token learns what
 * a route takes. Call it before the routes are registered; `check` throws what the caller shall be told.
 */
export function authenticateFirst(server: HttpServer, check: (request: FastifyRequest) => Promise<unknown>): void {
  server.addHook("onRoute", (route) => {
    if (route.schema === undefined || !route.url.startsWith("/v1/")) return;
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [
      async (request) => {
        await check(request);
      },
      ...before,
    ];
  });
}
