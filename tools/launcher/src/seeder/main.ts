import { createLogger } from "@quartermaster/shared/log";
import { readSeederConfig } from "./config.ts";
import { createSeeder } from "./create-seeder.ts";

const config = readSeederConfig(process.env);
const log = createLogger({ service: "seed", instance: config.QM_INSTANCE }, config.QM_LOG_LEVEL);

try {
  const seeder = await createSeeder(config, log);
  const stop = (): void => {
    void seeder.stop().finally(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
} catch (error) {
  log.fatal({ err: error }, "the seeder could not start");
  process.exit(1);
}
