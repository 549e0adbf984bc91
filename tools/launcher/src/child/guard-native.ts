import { spawn } from "node:child_process";

/** What the guard runs: one JSON argument. */
export interface NativeCommand {
  command: string;
  args: readonly string[];
  cwd: string;
  /** Runs as this user; Postgres refuses to run as root. */
  user?: { uid: number; gid: number };
  stopSignal: NodeJS.Signals;
  stopGraceMs: number;
}

// Stands between the launcher and a program that cannot watch its parent (Postgres, nats-server): when the channel to the
// launcher closes, even by `kill -9`, the program is stopped.
const order = JSON.parse(process.argv[2] ?? "{}") as NativeCommand;
const child = spawn(order.command, order.args, { cwd: order.cwd, stdio: ["ignore", "inherit", "inherit"], ...(order.user ?? {}) });
let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  child.kill(order.stopSignal);
  setTimeout(() => child.kill("SIGKILL"), order.stopGraceMs);
};

child.once("spawn", () => process.send?.({ pid: child.pid }));
child.once("error", (error) => {
  console.error(`${order.command} could not be run: ${error.message}`);
  process.exit(127);
});
child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 143)));
process.once("disconnect", stop);
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
