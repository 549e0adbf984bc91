import { createLogger, type Logger } from "@quartermaster/shared/log";

/** A logger for tests: silent unless TEST_LOG_LEVEL is set. */
export function quietLog(name = "test"): Logger {
  return createLogger({ service: name }, process.env.TEST_LOG_LEVEL ?? "silent");
}
