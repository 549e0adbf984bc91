import { JetStreamApiError } from "@nats-io/jetstream";
import { InvalidArgumentError, PermissionViolationError, TimeoutError } from "@nats-io/transport-node";
import { AppError } from "../errors/index.ts";

/** Maps an error of the bus client to the product's error; the original stays as the cause. */
export function busError(error: unknown, doing: string): AppError {
  if (AppError.isInstance(error)) return error;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof PermissionViolationError || error instanceof PermissionViolationError) {
    return new AppError("forbidden", { detail: `${doing}: this role may not do that on the bus`, cause: error });
  }
  if (cause instanceof TimeoutError || error instanceof TimeoutError)
    return new AppError("timeout", { detail: `${doing}: no answer in time`, cause: error });
  if (error instanceof InvalidArgumentError)
    return new AppError("body_too_large", { detail: `${doing}: the bus refuses the message`, cause: error });
  if (error instanceof Error && error.name === "JetStreamNotEnabled")
    return new AppError("unavailable", { detail: `${doing}: no stream takes this subject`, cause: error });
  if (error instanceof JetStreamApiError) return new AppError("unavailable", { detail: `${doing}: ${error.message}`, cause: error });
  return new AppError("unavailable", { detail: `${doing}: the bus does not answer`, cause: error });
}
