import { STREAMS } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { authenticateFirst, createAuthenticator, createServer, type HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import { mountA2aFace } from "./a2a/mount-a2a-face.ts";
import { serveA2aOnBus } from "./a2a/serve-a2a-on-bus.ts";
import { registerAgentRoutes } from "./agents/routes.ts";
import type { Config } from "./config.ts";
import { type Connected, connectContext } from "./connect-context.ts";
import { registerConsole } from "./console/routes.ts";
import type { CoordinatorContext } from "./coordinator-context.ts";
import { registerDemoRoutes } from "./demo/routes.ts";
import { registerEventRoutes } from "./events/routes.ts";
import { listenToBus } from "./listen-to-bus.ts";
import { createOrchestrator, type Orchestrator } from "./orchestration/orchestrator.ts";
import { startReconciler } from "./orchestration/reconciler.ts";
import { registerPassThrough } from "./pass-through/routes.ts";
import { registerRequestRoutes } from "./requests/routes.ts";
import { createCaller } from "./rest/caller.ts";
import { collectMetrics } from "./rest/metrics.ts";
import { registerOpenApi } from "./rest/openapi.ts";
import { registerSessionRoutes } from "./rest/session-routes.ts";
import { registerThreadRoutes } from "./threads/routes.ts";

/** Bodies are small everywhere but where a demo world is handed in; that route says so itself. */
const BODY_LIMIT_BYTES = 262_144;
const WORLD_LIMIT_BYTES = 4 * 1024 * 1024;

export interface App {
  readonly http: HttpServer;
  start(): Promise<void>;
  stop(): Promise<void>;
}

function createHttp(
  config: Config,
  context: CoordinatorContext,
  orchestrator: Orchestrator,
  notReady: () => string | null,
  closing: AbortSignal,
) {
  const server = createServer({
    log: context.log,
    notReadyBecause: notReady,
    metrics: () => collectMetrics(context),
    bodyLimitBytes: WORLD_LIMIT_BYTES,
  });
  server.addHook("onRoute", (route) => {
    route.bodyLimit ??= BODY_LIMIT_BYTES;
  });
  const authenticate = createAuthenticator({
    demo: config.demo,
    findUser: (tenant, user) =>
      transaction(
        context.pool,
        tenant,
        async (tx) =>
          (await tx.query<{ roles: never[] }>({ name: "user-roles", text: "select roles from users where id = $1", values: [user] }))
            .rows[0]?.roles ?? null,
      ),
    ...(config.oidc ? { oidc: config.oidc } : {}),
  });
  const caller = createCaller(authenticate);
  authenticateFirst(server, caller);
  registerRequestRoutes(server, context, caller, orchestrator);
  registerEventRoutes(server, context, caller, closing);
  registerThreadRoutes(server, context, caller);
  registerAgentRoutes(server, context, caller);
  registerSessionRoutes(server, { pool: context.pool, demo: config.demo, oidc: config.oidc }, caller);
  if (config.demo) registerDemoRoutes(server, context, caller);
  registerPassThrough(server, { approvalsUrl: config.approvalsUrl, demo: config.demo, caller });
  const face = mountA2aFace(server, context, orchestrator, authenticate, {
    publicUrl: config.publicUrl,
    onBus: config.nats.a2aSeedFile !== undefined,
  });
  registerOpenApi(server);
  registerConsole(server, { folder: config.consoleDir, issuer: config.oidc?.issuer ?? null });
  return { server, face };
}

const notReadyBecause = ({ database, context }: Connected): string | null =>
  !database.answers() ? "the database" : context.bus.health().connected ? null : "the bus";

/** Composes the coordinator: connections, orchestration, listeners and HTTP. */
export async function createApp(config: Config, log: Logger): Promise<App> {
  const connected = await connectContext(config, log);
  const { context } = connected;
  const orchestrator = createOrchestrator(context);
  const closing = new AbortController();
  let started = false;
  const { server, face } = createHttp(
    config,
    context,
    orchestrator,
    () => (started ? notReadyBecause(connected) : "its start"),
    closing.signal,
  );
  let stopListening: () => Promise<void> = async () => {};
  let reconciler: { stop(): Promise<void> } | undefined;
  let a2a: { stop(): Promise<void> } | undefined;
  return {
    http: server,
    async start() {
      await context.catalogue.load();
      stopListening = await listenToBus(context, orchestrator);
      context.outbox.start();
      reconciler = startReconciler(context, orchestrator);
      a2a = await serveA2aOnBus(config, face, log);
      await server.listen({ host: config.host, port: config.port });
      started = true;
      log.info({ port: config.port, streams: [STREAMS.results, STREAMS.receipts] }, "coordinator ready");
    },
    async stop() {
      started = false;
      closing.abort();
      await server.close();
      await a2a?.stop();
      await reconciler?.stop();
      await stopListening();
      await orchestrator.stop();
      await connected.close();
    },
  };
}
