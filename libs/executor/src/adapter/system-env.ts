import { secretString } from "@quartermaster/shared/config";
import { z } from "zod";

/** Settings of the system that makes a domain's effects. None = our own database is the system of record. */
export const systemEnv = {
  /** `postgres`: built in. `http`: a system that speaks docs/outside-system.openapi.json. `tryton`: a Tryton server. */
  QM_SYSTEM: z.enum(["postgres", "http", "tryton"]).default("postgres"),
  QM_SYSTEM_URL: z.url({ protocol: /^https?$/ }).optional(),
  QM_SYSTEM_TOKEN: secretString().optional(),
  /** Limit of one call. */
  QM_SYSTEM_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** What may be done with a key under which the system has nothing: `by_key` = send again, it makes an effect once per key. */
  QM_SYSTEM_REPEAT: z.enum(["by_key", "never"]).default("never"),
  /** Tools whose effect happens there, separated by commas; all that the domain can send when not given. */
  QM_SYSTEM_TOOLS: z.string().optional(),
  QM_SYSTEM_DATABASE: z.string().min(1).optional(),
  QM_SYSTEM_USER: z.string().min(1).optional(),
  QM_SYSTEM_PASSWORD: secretString().optional(),
  /** Time after the last sending when a request that was not answered can surely not surface any more. */
  QM_SYSTEM_QUIET_MS: z.coerce.number().int().min(1_000).max(3_600_000).default(60_000),
} as const;

export type SystemConfig = z.infer<z.ZodObject<typeof systemEnv>>;
