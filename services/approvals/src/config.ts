import { flag, port, readEnv, type Secret, secretString } from "@quartermaster/shared/config";
import { newId } from "@quartermaster/shared/contracts";
import { z } from "zod";

const SHAPE = {
  QM_ROLES: z.string().default("approvals"),
  QM_INSTANCE: z.string().default(() => newId("ins")),
  QM_HTTP_HOST: z.string().default("127.0.0.1"),
  QM_HTTP_PORT: port(),
  QM_DATABASE_URL: secretString(),
  QM_NATS_URL: z.string().min(1),
  QM_NATS_SEED_FILE: z.string().min(1),
  QM_NATS_CA_FILE: z.string().min(1).optional(),
  QM_NATS_ROLE: z.string().default("approvals"),
  QM_SIGNING_KEY_FILE: z.string().min(1),
  QM_PUBLIC_KEYS_FILE: z.string().min(1),
  QM_DEMO: flag().default(false),
  QM_LOG_LEVEL: z.string().default("info"),
  QM_TEST: flag().default(false),
  QM_FAULT: z.string().optional(),
  QM_PUBLIC_URL: z.string().optional(),
  QM_OIDC_ISSUER: z.string().optional(),
  QM_OIDC_AUDIENCE: z.string().default("quartermaster-approvals"),
  QM_CONSOLE_DIR: z.string().optional(),
  QM_COORDINATOR_URL: z.string().optional(),
  QM_OUTCOME_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(24 * 3_600_000),
};

export interface Config {
  instance: string;
  host: string;
  port: number;
  databaseUrl: Secret;
  nats: { url: string; seedFile: string; role: string; caFile?: string | undefined };
  signingKeyFile: string;
  publicKeysFile: string;
  demo: boolean;
  logLevel: string;
  /** Fault specification; read only in test mode on loopback. */
  fault: string | undefined;
  testMode: boolean;
  oidc: { issuer: string; audience: string } | undefined;
  consoleDir: string | undefined;
  coordinatorUrl: string | undefined;
  /** How long other steps wait for an outside party's answer before that becomes an open issue. */
  outcomeTimeoutMs: number;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Reads this service's settings. @throws AppError config_invalid naming every wrong variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const raw = readEnv(SHAPE, env);
  return {
    instance: raw.QM_INSTANCE,
    host: raw.QM_HTTP_HOST,
    port: raw.QM_HTTP_PORT,
    databaseUrl: raw.QM_DATABASE_URL,
    nats: { url: raw.QM_NATS_URL, seedFile: raw.QM_NATS_SEED_FILE, role: raw.QM_NATS_ROLE, caFile: raw.QM_NATS_CA_FILE },
    signingKeyFile: raw.QM_SIGNING_KEY_FILE,
    publicKeysFile: raw.QM_PUBLIC_KEYS_FILE,
    demo: raw.QM_DEMO,
    logLevel: raw.QM_LOG_LEVEL,
    fault: raw.QM_FAULT,
    testMode: raw.QM_TEST && LOOPBACK.has(raw.QM_HTTP_HOST),
    oidc: raw.QM_OIDC_ISSUER === undefined ? undefined : { issuer: raw.QM_OIDC_ISSUER, audience: raw.QM_OIDC_AUDIENCE },
    consoleDir: raw.QM_CONSOLE_DIR,
    coordinatorUrl: raw.QM_COORDINATOR_URL,
    outcomeTimeoutMs: raw.QM_OUTCOME_TIMEOUT_MS,
  };
}
