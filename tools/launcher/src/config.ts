import { resolve } from "node:path";
import { certificateProblem, flag, port, readEnv } from "@quartermaster/shared/config";
import type { AgentName } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";

const SHAPE = {
  QM_HOME: z.string().min(1).optional(),
  QM_HTTP_HOST: z.string().min(1).default("127.0.0.1"),
  QM_HTTP_PORT: port().optional(),
  QM_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// URL")
    .optional(),
  QM_NATS_URL: z.string().min(1).optional(),
  QM_DOWNLOAD: flag().default(true),
  QM_MODEL_BASE_URL: z.url().optional(),
  QM_MODEL: z.string().min(1).optional(),
  QM_ROUTER_MODEL: z.string().min(1).optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  QM_PRICES: z.string().optional(),
  QM_TOKENIZER: z.string().optional(),
  QM_TENANT_TASKS: z.string().optional(),
  QM_BUDGET_STEPS: z.string().optional(),
  QM_BUDGET_TOKENS: z.string().optional(),
  QM_BUDGET_WALL_MS: z.string().optional(),
  QM_BUDGET_COST: z.string().optional(),
  QM_MODEL_LATENCY_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  QM_PARTIES_DELAY_MS: z.coerce.number().int().min(0).max(3_600_000).optional(),
  QM_SCHEDULE_EVERY_MS: z.coerce.number().int().min(100).max(3_600_000).optional(),
  QM_CODE_TOOLS: z
    .string()
    .regex(/^(?:supply|transit|export)(?:,(?:supply|transit|export))*$/, "must be a list of agents such as supply,transit")
    .optional(),
  QM_MCP_TOOLS_FILE: z.string().min(1).optional(),
  QM_TASK_SLOTS: z.coerce.number().int().min(1).max(64).optional(),
  QM_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
  QM_TEST: flag().default(false),
  QM_FAULTS: z
    .string()
    .transform((text, context) => {
      try {
        return z.record(z.string(), z.string()).parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: "custom", message: 'must be JSON such as {"x_supply":"executor.beforeLock:delay:3000"}' });
        return z.NEVER;
      }
    })
    .optional(),
  QM_OIDC_ISSUER: z.url().optional(),
  QM_OIDC_AUDIENCE: z.string().min(1).optional(),
  QM_CONSOLE_URL: z.url().optional(),
  QM_SMTP_URL: z.string().min(1).optional(),
  QM_SMTP_FROM: z.string().min(1).optional(),
  QM_SMTP_CA_FILE: z.string().min(1).optional(),
  QM_MAIL_DOMAINS: z.string().min(1).optional(),
  QM_EGRESS_ALLOW: z.string().min(1).optional(),
  QM_EGRESS_CA_FILE: z.string().min(1).optional(),
};

export type LauncherConfig = ReturnType<typeof readEnv<typeof SHAPE>> & {
  home: string;
  port: number;
  portGiven: boolean;
  /** Settings of the outside system of a domain, as its executor names them; it checks them itself. */
  systems: Partial<Record<AgentName, Record<string, string>>>;
};

const SYSTEM_SETTING = /^QM_(SUPPLY|TRANSIT|EXPORT)_(SYSTEM(?:_[A-Z_]+)?)$/;

/** `QM_SUPPLY_SYSTEM_URL` is the supply executor's `QM_SYSTEM_URL`. */
function systemsOf(env: Record<string, string | undefined>): LauncherConfig["systems"] {
  const systems: LauncherConfig["systems"] = {};
  for (const [name, value] of Object.entries(env)) {
    const match = SYSTEM_SETTING.exec(name);
    if (!match || value === undefined) continue;
    const domain = match[1]?.toLowerCase() as AgentName;
    systems[domain] = { ...systems[domain], [`QM_${match[2]}`]: value };
  }
  return systems;
}

/** Files of certificates are relative to the clone, so they are checked here and not where `readEnv` reads the names. */
function refuseUnreadable(values: Pick<ReturnType<typeof readEnv<typeof SHAPE>>, (typeof CERTIFICATES)[number]>, repository: string): void {
  const errors = CERTIFICATES.flatMap((path) => {
    const file = values[path];
    const message = file === undefined ? null : certificateProblem(resolve(repository, file));
    return message === null ? [] : [{ path, message }];
  });
  if (errors.length === 0) return;
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw new AppError("config_invalid", { detail: `The settings are not valid: ${detail}`, errors });
}

const CERTIFICATES = ["QM_SMTP_CA_FILE", "QM_EGRESS_CA_FILE"] as const;

export const DEFAULT_PORT = 8080;

/**
 * Reads the launcher's settings.
 * @param repository folder of the clone; `QM_HOME` is relative to it.
 * @throws AppError config_invalid naming every wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>, repository: string): LauncherConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const values = readEnv(SHAPE, Object.fromEntries(Object.entries(given).filter(([name]) => !SYSTEM_SETTING.test(name))));
  refuseUnreadable(values, repository);
  return {
    ...values,
    systems: systemsOf(given),
    home: resolve(repository, values.QM_HOME ?? ".quartermaster"),
    port: values.QM_HTTP_PORT ?? DEFAULT_PORT,
    portGiven: values.QM_HTTP_PORT !== undefined,
  };
}
