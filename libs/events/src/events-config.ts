import { secretString } from "@quartermaster/shared/config";
import { z } from "zod";

/** Settings of a process that takes in world events, beside those of its executor. */
export const eventsEnv = {
  QM_EVENTS_DATABASE_URL: secretString(),
  /** Pause between two rounds of scheduled changes. */
  QM_SCHEDULE_EVERY_MS: z.coerce.number().int().min(100).max(3_600_000).default(15_000),
} as const;

export type EventsConfig = z.infer<z.ZodObject<typeof eventsEnv>>;
