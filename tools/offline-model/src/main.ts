import { createLogger } from "@quartermaster/shared/log";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";

const config = readConfig(process.env);
const log = createLogger({ service: "offline-model" }, config.logLevel);
const app = createApp({ log, latencyMs: config.latencyMs });

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

await app.listen({ host: config.host, port: config.port });
log.info({ host: config.host, port: config.port }, "offline model listens");
