import { flag, port, readEnv } from "@quartermaster/shared/config";
import { z } from "zod";
import { LaunchError } from "../launch-error.ts";

const LEVEL = z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info");
const optionalText = () =>
  z
    .string()
    .optional()
    .transform((text) => (text === "" ? undefined : text));

const SECRETS = {
  /** Holds one folder per container role. */
  QM_VOLUMES: z.string().min(1).default("/volumes"),
  QM_DEMO: flag().default(false),
  QM_OIDC_ISSUER: optionalText(),
  QM_MODEL_BASE_URL: optionalText(),
  QM_MODEL: optionalText(),
};

export type SecretsConfig = ReturnType<typeof readEnv<typeof SECRETS>>;

/**
 * Reads what the set-up of the containers needs to know.
 * @throws LaunchError when the installation would have nobody who can sign in, or no model.
 */
export function readSecretsConfig(env: Record<string, string | undefined>): SecretsConfig {
  const config = readEnv(SECRETS, env);
  if (config.QM_DEMO) return config;
  const missing = (["QM_OIDC_ISSUER", "QM_MODEL_BASE_URL", "QM_MODEL"] as const).filter((name) => config[name] === undefined);
  if (missing.length > 0)
    throw new LaunchError(
      `set ${missing.join(", ")} in the environment or in .env; to look around without them, add \`-f compose.demo.yml\` (demo users and the offline model)`,
    );
  return config;
}

const DATABASES = { QM_DATABASE_URL: z.string().min(1), QM_PASSWORDS_FILE: z.string().min(1) };
/** Reads the settings of the migrations. */
export const readDatabasesConfig = (env: Record<string, string | undefined>) => readEnv(DATABASES, env);

const BOOTSTRAP = {
  QM_HTTP_HOST: z.string().min(1).default("0.0.0.0"),
  QM_HTTP_PORT: port(),
  QM_LOG_LEVEL: LEVEL,
  QM_NATS_URL: z.string().min(1),
  QM_NATS_SEED_FILE: z.string().min(1),
  QM_NATS_CA_FILE: z.string().min(1),
};
export type BootstrapConfig = ReturnType<typeof readEnv<typeof BOOTSTRAP>>;
/** Reads the settings of the loop that keeps the streams. */
export const readBootstrapConfig = (env: Record<string, string | undefined>): BootstrapConfig => readEnv(BOOTSTRAP, env);

const route = /^(\d{1,5})=([a-z0-9.-]{1,63}):(\d{1,5})$/;
const GATEWAY = {
  QM_LOG_LEVEL: LEVEL,
  /** `8080=coordinator:8080,8081=approvals:8081`: own port, then host and port of the replicas. */
  QM_ROUTES: z.string().transform((text, context) =>
    text.split(",").map((one) => {
      const [, own, host = "", target] = route.exec(one.trim()) ?? [];
      if (own === undefined) context.addIssue({ code: "custom", message: `"${one}" is not <port>=<host>:<port>` });
      return { port: Number(own), host, targetPort: Number(target) };
    }),
  ),
};
export type GatewayConfig = ReturnType<typeof readEnv<typeof GATEWAY>>;
/** Reads which ports the gateway opens, and to whom they lead. */
export const readGatewayConfig = (env: Record<string, string | undefined>): GatewayConfig => readEnv(GATEWAY, env);
