import { join, resolve } from "node:path";
import { COORDINATOR_A2A_ROLE } from "@quartermaster/shared/bus";
import { AGENTS, type AgentName } from "@quartermaster/shared/contracts";
import { DATABASES } from "@quartermaster/shared/db";
import type { ProcessSpec } from "../child/supervisor.ts";
import type { Scale } from "../cli/parse-args.ts";
import type { LauncherConfig } from "../config.ts";
import { databaseUrl } from "../databases/database-url.ts";
import type { Passwords } from "../databases/passwords.ts";
import { DATABASE_KEYS, type DatabaseKey } from "../databases/prepare-databases.ts";
import type { HomePaths } from "../home/home-paths.ts";
import type { Ports } from "./ports.ts";

export interface PlanContext {
  repository: string;
  config: LauncherConfig;
  paths: HomePaths;
  ports: Ports;
  scale: Scale;
  /** Any URL of the database server; database and login are put in. */
  serverUrl: string;
  natsUrl: string;
  passwords: Passwords;
  /** What every child inherits: PATH, HOME, NODE_*. */
  baseEnv: Record<string, string>;
}

interface ServicePart {
  role: string;
  replica: number;
  port: number;
  /** Reached by others under this port; the proxy's for services behind it. */
  publicPort: number;
  folder: string;
  roles: string;
  database: DatabaseKey;
  login: string;
  own: Record<string, string>;
}

const defined = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** True for addresses that only this machine reaches; demo users exist there only. */
export const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.");

// What the client would use by itself when only a key is given.
const OPENAI_URL = "https://api.openai.com/v1";

/** Settings of the model, for the processes that may talk to one. */
function modelEnv({ config, ports }: PlanContext): Record<string, string> {
  const offline = config.OPENAI_API_KEY === undefined && config.QM_MODEL_BASE_URL === undefined;
  return defined({
    QM_MODEL_BASE_URL: offline ? `http://127.0.0.1:${ports.model}/v1` : (config.QM_MODEL_BASE_URL ?? OPENAI_URL),
    QM_MODEL: config.QM_MODEL ?? (offline ? "quartermaster-offline" : undefined),
    QM_ROUTER_MODEL: config.QM_ROUTER_MODEL,
    OPENAI_API_KEY: config.OPENAI_API_KEY,
    QM_PRICES: config.QM_PRICES,
    QM_TOKENIZER: config.QM_TOKENIZER,
  });
}

/** Limits of one request and of one tenant, for the coordinator, which deals them out. */
const budgetEnv = ({ config }: PlanContext): Record<string, string> =>
  defined({
    QM_BUDGET_STEPS: config.QM_BUDGET_STEPS,
    QM_BUDGET_TOKENS: config.QM_BUDGET_TOKENS,
    QM_BUDGET_WALL_MS: config.QM_BUDGET_WALL_MS,
    QM_BUDGET_COST: config.QM_BUDGET_COST,
    QM_TENANT_TASKS: config.QM_TENANT_TASKS,
  });

function commonEnv(context: PlanContext, part: ServicePart): Record<string, string> {
  const { config, paths } = context;
  return {
    ...context.baseEnv,
    QM_ROLES: part.roles,
    QM_HTTP_HOST: config.QM_HTTP_HOST,
    QM_HTTP_PORT: String(part.port),
    QM_PUBLIC_URL: `http://${config.QM_HTTP_HOST}:${part.publicPort}`,
    QM_DATABASE_URL: databaseUrl(context.serverUrl, {
      database: DATABASES[part.database].database,
      user: part.login,
      password: context.passwords.get(part.login) ?? "",
    }),
    QM_NATS_URL: context.natsUrl,
    QM_NATS_ROLE: part.role,
    QM_NATS_SEED_FILE: paths.nkeySeed(part.role),
    QM_SIGNING_KEY_FILE: paths.signingKey(part.role),
    QM_PUBLIC_KEYS_FILE: paths.publicKeys,
    QM_DEMO: isLoopback(config.QM_HTTP_HOST) ? "1" : "0",
    QM_LOG_LEVEL: config.QM_LOG_LEVEL,
    ...(config.QM_TEST ? { QM_TEST: "1" } : {}),
    ...defined({ QM_OIDC_ISSUER: config.QM_OIDC_ISSUER }),
    ...part.own,
  };
}

