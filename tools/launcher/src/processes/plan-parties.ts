import { join } from "node:path";
import type { ProcessSpec } from "../child/supervisor.ts";
import { isLoopback, type PlanContext } from "./plan-services.ts";

/** The simulated customs office and carrier; null where no demo users are allowed, for it signs in as one. */
export function planParties({ config, ports, paths, repository, baseEnv }: PlanContext): ProcessSpec | null {
  const host = config.QM_HTTP_HOST;
  if (!isLoopback(host)) return null;
  const url = (port: number): string => `http://${host}:${port}`;
  return {
    role: "parties",
    replica: 0,
    port: ports.parties,
    logFile: paths.log("parties", 0),
    cwd: repository,
    env: {
      ...baseEnv,
      QM_HTTP_HOST: "127.0.0.1",
      QM_HTTP_PORT: String(ports.parties),
      QM_LOG_LEVEL: config.QM_LOG_LEVEL,
      QM_EXPORT_EVENTS_URL: url(ports.executor("export", 0)),
      QM_TRANSIT_EVENTS_URL: url(ports.executor("transit", 0)),
      QM_PARTIES_FILE: join(paths.home, "parties", "messages.jsonl"),
      ...(config.QM_PARTIES_DELAY_MS === undefined ? {} : { QM_PARTIES_DELAY_MS: String(config.QM_PARTIES_DELAY_MS) }),
    },
    stopSignal: "SIGTERM",
    stopGraceMs: 5_000,
    run: { kind: "node", entry: join(repository, "tools/simulated-parties/dist/main.js") },
  };
}
