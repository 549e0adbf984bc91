import { port, readEnv } from "@quartermaster/shared/config";
import { z } from "zod";

const url = () => z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// URL");

const SHAPE = {
  QM_ROLES: z.literal("seed"),
  QM_INSTANCE: z.string().min(1).default("seed"),
  QM_HTTP_HOST: z.string().min(1).default("127.0.0.1"),
  QM_HTTP_PORT: port(),
  QM_LOG_LEVEL: z.string().default("info"),
  QM_NATS_URL: z.string().min(1),
  QM_NATS_ROLE: z.literal("seed"),
  QM_NATS_SEED_FILE: z.string().min(1),
  QM_NATS_CA_FILE: z.string().min(1).optional(),
  QM_SEED_WORLD_FILE: z.string().min(1),
  QM_SEED_DATABASE_URL_COORDINATOR: url(),
  QM_SEED_DATABASE_URL_APPROVALS: url(),
  QM_SEED_DATABASE_URL_SUPPLY: url(),
  QM_SEED_DATABASE_URL_TRANSIT: url(),
  QM_SEED_DATABASE_URL_EXPORT: url(),
};

export type SeederConfig = ReturnType<typeof readEnv<typeof SHAPE>>;

/** Reads the seeder's settings. @throws AppError config_invalid naming every wrong variable. */
export const readSeederConfig = (env: Record<string, string | undefined>): SeederConfig => readEnv(SHAPE, env);
