import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { newId } from "@quartermaster/shared/contracts";
import { identityOf, isAlive, type ProcessIdentity } from "../home/process-identity.ts";
import { restartDelay } from "./restart-delay.ts";

const GUARD_NODE = new URL("./guard-node.js", import.meta.url).href;
const GUARD_NATIVE = fileURLToPath(new URL("./guard-native.js", import.meta.url));

/** One process to keep running. */
export interface ProcessSpec {
  role: string;
  replica: number;
  port: number;
  logFile: string;
  cwd: string;
  env: Record<string, string>;
  /** Added in the first life only: a fault that kills must not kill the restarted process again. */
  firstLifeEnv?: Record<string, string>;
  stopSignal: NodeJS.Signals;
  stopGraceMs: number;
  run: { kind: "node"; entry: string } | { kind: "native"; command: string; args: readonly string[]; user?: { uid: number; gid: number } };
}

/** What `run/processes.json` lists. */
export interface ProcessRecord extends ProcessIdentity {
  role: string;
  replica: number;
  instance: string;
  port: number;
  startedAt: string;
}

export interface Supervised {
  readonly spec: ProcessSpec;
  /** Null between a crash and the restart. */
  record(): ProcessRecord | null;
  /** Exits so far, without those that were asked for. */
  crashes(): number;
  lastExit(): string | null;
  stop(): Promise<void>;
}

/** Starts processes, starts them again when they crash (250 ms, doubling to 5 s), and stops them. */
export interface Supervisor {
  start(spec: ProcessSpec): Supervised;
  list(): ProcessRecord[];
}

/** @param onChange called whenever a process starts or ends. */
export function createSupervisor(onChange: () => void): Supervisor {
  const all: Supervised[] = [];
  return {
    start(spec) {
      const supervised = supervise(spec, onChange);
      all.push(supervised);
      onChange();
      return supervised;
    },
    list: () => all.flatMap((one) => one.record() ?? []),
  };
}

function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, "a");
}

function launch(spec: ProcessSpec, instance: string, firstLife: boolean): ChildProcess {
  const log = openLog(spec.logFile);
  const env = { ...spec.env, ...(firstLife ? spec.firstLifeEnv : {}) };
  // A session of its own: Ctrl-C reaches the launcher only, which then stops everything in order.
  const common = { cwd: spec.cwd, detached: true };
  try {
    if (spec.run.kind === "node") {
      return spawn(process.execPath, ["--import", GUARD_NODE, spec.run.entry], {
        ...common,
        env: { ...env, QM_INSTANCE: instance },
        stdio: ["pipe", log, log],
      });
    }
    const { command, args, user } = spec.run;
    const order = JSON.stringify({
      command,
      args,
      cwd: spec.cwd,
      ...(user ? { user } : {}),
      stopSignal: spec.stopSignal,
      stopGraceMs: spec.stopGraceMs,
    });
    return spawn(process.execPath, [GUARD_NATIVE, order], { ...common, env, stdio: ["ignore", log, log, "ipc"] });
  } finally {
    closeSync(log);
  }
}

function supervise(spec: ProcessSpec, onChange: () => void): Supervised {
  if (existsSync(spec.logFile)) renameSync(spec.logFile, `${spec.logFile}.1`);
  let record: ProcessRecord | null = null;
  let child: ChildProcess | null = null;
  let crashes = 0;
  let lastExit: string | null = null;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let exited: Promise<void> = Promise.resolve();

  const begin = (): void => {
    const instance = newId("ins");
    const started = Date.now();
    const mine = launch(spec, instance, crashes === 0);
    child = mine;
    mine.stdin?.on("error", () => {});
    const note = (pid: number): void => {
      record = {
        role: spec.role,
        replica: spec.replica,
        instance,
        port: spec.port,
        startedAt: new Date(started).toISOString(),
        ...identityOf(pid),
      };
      onChange();
    };
    if (spec.run.kind === "node" && mine.pid !== undefined) note(mine.pid);
    mine.on("message", (message: { pid?: number }) => {
      if (typeof message.pid === "number") note(message.pid);
    });
    exited = new Promise((resolve) => {
      const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
        // A guard that was killed leaves its program behind, which would hold the port.
        if (record && spec.run.kind === "native" && isAlive(record)) process.kill(record.pid, "SIGKILL");
        record = null;
        lastExit = signal ? `signal ${signal}` : `exit code ${code}`;
        resolve();
        if (!stopping) {
          crashes++;
          timer = setTimeout(begin, restartDelay(crashes, Date.now() - started));
        }
        onChange();
      };
      mine.once("exit", ended);
      mine.once("error", () => ended(127, null));
    });
  };
  begin();

  return {
    spec,
    record: () => record,
    crashes: () => crashes,
    lastExit: () => lastExit,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      // A process stopped by a signal cannot act on SIGTERM before it goes on.
      child.kill("SIGCONT");
      const force = setTimeout(() => child?.kill("SIGKILL"), spec.stopGraceMs + 2_000);
      await exited;
      clearTimeout(force);
    },
  };
}