function domainParts(context: PlanContext, domain: AgentName, replica: number): ServicePart[] {
  const { ports, config } = context;
  const agentPort = ports.agent(domain, replica);
  const executorPort = ports.executor(domain, replica);
  const shared = { replica, folder: `services/${domain}`, database: domain };
  const events = `qm_${domain}_events`;
  const outside = config.QM_MCP_TOOLS_FILE && resolve(context.repository, config.QM_MCP_TOOLS_FILE);
  const tools = defined({
    QM_TASK_SLOTS: config.QM_TASK_SLOTS?.toString(),
    QM_CODE_TOOLS: config.QM_CODE_TOOLS,
    QM_MCP_TOOLS_FILE: outside,
  });
  return [
    {
      ...shared,
      role: `x_${domain}`,
      roles: "executor,events",
      login: `qm_${domain}_executor`,
      port: executorPort,
      publicPort: executorPort,
      // World events come in under a login of their own, with rights on what the state machines name.
      own: {
        ...(config.systems[domain] ?? {}),
        QM_EVENTS_DATABASE_URL: databaseUrl(context.serverUrl, {
          database: DATABASES[domain].database,
          user: events,
          password: context.passwords.get(events) ?? "",
        }),
        ...defined({ QM_SCHEDULE_EVERY_MS: config.QM_SCHEDULE_EVERY_MS?.toString() }),
      },
    },
    {
      ...shared,
      role: domain,
      roles: "agent",
      login: `qm_${domain}_agent`,
      port: agentPort,
      publicPort: agentPort,
      own: { ...modelEnv(context), ...tools },
    },
  ];
}

const times = <T>(count: number, make: (replica: number) => T[]): T[] =>
  Array.from({ length: count }, (_, replica) => make(replica)).flat();

/** How people are told outside of the console: by the approvals service alone. */
function notificationEnv({ config, ports, repository }: PlanContext): Record<string, string> {
  return defined({
    QM_CONSOLE_URL: config.QM_CONSOLE_URL ?? `http://${config.QM_HTTP_HOST}:${ports.coordinator}`,
    QM_SMTP_URL: config.QM_SMTP_URL,
    QM_SMTP_FROM: config.QM_SMTP_FROM,
    QM_SMTP_CA_FILE: config.QM_SMTP_CA_FILE && resolve(repository, config.QM_SMTP_CA_FILE),
    QM_MAIL_DOMAINS: config.QM_MAIL_DOMAINS,
    QM_EGRESS_ALLOW: config.QM_EGRESS_ALLOW,
    QM_EGRESS_CA_FILE: config.QM_EGRESS_CA_FILE && resolve(repository, config.QM_EGRESS_CA_FILE),
  });
}

function parts(context: PlanContext): ServicePart[] {
  const { ports, scale, config, repository } = context;
  const url = (port: number): string => `http://${config.QM_HTTP_HOST}:${port}`;
  const console = { QM_CONSOLE_DIR: join(repository, "apps/console/dist") };
  return [
    ...AGENTS.flatMap((domain) => times(scale[domain], (replica) => domainParts(context, domain, replica))),
    ...times(scale.approvals, (replica) => [
      {
        role: "approvals",
        replica,
        port: ports.approvalsReplica(replica),
        publicPort: ports.approvals,
        folder: "services/approvals",
        roles: "approvals",
        database: "approvals" as const,
        login: "qm_approvals",
        own: {
          ...console,
          QM_COORDINATOR_URL: url(ports.coordinator),
          QM_SEAL_RING_FILE: context.paths.sealRing,
          ...defined({ QM_OIDC_AUDIENCE: config.QM_OIDC_ISSUER && "quartermaster-approvals" }),
          ...notificationEnv(context),
        },
      },
    ]),
    ...times(scale.coordinator, (replica) => [
      {
        role: "coordinator",
        replica,
        port: ports.coordinatorReplica(replica),
        publicPort: ports.coordinator,
        folder: "services/coordinator",
        roles: "coordinator",
        database: "coordinator" as const,
        login: "qm_coordinator",
        own: {
          ...console,
          ...modelEnv(context),
          ...budgetEnv(context),
          QM_A2A_NATS_SEED_FILE: context.paths.nkeySeed(COORDINATOR_A2A_ROLE),
          QM_APPROVALS_URL: url(ports.approvals),
          ...defined({ QM_OIDC_AUDIENCE: config.QM_OIDC_ISSUER && (config.QM_OIDC_AUDIENCE ?? "quartermaster-api") }),
        },
      },
    ]),
  ];
}

