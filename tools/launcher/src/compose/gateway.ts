import { resolve4 } from "node:dns/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { AppError, toProblem } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";

/** A port that leads to the replicas of one service. */
export interface Route {
  port: number;
  host: string;
  targetPort: number;
}

export interface Gateway {
  /** Ports that are open, in the order of the routes. */
  ports: number[];
  close(): Promise<void>;
}

export interface GatewayOptions {
  routes: readonly Route[];
  log: Logger;
  /** Addresses of a service's replicas; the network's name server by default. */
  lookUp?: (host: string) => Promise<readonly string[]>;
  listenHost?: string;
}

const CONNECT_MS = 2_000;
const PROBLEM = JSON.stringify(toProblem(new AppError("unavailable")));
/** The whole answer, as text: this is a gateway of connections and speaks no HTTP otherwise. */
const NO_REPLICA = `HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(PROBLEM)}\r\nretry-after: 1\r\nconnection: close\r\n\r\n${PROBLEM}`;
const MOST_CONNECTIONS = 2_000;

function tryConnect(host: string, port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.removeAllListeners();
      resolve(socket);
    });
    const giveUp = (): void => {
      resolve(null);
      socket.destroy();
    };
    socket.once("error", giveUp).once("timeout", giveUp);
  });
}

/** Joins two sockets until either ends. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

function openRoute(route: Route, options: GatewayOptions): Promise<Server> {
  const lookUp = options.lookUp ?? resolve4;
  let turn = 0;
  const serve = async (client: Socket): Promise<void> => {
    client.on("error", () => client.destroy());
    const replicas = [...(await lookUp(route.host).catch(() => []))].sort();
    const first = turn++;
    for (let attempt = 0; attempt < replicas.length; attempt++) {
      const replica = await tryConnect(replicas[(first + attempt) % replicas.length] ?? "", route.targetPort);
      if (replica === null) continue;
      if (client.destroyed) return void replica.destroy();
      return join(client, replica);
    }
    options.log.warn({ host: route.host, replicas: replicas.length }, "no replica takes connections");
    client.end(NO_REPLICA);
  };
  const server = createServer((client) => void serve(client));
  server.maxConnections = MOST_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(route.port, options.listenHost ?? "0.0.0.0", () => resolve(server));
  });
}

/**
 * Opens ports that spread connections over however many replicas the name server knows at that moment; one that does not
 * answer is passed over. The only container with published ports, so that every service behind it can be scaled.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const servers = await Promise.all(options.routes.map((route) => openRoute(route, options)));
  const open = new Set<Socket>();
  for (const server of servers)
    server.on("connection", (socket: Socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
    });
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    async close() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              for (const socket of open) socket.destroy();
            }),
        ),
      );
    },
  };
}
