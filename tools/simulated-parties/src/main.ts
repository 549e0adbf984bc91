import { createLogger } from "@quartermaster/shared/log";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { deliverEvents } from "./deliver-events.ts";
import { createMessageStore } from "./message-store.ts";

const config = readConfig(process.env);
const log = createLogger({ service: "simulated-parties" }, config.QM_LOG_LEVEL);
const store = createMessageStore(config.QM_PARTIES_FILE ?? null);
const app = createApp({ log, store, delayMs: config.QM_PARTIES_DELAY_MS });
const delivery = deliverEvents({
  store,
  urls: { export: config.QM_EXPORT_EVENTS_URL, transit: config.QM_TRANSIT_EVENTS_URL },
  // Demo tokens: the simulator exists in demo mode only, where they are what signs in.
  tokenOf: (party, tenant) => `demo-${party}@${tenant}`,
  log,
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    Promise.all([app.close(), delivery.stop()]).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

await app.listen({ host: config.QM_HTTP_HOST, port: config.QM_HTTP_PORT });
log.info({ port: config.QM_HTTP_PORT }, "simulated customs office and carrier listen");
