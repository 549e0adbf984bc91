import { certificateFile, flag, port, readEnv, type Secret, secretString } from "@quartermaster/shared/config";
import { newId } from "@quartermaster/shared/contracts";
import { type AllowList, readAllowList } from "@quartermaster/shared/egress";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { MailAddress } from "./notifications/settings/mail-address.ts";

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
  QM_SEAL_RING_FILE: z.string().min(1),
  QM_DEMO: flag().default(false),
  QM_LOG_LEVEL: z.string().default("info"),
  QM_TEST: flag().default(false),
  QM_FAULT: z.string().optional(),
  QM_PUBLIC_URL: z.string().optional(),
  QM_OIDC_ISSUER: z.string().optional(),
  QM_OIDC_AUDIENCE: z.string().default("quartermaster-approvals"),
  QM_CONSOLE_DIR: z.string().optional(),
  QM_COORDINATOR_URL: z.string().optional(),
  QM_CONSOLE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  QM_EGRESS_ALLOW: z.string().optional(),
  QM_EGRESS_CA_FILE: certificateFile().optional(),
  QM_SMTP_URL: secretString().optional(),
  QM_SMTP_FROM: z.string().pipe(MailAddress).optional(),
  QM_SMTP_CA_FILE: certificateFile().optional(),
  QM_MAIL_DOMAINS: z.string().optional(),
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
  /** Keys that seal the secrets of webhooks. */
  sealRingFile: string;
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
  notifications: NotificationConfig;
}

export interface NotificationConfig {
  /** Address of the console, for links in messages. */
  consoleUrl: string | undefined;
  /** Receivers of webhooks that may have a private address. */
  egressAllow: AllowList;
  egressCaFile: string | undefined;
  /** Absent: no mail is sent. */
  mail: { url: Secret; from: string; caFile: string | undefined } | undefined;
  /** Domains that mail may go to; none = any. */
  mailDomains: readonly string[];
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

const wrong = (path: string, message: string): AppError =>
  new AppError("config_invalid", { detail: `${path}: ${message}`, errors: [{ path, message }] });

function readMail(raw: { QM_SMTP_URL?: Secret | undefined; QM_SMTP_FROM?: string | undefined; QM_SMTP_CA_FILE?: string | undefined }) {
  const { QM_SMTP_URL: url, QM_SMTP_FROM: from, QM_SMTP_CA_FILE: caFile } = raw;
  if (url === undefined) {
    if (from !== undefined) throw wrong("QM_SMTP_URL", "is needed with QM_SMTP_FROM");
    return undefined;
  }
  if (!/^smtps?:\/\/[^/]+\/?$/.test(url.reveal()) || !URL.canParse(url.reveal()))
    throw wrong("QM_SMTP_URL", "must look like smtps://user:password@host:465");
  if (from === undefined) throw wrong("QM_SMTP_FROM", "is needed with QM_SMTP_URL");
  return { url, from, caFile };
}

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
    sealRingFile: raw.QM_SEAL_RING_FILE,
    demo: raw.QM_DEMO,
    logLevel: raw.QM_LOG_LEVEL,
    fault: raw.QM_FAULT,
    testMode: raw.QM_TEST && LOOPBACK.has(raw.QM_HTTP_HOST),
    oidc: raw.QM_OIDC_ISSUER === undefined ? undefined : { issuer: raw.QM_OIDC_ISSUER, audience: raw.QM_OIDC_AUDIENCE },
    consoleDir: raw.QM_CONSOLE_DIR,
    coordinatorUrl: raw.QM_COORDINATOR_URL,
    outcomeTimeoutMs: raw.QM_OUTCOME_TIMEOUT_MS,
    notifications: {
      consoleUrl: raw.QM_CONSOLE_URL,
      egressAllow: readAllowList(raw.QM_EGRESS_ALLOW),
      egressCaFile: raw.QM_EGRESS_CA_FILE,
      mail: readMail(raw),
      mailDomains: (raw.QM_MAIL_DOMAINS ?? "")
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((domain) => domain !== ""),
    },
  };
}