/** Every service process of a stack, each with exactly its own settings and credentials. */
export function planServices(context: PlanContext): ProcessSpec[] {
  const faults = context.config.QM_TEST ? (context.config.QM_FAULTS ?? {}) : {};
  return parts(context).map((part) => {
    const fault = faults[`${part.role}-${part.replica}`] ?? faults[part.role];
    return {
      role: part.role,
      replica: part.replica,
      port: part.port,
      logFile: context.paths.log(part.role, part.replica),
      cwd: context.repository,
      env: commonEnv(context, part),
      ...(fault === undefined ? {} : { firstLifeEnv: { QM_FAULT: fault } }),
      stopSignal: "SIGTERM" as const,
      stopGraceMs: 27_000,
      run: { kind: "node" as const, entry: join(context.repository, part.folder, "dist/main.js") },
    };
  });
}

/** The offline model's process; null when a real model is configured. */
export function planModel(context: PlanContext): ProcessSpec | null {
  const { config, ports, repository, paths } = context;
  if (config.OPENAI_API_KEY !== undefined || config.QM_MODEL_BASE_URL !== undefined) return null;
  const latency = defined({ QM_MODEL_LATENCY_MS: config.QM_MODEL_LATENCY_MS?.toString() });
  return {
    role: "offline-model",
    replica: 0,
    port: ports.model,
    logFile: paths.log("offline-model", 0),
    cwd: repository,
    env: {
      ...context.baseEnv,
      QM_HTTP_HOST: "127.0.0.1",
      QM_HTTP_PORT: String(ports.model),
      QM_LOG_LEVEL: config.QM_LOG_LEVEL,
      ...latency,
    },
    stopSignal: "SIGTERM",
    stopGraceMs: 5_000,
    run: { kind: "node", entry: join(repository, "tools/offline-model/dist/main.js") },
  };
}

/** The seeder's process: the only one that may write demo worlds, with a login of its own in every database. */
export function planSeeder(context: PlanContext): ProcessSpec {
  const { config, ports, paths, repository, serverUrl, passwords } = context;
  const logins = DATABASE_KEYS.map((key) => {
    const user = `qm_${key}_seed`;
    return [
      `QM_SEED_DATABASE_URL_${key.toUpperCase()}`,
      databaseUrl(serverUrl, { database: DATABASES[key].database, user, password: passwords.get(user) ?? "" }),
    ];
  });
  return {
    role: "seed",
    replica: 0,
    port: ports.seeder,
    logFile: paths.log("seed", 0),
    cwd: repository,
    env: {
      ...context.baseEnv,
      ...(Object.fromEntries(logins) as Record<string, string>),
      QM_ROLES: "seed",
      QM_HTTP_HOST: "127.0.0.1",
      QM_HTTP_PORT: String(ports.seeder),
      QM_LOG_LEVEL: config.QM_LOG_LEVEL,
      QM_NATS_URL: context.natsUrl,
      QM_NATS_ROLE: "seed",
      QM_NATS_SEED_FILE: paths.nkeySeed("seed"),
      QM_SEED_WORLD_FILE: join(repository, "data/seed-world.json"),
    },
    stopSignal: "SIGTERM",
    stopGraceMs: 10_000,
    run: { kind: "node", entry: join(repository, "tools/launcher/dist/seeder/main.js") },
  };
}
