import type { Server } from "node:http";
import fastify, { type FastifyHttpOptions, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { isLostConnection, isRetryableDatabaseError } from "../db/index.ts";
import { AppError } from "../errors/index.ts";
import type { Logger } from "../log/index.ts";
import { parseStrict } from "../signing/index.ts";
import { answerClientError } from "./answer-client-error.ts";
import { checkQuery } from "./check-query.ts";
import { originForm } from "./origin-form.ts";
import { rememberMethods } from "./route-methods.ts";
import { sendProblem } from "./send-problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answers callers without a token too. */
    open?: boolean;
    /** Another service checks the caller, the query and the body. */
    passThrough?: boolean;
  }
}

export interface ServerOptions {
  log: Logger;
  /** Names what is missing, or null when the process can serve. */
  notReadyBecause: () => string | null;
  /** Prometheus text of this process. */
  metrics?: () => string | Promise<string>;
  /** What else `/healthz` tells, such as the state of a part that the process can do without. */
  health?: () => Record<string, unknown>;
  bodyLimitBytes?: number;
}

const createInstance = (log: Logger, bodyLimit: number) => {
  const options: FastifyHttpOptions<Server> = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: 30_000,
    // Who sends its headers a byte at a time holds a connection this long; connections are looked at every two seconds.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
    rewriteUrl: (request) => originForm(request.url ?? "/"),
    clientErrorHandler: answerClientError,
    // What the router itself refuses: an address that cannot be decoded, or a part of it that is longer than any id.
    frameworkErrors: (error, _request, reply) => {
      const tooLong = error.code === "FST_ERR_MAX_PARAM_LENGTH";
      const message = tooLong ? "a part of it is longer than any id" : "not a percent-encoded path";
      sendProblem(
        reply,
        new AppError("invalid_request", { detail: "the address could not be read", errors: [{ path: "path:/", message }] }),
      );
    },
  };
  return fastify(options).withTypeProvider<ZodTypeProvider>();
};

/** A Fastify instance with the product's conventions and the zod type provider. */
export type HttpServer = ReturnType<typeof createInstance>;

interface Issue {
  keyword?: string;
  instancePath?: string;
  message?: string;
  params?: { keys?: readonly string[] };
}

interface ValidationLike {
  validation?: Issue[];
  validationContext?: string;
  statusCode?: number;
  code?: string;
}

/** JSON: the only content that any route takes. Another charset than UTF-8 would be read wrongly. */
const JSON_CONTENT = /^application\/(?:a2a\+)?json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*;?$/i;

/** Bytes that are no UTF-8 are refused; a replacement character would change what was asked for. */
function decodeUtf8(body: Buffer | string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body as Buffer);
  } catch {
    throw new AppError("invalid_json", { detail: "the body is not valid UTF-8" });
  }
}

/** One problem for each place; of members that are not known, one for each of them. */
function problemsOf(issue: Issue, context: string | undefined): { path: string; message: string }[] {
  const place = context === "body" || context === undefined ? "" : `${context}:`;
  const path = issue.instancePath || "/";
  const message = issue.message ?? "not valid";
  const keys = issue.keyword === "unrecognized_keys" ? (issue.params?.keys ?? []) : [];
  if (keys.length === 0) return [{ path: `${place}${path}`, message }];
  return keys.map((key) => ({ path: `${place}${path === "/" ? "" : path}/${key}`, message: "there is no such member" }));
}

/** Maps what Fastify throws before a handler runs, and a database that went away meanwhile, to the product's errors. */
function asAppError(error: unknown): unknown {
  if (AppError.isInstance(error)) return error;
  if (isLostConnection(error) || isRetryableDatabaseError(error))
    return new AppError("unavailable", { detail: "the database does not answer", cause: error, retryAfterSeconds: 2 });
  const failure = error as ValidationLike;
  if (failure.validation) {
    const errors = failure.validation.flatMap((issue) => problemsOf(issue, failure.validationContext));
    return new AppError("invalid_request", { detail: errors.map((e) => `${e.path} ${e.message}`).join("; "), errors });
  }
  if (failure.code === "FST_ERR_CTP_BODY_TOO_LARGE") return new AppError("body_too_large");
  if (failure.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new AppError("unsupported_media_type");
  if (failure.statusCode === 400) return new AppError("invalid_request", { detail: "the request could not be read" });
  return error;
}

/**
 * Creates a process's HTTP server: strict JSON bodies, zod validation, problem+json for every error, and
 * `/healthz`, `/readyz`, `/metrics`. Register routes on the result, then listen.
 */
export function createServer(options: ServerOptions): HttpServer {
  const server = createInstance(options.log, options.bodyLimitBytes ?? 262_144);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  const methodsOf = rememberMethods(server);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(JSON_CONTENT, { parseAs: "buffer" }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, parseStrict(decodeUtf8(body), { maxBytes: options.bodyLimitBytes ?? 262_144 }));
    } catch (error) {
      done(error as Error);
    }
  });
  server.addHook("preValidation", async (request) => checkQuery(request));
  server.setErrorHandler((error, request, reply) => {
    const app = asAppError(error);
    const status = AppError.isInstance(app) ? app.status : 500;
    // A probe that finds a process not ready yet is no failure.
    if (status >= 500 && !(AppError.isInstance(app) && app.code === "not_ready"))
      request.log.error({ err: error, url: request.url }, "request failed");
    return sendProblem(reply, app);
  });
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url.split("?", 1)[0] ?? "/");
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(reply, new AppError("not_found", { detail: "there is nothing at this address" }));
    reply.header("allow", methods.join(", "));
    return sendProblem(reply, new AppError("method_not_allowed", { detail: `this address takes ${methods.join(", ")}` }));
  });
  server.get("/healthz", async () => ({ status: "ok", ...options.health?.() }));
  server.get("/readyz", async () => {
    const missing = options.notReadyBecause();
    if (missing !== null) throw new AppError("not_ready", { detail: missing, extra: { waitingFor: missing }, retryAfterSeconds: 1 });
    return { status: "ready" };
  });
  server.get("/metrics", async (_request, reply) => reply.type("text/plain; version=0.0.4").send((await options.metrics?.()) ?? ""));
  return server;
}
