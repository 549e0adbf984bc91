import { createLogger } from "@quartermaster/shared/log";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";

const DRAIN_MS = 25_000;
const log = createLogger({ service: "transit" });

async function run(): Promise<void> {
  const app = await createApp(readConfig(process.env));
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "draining");
    // Whatever hangs, the process ends; the work it held is given to another replica.
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "drain failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  await app.start();
}

run().catch((error: unknown) => {
  log.fatal({ err: error }, "transit did not start");
  process.exit(1);
});
