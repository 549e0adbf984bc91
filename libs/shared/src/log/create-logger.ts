import { type Logger, pino } from "pino";

export type { Logger } from "pino";

const REDACT = [
  "*.authorization",
  "authorization",
  "*.password",
  "password",
  "*.token",
  "token",
  "*.apiKey",
  "apiKey",
  "req.headers.authorization",
];

/**
 * Creates the process's logger: JSON lines on standard output, object first, constant messages, known secret fields redacted.
 * @param base fields on every line, for example `{ service, instance }`.
 */
export function createLogger(base: Record<string, unknown>, level = "info"): Logger {
  return pino({ level, base, redact: { paths: REDACT, censor: "[secret]" }, timestamp: pino.stdTimeFunctions.isoTime });
}
