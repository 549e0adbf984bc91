import { createLogger } from "@quartermaster/shared/log";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";

const config = readConfig(process.env);
const log = createLogger({ service: "approvals", instance: config.instance }, config.logLevel);

/** Longest time that a stop may take before the process ends anyway. */
const GRACE_MS = 25_000;

try {
  const app = await createApp(config, log);
  await app.start();
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), GRACE_MS).unref();
      void app.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "stop failed");
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  log.fatal({ err: error }, "approvals could not start");
  process.exit(1);
}
