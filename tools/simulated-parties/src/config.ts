import { port, readEnv } from "@quartermaster/shared/config";
import { z } from "zod";

/** Reads the simulator's settings. @throws AppError config_invalid naming every wrong variable. */
export function readConfig(env: Record<string, string | undefined>) {
  return readEnv(
    {
      QM_HTTP_HOST: z.string().min(1).default("127.0.0.1"),
      QM_HTTP_PORT: port().default(8086),
      QM_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
      /** Named by whoever starts it; there is one of it. */
      QM_INSTANCE: z.string().max(64).optional(),
      QM_EXPORT_EVENTS_URL: z.url(),
      QM_TRANSIT_EVENTS_URL: z.url(),
      /** Time from taking a message in to its answer. */
      QM_PARTIES_DELAY_MS: z.coerce.number().int().min(0).max(3_600_000).default(1_000),
      /** JSON lines in which messages survive a restart. */
      QM_PARTIES_FILE: z.string().min(1).optional(),
    },
    env,
  );
}
