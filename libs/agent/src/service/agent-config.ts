import { flag, port, readEnv, type Secret, secretString } from "@quartermaster/shared/config";
import { newId } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { type TokenizerSetting, tokenizerSetting } from "../agent/create-tokenizer.ts";
import { type Prices, pricesSetting } from "../agent/prices.ts";
import { type McpSettings, mcpSetting } from "../mcp/mcp-settings.ts";

/** Settings of every process. */
const COMMON_SHAPE = {
  QM_ROLES: z.string().default("agent"),
  QM_INSTANCE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  QM_HTTP_HOST: z.string().default("127.0.0.1"),
  QM_HTTP_PORT: port(),
  QM_DATABASE_URL: secretString(),
  QM_NATS_URL: z.string().min(1),
  QM_NATS_SEED_FILE: z.string().min(1),
  QM_NATS_CA_FILE: z.string().min(1).optional(),
  QM_NATS_ROLE: z.string().min(1),
  QM_SIGNING_KEY_FILE: z.string().min(1),
  QM_PUBLIC_KEYS_FILE: z.string().min(1),
  QM_DEMO: flag().default(false),
  QM_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
  QM_TEST: flag().default(false),
  QM_FAULT: z.string().optional(),
  QM_PUBLIC_URL: z.url().optional(),
  QM_OIDC_ISSUER: z.url().optional(),
  QM_OIDC_AUDIENCE: z.string().optional(),
};

/** Environment of a process with role `agent`. */
export const AGENT_ENV = {
  ...COMMON_SHAPE,
  QM_MODEL_BASE_URL: z.url(),
  QM_MODEL: z.string().min(1),
  QM_ROUTER_MODEL: z.string().min(1).optional(),
  OPENAI_API_KEY: secretString().optional(),
  QM_PRICES: pricesSetting(),
  QM_TOKENIZER: tokenizerSetting(),
  QM_CODE_TOOLS: z
    .string()
    .regex(
      /^(?:[01]?|true|false|(?:supply|transit|export)(?:,(?:supply|transit|export))*)$/,
      "must be 1, 0, or a list of agents such as supply,transit",
    )
    .default("0"),
  QM_MCP_TOOLS: mcpSetting(),
  QM_TASK_SLOTS: z.coerce.number().int().min(1).max(64).default(4),
};

/** Settings of an agent process; tests build one directly. */
export interface AgentConfig {
  instance: string;
  httpHost: string;
  httpPort: number;
  publicUrl: string;
  databaseUrl: Secret;
  natsUrl: string;
  natsSeedFile: string;
  natsCaFile?: string | undefined;
  natsRole: string;
  signingKeyFile: string;
  publicKeysFile: string;
  logLevel: string;
  /** Fault to inject, only honoured in tests on loopback. */
  fault: string | undefined;
  test: boolean;
  demo: boolean;
  oidc: { issuer: string; audience: string } | undefined;
  model: { baseUrl: string; name: string; apiKey: Secret | undefined; prices?: Prices; tokenizer?: TokenizerSetting };
  /** The model calls tools through programs instead of one by one. */
  codeTools?: boolean;
  /** Read tools behind MCP servers, by agent. */
  mcpTools?: McpSettings;
  taskSlots: number;
}

/** Reads an agent process's environment. @throws AppError config_invalid naming every problem. */
export function readAgentConfig(env: Record<string, string | undefined>): AgentConfig {
  const read = readEnv(AGENT_ENV, env);
  const { QM_OIDC_ISSUER: issuer, QM_OIDC_AUDIENCE: audience } = read;
  return {
    instance: read.QM_INSTANCE ?? newId("ins"),
    httpHost: read.QM_HTTP_HOST,
    httpPort: read.QM_HTTP_PORT,
    publicUrl: read.QM_PUBLIC_URL ?? `http://${read.QM_HTTP_HOST}:${read.QM_HTTP_PORT}`,
    databaseUrl: read.QM_DATABASE_URL,
    natsUrl: read.QM_NATS_URL,
    natsSeedFile: read.QM_NATS_SEED_FILE,
    natsCaFile: read.QM_NATS_CA_FILE,
    natsRole: read.QM_NATS_ROLE,
    signingKeyFile: read.QM_SIGNING_KEY_FILE,
    publicKeysFile: read.QM_PUBLIC_KEYS_FILE,
    logLevel: read.QM_LOG_LEVEL,
    fault: read.QM_FAULT,
    test: read.QM_TEST,
    demo: read.QM_DEMO,
    oidc: issuer !== undefined && audience !== undefined ? { issuer, audience } : undefined,
    model: {
      baseUrl: read.QM_MODEL_BASE_URL,
      name: read.QM_MODEL,
      apiKey: read.OPENAI_API_KEY,
      prices: read.QM_PRICES,
      tokenizer: read.QM_TOKENIZER,
    },
    // One value may be given to every agent: a list names those that it is for.
    codeTools: read.QM_CODE_TOOLS === "1" || read.QM_CODE_TOOLS === "true" || read.QM_CODE_TOOLS.split(",").includes(read.QM_NATS_ROLE),
    mcpTools: read.QM_MCP_TOOLS,
    taskSlots: read.QM_TASK_SLOTS,
  };
}
