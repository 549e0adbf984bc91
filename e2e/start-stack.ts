import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endChild } from "./end-child.ts";
import { takePorts } from "./take-ports.ts";
import { until } from "./until.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

export interface RunningProcess {
  role: string;
  instance: string;
  pid: number;
  port: number;
  startedAt: string;
}

/** A whole product, started as a user starts it: real Postgres, real bus, every service its own process. */
export interface Stack {
  readonly url: string;
  readonly approvalsUrl: string;
  readonly port: number;
  readonly home: string;
  processes(): RunningProcess[];
  /** Ends the named processes at once; the launcher starts them again. Resolves when they run under new pids and all is ready. */
  restart(roles: readonly string[], signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when every process of the role has been ended by its fault and runs again. */
  recovered(role: string, pidsBefore: readonly number[]): Promise<void>;
  /** Environment and output of the launcher, for messages of failing tests. */
  output(): string;
  stop(): Promise<void>;
  /** Stops the launcher and starts it again on the same data. */
  relaunch(change?: StackOptions): Promise<void>;
}

export interface StackOptions {
  env?: Record<string, string>;
  args?: readonly string[];
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Starts a stack with its own ports and data folder. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const port = takePorts();
  const home = mkdtempSync(join(tmpdir(), "qm-e2e-"));
  let output = "";
  let launcher: ChildProcess | undefined;

  const processes = (): RunningProcess[] => {
    try {
      const parsed = JSON.parse(readFileSync(join(home, "run/processes.json"), "utf8")) as
        | RunningProcess[]
        | { processes: RunningProcess[] };
      return Array.isArray(parsed) ? parsed : parsed.processes;
    } catch {
      return [];
    }
  };
  const isReady = async (): Promise<boolean> => {
    if (launcher?.exitCode !== null) throw new Error(`the launcher ended:\n${output.slice(-4_000)}`);
    return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.status === 200,
      () => false,
    );
  };
  const launch = async ({ env = {}, args = [] }: StackOptions): Promise<void> => {
    const clean = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !name.startsWith("QM_") && name !== "OPENAI_API_KEY" && !name.startsWith("VITEST") && name !== "NODE_OPTIONS",
      ),
    );
    launcher = spawn(process.execPath, ["tools/launcher/dist/main.js", "start", ...args], {
      cwd: REPOSITORY,
      env: { ...clean, QM_HTTP_PORT: String(port), QM_HOME: home, QM_TEST: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [launcher.stdout, launcher.stderr])
      stream?.on("data", (chunk: Buffer) => (output = (output + chunk).slice(-20_000)));
    await until("the stack is ready", isReady, 180_000);
  };
  const end = async (): Promise<void> => {
    if (launcher) await endChild(launcher);
  };
  const recovered = async (role: string, before: readonly number[]): Promise<void> => {
    await until(
      `${role} was ended and runs again`,
      async () => {
        const now = processes().filter((entry) => entry.role === role);
        return now.length > 0 && now.every((entry) => !before.includes(entry.pid) && isAlive(entry.pid));
      },
      60_000,
    );
    await until("the stack is ready again", isReady, 60_000);
  };

  await launch(options);
  return {
    url: `http://127.0.0.1:${port}`,
    approvalsUrl: `http://127.0.0.1:${port + 1}`,
    port,
    home,
    processes,
    recovered,
    output: () => output,
    async restart(roles, signal = "SIGKILL") {
      const chosen = processes().filter((entry) => roles.includes(entry.role));
      if (chosen.length === 0) throw new Error(`no process of ${roles.join(", ")} runs`);
      const pids = chosen.map((entry) => entry.pid);
      for (const pid of pids) process.kill(pid, signal);
      for (const role of new Set(chosen.map((entry) => entry.role))) await recovered(role, pids);
    },
    async stop() {
      await end();
      rmSync(home, { recursive: true, force: true });
    },
    async relaunch(change = options) {
      await end();
      await launch(change);
    },
  };
}
