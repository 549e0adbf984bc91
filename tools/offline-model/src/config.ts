import { flag, port, readEnv } from "@quartermaster/shared/config";
import { z } from "zod";

/** Settings of the offline model; names shared with every process are accepted and not used. */
export function readConfig(env: Record<string, string | undefined>) {
  const settings = readEnv(
    {
      QM_HTTP_PORT: port().default(8082),
      QM_HTTP_HOST: z.string().default("127.0.0.1"),
      QM_MODEL_LATENCY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
      QM_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
      QM_INSTANCE: z.string().max(64).optional(),
      QM_ROLES: z.string().max(64).optional(),
      QM_HOME: z.string().optional(),
      QM_DEMO: flag().optional(),
      QM_TEST: z.string().optional(),
      QM_FAULT: z.string().optional(),
      QM_PUBLIC_URL: z.string().optional(),
    },
    env,
  );
  return {
    port: settings.QM_HTTP_PORT,
    host: settings.QM_HTTP_HOST,
    latencyMs: settings.QM_MODEL_LATENCY_MS,
    logLevel: settings.QM_LOG_LEVEL,
  };
}
