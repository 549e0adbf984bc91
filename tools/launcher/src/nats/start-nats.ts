import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { generateNatsConfig } from "@quartermaster/shared/bus";
import type { Supervised, Supervisor } from "../child/supervisor.ts";
import type { HomePaths } from "../home/home-paths.ts";
import { LaunchError } from "../launch-error.ts";
import type { NatsServer } from "./find-nats-server.ts";

const PATIENCE_MS = 20_000;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.setTimeout(1_000, () => socket.destroy());
    // The server speaks first; a connection that says nothing is not the bus.
    socket.once("data", (data) => {
      resolve(data.toString("utf8").startsWith("INFO"));
      socket.destroy();
    });
    socket.once("close", () => resolve(false));
    socket.once("error", () => resolve(false));
  });

/** Writes the server's configuration, generated from the table of bus roles. Returns its path. */
export function writeNatsConfig(paths: HomePaths, port: number, serverVersion: string, publicKeys: Record<string, string>): string {
  const path = join(paths.nats, "nats-server.conf");
  mkdirSync(join(paths.nats, "store"), { recursive: true, mode: 0o700 });
  writeFileSync(path, generateNatsConfig({ host: "127.0.0.1", port, storeDir: join(paths.nats, "store"), serverVersion, publicKeys }), {
    mode: 0o600,
  });
  return path;
}

/**
 * Starts the bus and waits until it answers.
 * @throws LaunchError when it does not.
 */
export async function startNats(
  supervisor: Supervisor,
  paths: HomePaths,
  port: number,
  server: NatsServer,
  publicKeys: Record<string, string>,
): Promise<Supervised> {
  const config = writeNatsConfig(paths, port, server.version, publicKeys);
  const supervised = supervisor.start({
    role: "nats",
    replica: 0,
    port,
    logFile: paths.log("nats", 0),
    cwd: paths.home,
    env: { PATH: process.env.PATH ?? "" },
    stopSignal: "SIGTERM",
    stopGraceMs: 10_000,
    run: { kind: "native", command: server.path, args: ["-c", config] },
  });
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (await accepts(port)) return supervised;
    if (supervised.crashes() >= 4)
      throw new LaunchError(`nats-server does not stay up (${supervised.lastExit()})`, { logFile: supervised.spec.logFile });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new LaunchError(`nats-server does not answer on port ${port}`, { logFile: supervised.spec.logFile });
}
