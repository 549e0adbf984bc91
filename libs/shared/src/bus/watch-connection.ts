import { type NatsConnection, PermissionViolationError } from "@nats-io/transport-node";
import type { Logger } from "../log/index.ts";
import type { BusHealth } from "./types.ts";

/** Follows a connection's state: keeps the health record and logs what would otherwise go unseen. */
export function watchConnection(connection: NatsConnection, log: Logger): BusHealth {
  const health: BusHealth = { connected: true, serverVersion: connection.info?.version ?? null, lastError: null };
  const follow = async () => {
    for await (const status of connection.status()) {
      if (status.type === "disconnect") {
        health.connected = false;
        health.lastError = "disconnected";
        log.warn({ server: status.server }, "bus connection lost");
      } else if (status.type === "reconnect") {
        health.connected = true;
        health.serverVersion = connection.info?.version ?? health.serverVersion;
        log.info({ server: status.server }, "bus connection is back");
      } else if (status.type === "error") {
        health.lastError = status.error.message;
        // A refused publish without an acknowledgement shows up here and nowhere else.
        if (status.error instanceof PermissionViolationError)
          log.error({ err: status.error, subject: status.error.subject }, "bus permission refused");
        else log.warn({ err: status.error }, "bus error");
      } else if (status.type === "slowConsumer")
        log.warn({ pending: status.pending, subject: status.sub.getSubject() }, "bus subscription falls behind");
    }
  };
  void follow().catch((error: unknown) => log.warn({ err: error }, "bus status ended"));
  void connection.closed().then((error) => {
    health.connected = false;
    if (error) {
      health.lastError = error.message;
      log.fatal({ err: error }, "bus connection closed for good");
    }
  });
  return health;
}
