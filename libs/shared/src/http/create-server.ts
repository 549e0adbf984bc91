import fastify, { type FastifyServerOptions, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { AppError, toProblem } from "../errors/index.ts";
import type { Logger } from "../log/index.ts";
import { parseStrict } from "../signing/index.ts";

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
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
  };
  return fastify(options).withTypeProvider<ZodTypeProvider>();
};

/** A Fastify instance with the product's conventions and the zod type provider. */
export type HttpServer = ReturnType<typeof createInstance>;

interface ValidationLike {
  validation?: { instancePath?: string; message?: string }[];
  validationContext?: string;
  statusCode?: number;
  code?: string;
}

/** Bytes that are no UTF-8 are refused; a replacement character would change what was asked for. */
function decodeUtf8(body: Buffer | string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body as Buffer);
  } catch {
    throw new AppError("invalid_json", { detail: "the body is not valid UTF-8" });
  }
}

/** Refuses NUL in addresses: no id has one, and no database text can hold it. */
function refuseNulIn(values: unknown, place: string): void {
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, unknown>)) {
    if (String(value).includes("\u0000"))
      throw new AppError("invalid_request", { detail: "NUL character", errors: [{ path: `${place}:/${name}`, message: "NUL character" }] });
  }
}

/** Maps what Fastify throws before a handler runs to the product's errors. */
function asAppError(error: unknown): unknown {
  if (AppError.isInstance(error)) return error;
  const failure = error as ValidationLike;
  if (failure.validation) {
    const errors = failure.validation.map((issue) => ({
      path: `${failure.validationContext === "body" ? "" : `${failure.validationContext ?? ""}:`}${issue.instancePath || "/"}`,
      message: issue.message ?? "not valid",
    }));
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
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser(/^application\/(a2a\+)?json/, { parseAs: "buffer" }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, parseStrict(decodeUtf8(body), { maxBytes: options.bodyLimitBytes ?? 262_144 }));
    } catch (error) {
      done(error as Error);
    }
  });
  server.addHook("preValidation", async (request) => {
    refuseNulIn(request.params, "params");
    refuseNulIn(request.query, "querystring");
  });
  server.setErrorHandler((error, request, reply) => {
    const app = asAppError(error);
    const problem = toProblem(app);
    // A probe that finds a process not ready yet is no failure.
    if (problem.status >= 500 && problem.code !== "not_ready") request.log.error({ err: error, url: request.url }, "request failed");
    if (AppError.isInstance(app) && app.retryAfterSeconds !== undefined) reply.header("retry-after", String(app.retryAfterSeconds));
    else if (problem.status === 503 || problem.status === 429) reply.header("retry-after", "2");
    if (problem.status === 401) reply.header("www-authenticate", "Bearer");
    return reply.code(problem.status).type("application/problem+json").send(JSON.stringify(problem));
  });
  server.setNotFoundHandler((_request, reply) => {
    const problem = toProblem(new AppError("not_found", { detail: "there is nothing at this address" }));
    return reply.code(404).type("application/problem+json").send(JSON.stringify(problem));
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
