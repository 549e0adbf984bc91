import { AuthorizationError, connect, type NatsConnection, type NodeConnectionOptions, nkeyAuthenticator } from "@nats-io/transport-node";
import { AppError } from "../errors/index.ts";
import type { Logger } from "../log/index.ts";
import { loopDelayMs } from "./delivery-policy.ts";
import { plaintextProblem, tlsOf } from "./transport-safety.ts";
import { wait } from "./wait.ts";

export interface ConnectionSettings {
  url: string;
  name: string;
  nkeySeed: string;
  inboxPrefix: string;
  tls?: { caFile: string };
  log: Logger;
  signal?: AbortSignal;
}

/** How long a server may refuse the key before start-up fails: long enough for a server that is just being restarted. */
const REFUSED_FOR_MS = 30_000;

/**
 * Opens a connection that reconnects for ever. Waits for a server that is not there yet.
 * @throws AppError config_invalid when it would talk in the clear beyond this machine; unauthenticated when the server keeps
 * refusing the key; unavailable when the signal aborts.
 */
export async function openConnection(settings: ConnectionSettings): Promise<NatsConnection> {
  const unsafe = plaintextProblem(settings.url, settings.tls);
  if (unsafe !== null) throw new AppError("config_invalid", { detail: unsafe });
  const tls = tlsOf(settings.url, settings.tls);
  const options: NodeConnectionOptions = {
    servers: settings.url.split(","),
    name: settings.name,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(settings.nkeySeed.trim())),
    inboxPrefix: settings.inboxPrefix,
    timeout: 5_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    reconnectJitterTLS: 1_000,
    pingInterval: 10_000,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
    ...(tls ? { tls } : {}),
  };
  let refusedSince = 0;
  for (let attempt = 0; !settings.signal?.aborted; attempt++) {
    try {
      return await connect(options);
    } catch (error) {
      if (error instanceof AuthorizationError) {
        refusedSince ||= Date.now();
        if (Date.now() - refusedSince > REFUSED_FOR_MS)
          throw new AppError("unauthenticated", { detail: "the bus refuses this process's key", cause: error });
      } else refusedSince = 0;
      if (attempt % 10 === 0) settings.log.warn({ err: error, url: settings.url }, "bus is not reachable yet");
      await wait(loopDelayMs(attempt), settings.signal);
    }
  }
  throw new AppError("unavailable", { detail: "stopped before the bus was reachable" });
}
