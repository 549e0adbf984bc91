import { type Prices, pricesSetting, type TokenizerSetting, tokenizerSetting } from "@quartermaster/agent/agent";
import { flag, port, readEnv, type Secret, secretString } from "@quartermaster/shared/config";
import { newId } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { BUDGET_ENV, readLimits } from "./budget/read-limits.ts";
import type { BudgetLimits } from "./budget/request-budget.ts";

const SHAPE = {
  QM_ROLES: z.string().default("coordinator"),
  QM_INSTANCE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .default(() => newId("ins")),
  QM_HTTP_HOST: z.string().default("127.0.0.1"),
  QM_HTTP_PORT: port(),
  QM_DATABASE_URL: z.string().min(1),
  QM_NATS_URL: z.string().min(1),
  QM_NATS_SEED_FILE: z.string().min(1),
  /** Key of the account that answers A2A on the bus; without it A2A is served over HTTP alone. */
  QM_A2A_NATS_SEED_FILE: z.string().min(1).optional(),
  QM_NATS_CA_FILE: z.string().min(1).optional(),
  QM_NATS_ROLE: z.string().default("coordinator"),
  QM_SIGNING_KEY_FILE: z.string().min(1),
  QM_PUBLIC_KEYS_FILE: z.string().min(1),
  QM_DEMO: flag().default(false),
  QM_LOG_LEVEL: z.string().default("info"),
  QM_TEST: flag().default(false),
  QM_FAULT: z.string().optional(),
  QM_PUBLIC_URL: z.string().optional(),
  QM_OIDC_ISSUER: z.string().optional(),
  QM_OIDC_AUDIENCE: z.string().default("quartermaster-api"),
  QM_MODEL_BASE_URL: z.string().min(1),
  QM_MODEL: z.string().min(1),
  QM_ROUTER_MODEL: z.string().optional(),
  OPENAI_API_KEY: secretString().optional(),
  QM_APPROVALS_URL: z.string().min(1),
  QM_CONSOLE_DIR: z.string().optional(),
  QM_PRICES: pricesSetting(),
  QM_TOKENIZER: tokenizerSetting(),
  QM_TENANT_TASKS: z.coerce.number().int().min(1).max(10_000).default(32),
  ...BUDGET_ENV,
};

export interface Config {
  instance: string;
  host: string;
  port: number;
  publicUrl: string;
  databaseUrl: string;
  nats: { url: string; seedFile: string; role: string; caFile?: string | undefined; a2aSeedFile?: string | undefined };
  signingKeyFile: string;
  publicKeysFile: string;
  demo: boolean;
  logLevel: string;
  /** Fault specification; read only in test mode on loopback. */
  fault: string | undefined;
  testMode: boolean;
  oidc: { issuer: string; audience: string } | null;
  model: { baseUrl: string; name: string; apiKey: Secret | undefined; prices?: Prices; tokenizer?: TokenizerSetting };
  budgets: BudgetLimits;
  tenantTasks: number;
  approvalsUrl: string;
  consoleDir: string | undefined;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Reads this service's settings. @throws AppError config_invalid naming every wrong variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const raw = readEnv(SHAPE, env);
  return {
    instance: raw.QM_INSTANCE,
    host: raw.QM_HTTP_HOST,
    port: raw.QM_HTTP_PORT,
    publicUrl: raw.QM_PUBLIC_URL ?? `http://${raw.QM_HTTP_HOST}:${raw.QM_HTTP_PORT}`,
    databaseUrl: raw.QM_DATABASE_URL,
    nats: {
      url: raw.QM_NATS_URL,
      seedFile: raw.QM_NATS_SEED_FILE,
      role: raw.QM_NATS_ROLE,
      caFile: raw.QM_NATS_CA_FILE,
      a2aSeedFile: raw.QM_A2A_NATS_SEED_FILE,
    },
    signingKeyFile: raw.QM_SIGNING_KEY_FILE,
    publicKeysFile: raw.QM_PUBLIC_KEYS_FILE,
    demo: raw.QM_DEMO,
    logLevel: raw.QM_LOG_LEVEL,
    fault: raw.QM_FAULT,
    testMode: raw.QM_TEST && LOOPBACK.has(raw.QM_HTTP_HOST),
    oidc: raw.QM_OIDC_ISSUER === undefined ? null : { issuer: raw.QM_OIDC_ISSUER, audience: raw.QM_OIDC_AUDIENCE },
    model: {
      baseUrl: raw.QM_MODEL_BASE_URL,
      name: raw.QM_ROUTER_MODEL ?? raw.QM_MODEL,
      apiKey: raw.OPENAI_API_KEY,
      prices: raw.QM_PRICES,
      tokenizer: raw.QM_TOKENIZER,
    },
    budgets: readLimits(raw, raw.QM_PRICES, [raw.QM_MODEL, raw.QM_ROUTER_MODEL ?? raw.QM_MODEL]),
    tenantTasks: raw.QM_TENANT_TASKS,
    approvalsUrl: raw.QM_APPROVALS_URL.replace(/\/$/, ""),
    consoleDir: raw.QM_CONSOLE_DIR,
  };
}
