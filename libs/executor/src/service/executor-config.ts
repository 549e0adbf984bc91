import { flag, port, secretString } from "@quartermaster/shared/config";
import { newId } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { systemEnv } from "../adapter/system-env.ts";

/** Settings that every process of the product understands. An executor needs no others. */
export const executorEnv = {
  QM_ROLES: z.string().default("executor"),
  QM_INSTANCE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .default(() => newId("ins")),
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
  QM_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  QM_TEST: flag().default(false),
  QM_FAULT: z.string().optional(),
  QM_PUBLIC_URL: z.string().optional(),
  QM_OIDC_ISSUER: z.string().optional(),
  QM_OIDC_AUDIENCE: z.string().optional(),
  ...systemEnv,
} as const;

/** Settings of one executor process. */
export type ExecutorConfig = z.infer<z.ZodObject<typeof executorEnv>>;
