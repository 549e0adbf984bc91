import { type DestinationStream, type Logger, pino } from "pino";
import { withoutSecrets } from "./without-secrets.ts";

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
 * Creates the process's logger: JSON lines on standard output, object first, constant messages, known secret fields redacted, and
 * whatever looks like a secret in any text, such as the message of an error from outside.
 * @param base fields on every line, for example `{ service, instance }`.
 * @param to where the lines go instead.
 */
export function createLogger(base: Record<string, unknown>, level = "info", to?: DestinationStream): Logger {
  const options = {
    level,
    base,
    redact: { paths: REDACT, censor: "[secret]" },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: withoutSecrets },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
