import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endChild } from "./end-child.ts";
import { type OrdinaryUser, ordinaryUser } from "./ordinary-user.ts";
import { takePorts } from "./take-ports.ts";
import { until } from "./until.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
/** Where the launcher looks for a nats-server whatever the PATH says. */
const SERVERS = ["/usr/sbin", "/usr/local/sbin", "/sbin", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/opt/nats-server"]
  .map((folder) => join(folder, "nats-server"))
  .filter((file) => existsSync(file));

interface Launched {
  child: ChildProcess;
  /** Code of the exit, or the signal. */
  exited: Promise<number | NodeJS.Signals | null>;
  output(): string;
}

let user: OrdinaryUser;
let port: number;
const homes: string[] = [];
const launched: Launched[] = [];

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "qm-launcher-"));
  user.own(home);
  homes.push(home);
  return home;
}

/** Runs a command as the ordinary user, in nobody's environment but its own. */
function launch(command: readonly string[], env: Record<string, string>, ids: object = user.ids): Launched {
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH ?? "", HOME: tmpdir(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...ids,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output = (output + chunk).slice(-20_000)));
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  const one = { child, exited, output: () => output };
  launched.push(one);
  return one;
}

const start = (home: string, first = port): Launched =>
  launch([process.execPath, "tools/launcher/dist/main.js", "start"], { QM_HOME: home, QM_HTTP_PORT: String(first), QM_TEST: "1" });

async function ready(stack: Launched): Promise<void> {
  const look = async () => {
    if (stack.child.exitCode !== null || stack.child.signalCode !== null) throw new Error(`the launcher ended:\n${stack.output()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.status === 200;
  };
  await until("the stack is ready", look, 180_000);
}

interface Recorded {
  role: string;
  pid: number;
}
const recorded = (home: string): Recorded[] => JSON.parse(readFileSync(join(home, "run/processes.json"), "utf8")) as Recorded[];

/** The user that a process runs as; null when it is gone. */
const userOf = (pid: number): number | null => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null;
const isZombie = (pid: number): boolean => {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};
const living = (processes: readonly Recorded[]) => processes.filter(({ pid }) => userOf(pid) === user.uid && !isZombie(pid));

const call = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: "Bearer demo-planner.anna", "content-type": "application/json" };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers, signal: AbortSignal.timeout(10_000) });
  return { status: answer.status, body: (await answer.json()) as { id: string; text: string } };
};

beforeAll(() => {
  user = ordinaryUser(REPOSITORY);
  port = takePorts();
});
afterAll(async () => {
  for (const { child } of launched) await endChild(child);
  for (const home of homes) rmSync(home, { recursive: true, force: true });
  user?.remove();
});

describe("the launcher, run by an ordinary user", () => {
  let home: string;
  let first: Launched;
  let id: string;

  it("starts everything, and nothing of it with more rights than its own", async () => {
    home = newHome();
    first = start(home);
    await ready(first);
    const processes = recorded(home);
    expect(new Set(processes.map(({ pid }) => userOf(pid)))).toEqual(new Set([user.uid]));
    expect(processes.map(({ role }) => role)).toEqual(expect.arrayContaining(["coordinator", "approvals", "supply", "x_supply"]));
    const submitted = await call("/v1/requests", { method: "POST", body: JSON.stringify({ text: "VLV-050 stock hamburg?" }) });
    expect(submitted.status).toBe(202);
    id = submitted.body.id;
  });

  it("refuses a second start in the same folder, naming the folder, who holds it and the ways out", async () => {
    const second = start(home, takePorts());
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`already runs from ${home} (process ${first.child.pid}, http://127.0.0.1:${port})`);
    expect(second.output()).toMatch(/QM_HOME=.*QM_HTTP_PORT=/);
  });

  it("refuses a second clone on the same ports, naming the port and its variable", async () => {
    const second = start(newHome());
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(new RegExp(`port ${port}, which .+ needs, is taken.*QM_HTTP_PORT`));
    expect((await call("/readyz")).status).toBe(200);
  });

  it("leaves nobody behind when it is killed, and its next start goes on with the same data", async () => {
    const before = recorded(home);
    expect(living(before).length).toBe(before.length);
    first.child.kill("SIGKILL");
    expect(await first.exited).toBe("SIGKILL");
    await until("its children are gone", async () => living(before).length === 0, 30_000);
    const again = start(home);
    await ready(again);
    expect((await call(`/v1/requests/${id}`)).body.id).toBe(id);
    const now = recorded(home);
    again.child.kill("SIGTERM");
    expect(await again.exited, again.output()).toBe(0);
    await until("all it had started is gone", async () => living(now).length === 0, 30_000);
  });

  it("says what is missing and how to get it when there is no nats-server and QM_DOWNLOAD=0", async () => {
    const { uid, gid } = user.ids as { uid?: number; gid?: number };
    if (SERVERS.length > 0 && uid === undefined)
      throw new Error(`${SERVERS[0]} can be hidden from the launcher by root alone: run this as root, or without the package`);
    const command = [process.execPath, "tools/launcher/dist/main.js", "start"];
    // In a mount namespace of its own the servers that this machine has are covered by something that cannot be run.
    const hide = SERVERS.map((file) => `mount --bind /dev/null ${file}`).join(" && ");
    const drop = `exec setpriv --reuid=${uid} --regid=${gid} --clear-groups`;
    const hidden = ["unshare", "--mount", "/bin/sh", "-ec", `${hide}; ${drop} "$@"`, "sh", ...command];
    const env = { QM_HOME: newHome(), QM_HTTP_PORT: String(port), QM_DOWNLOAD: "0" };
    const stack = SERVERS.length > 0 ? launch(hidden, env, {}) : launch(command, { ...env, PATH: "" });
    expect(await stack.exited).toBe(1);
    expect(stack.output()).toMatch(/needs a nats-server .*QM_DOWNLOAD=0 forbids fetching.*apt install nats-server/s);
  });
});
