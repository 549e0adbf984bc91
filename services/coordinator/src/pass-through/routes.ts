import { AppError } from "@quartermaster/shared/errors";
import type { HttpServer } from "@quartermaster/shared/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Dispatcher, request as send } from "undici";
import type { Caller } from "../rest/caller.ts";
import { approvalsPath } from "./approvals-path.ts";

/** What the approvals service owns; it serves the same paths on its own origin. */
export const PASSED_PATHS = [
  "/v1/approvals",
  "/v1/approvals/*",
  "/v1/ledger",
  "/v1/ledger/*",
  "/v1/policy",
  "/v1/policy/*",
  "/v1/calls",
  "/v1/calls/*",
  "/v1/kill-switch",
  "/v1/users",
  "/v1/users/*",
  "/v1/me/*",
  "/v1/notifications/*",
];
const REQUEST_HEADERS = ["authorization", "content-type", "accept", "if-match", "if-none-match", "idempotency-key", "last-event-id"];
const RESPONSE_HEADERS = [
  "content-type",
  "etag",
  "retry-after",
  "idempotency-replayed",
  "www-authenticate",
  "cache-control",
  "location",
  "content-disposition",
];
const HEADERS_TIMEOUT_MS = 65_000;

async function forward(base: string, request: FastifyRequest<{ Body: Buffer | undefined }>, reply: FastifyReply): Promise<FastifyReply> {
  const headers: Record<string, string> = {};
  for (const name of REQUEST_HEADERS) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const answer = await send(`${base}${approvalsPath(request.url)}`, {
    method: request.method as Dispatcher.HttpMethod,
    headers,
    body: request.body ?? null,
    signal: gone.signal,
    headersTimeout: HEADERS_TIMEOUT_MS,
    // A stream may be quiet between heartbeats.
    bodyTimeout: 0,
  }).catch((cause: unknown) => {
    throw new AppError("unavailable", { detail: "approvals does not answer", cause });
  });
  reply.code(answer.statusCode);
  for (const name of RESPONSE_HEADERS) {
    const value = answer.headers[name];
    if (typeof value === "string") reply.header(name, value);
  }
  return reply.send(answer.body);
}

const BODY_LIMIT_BYTES = 262_144;

/**
 * Passes the approvals service's resources through with the caller's own token. Outside demo mode only reading passes:
 * deciding needs a token for the other audience, which the coordinator does not carry: whoever sends one here is told so.
 */
export function registerPassThrough(server: HttpServer, options: { approvalsUrl: string; demo: boolean; caller: Caller }): void {
  // A context of its own: bodies go on as they came, for the approvals service to read once it knows who calls.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
    for (const url of PASSED_PATHS) {
      scope.route<{ Body: Buffer | undefined }>({
        method: ["GET", "POST", "PUT", "DELETE", "PATCH"],
        url,
        config: { passThrough: true },
        handler: async (request, reply) => {
          if (!options.demo && request.method !== "GET")
            throw new AppError("method_not_allowed", { detail: "decide on the approvals service itself" });
          if (!options.demo) await options.caller(request);
          return await forward(options.approvalsUrl, request, reply);
        },
      });
    }
  });
}
