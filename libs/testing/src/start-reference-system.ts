import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { endWithThisProcess } from "./end-with-this-process.ts";
import { until } from "./until.ts";

const SERVER = resolve(import.meta.dirname, "../../../examples/reference-system/server.mjs");

/** What the reference system did and how it behaves at the moment. */
export interface ReferenceState {
  /** Every effect that was made, in order. */
  made: { key: string; tenant: string; tool: string; reference: string }[];
  mood: Record<string, number>;
}

/** A running `examples/reference-system`, in a process of its own. */
export interface ReferenceSystem {
  url: string;
  token: string;
  state(): Promise<ReferenceState>;
  /** Changes its behaviour (see mood.mjs) or loads stock rows. */
  control(change: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the reference system on a free port with the stock of the demo world, or with the rows given. */
export async function startReferenceSystem(options: { mode: "honours" | "ignores"; stock?: unknown[] }): Promise<ReferenceSystem> {
  const folder = mkdtempSync(join(tmpdir(), "qm-reference-"));
  const token = "reference-test-token";
  const args = [SERVER, "--port", "0", "--mode", options.mode, "--token", token, "--control"];
  if (options.stock) {
    writeFileSync(join(folder, "stock.json"), JSON.stringify(options.stock));
    args.push("--stock", join(folder, "stock.json"));
  }
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  endWithThisProcess(child, "KILL");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const url = await until(
    () => {
      if (child.exitCode !== null) throw new Error(`the reference system ended: ${output}`);
      return /http:\/\/\S+/.exec(output)?.[0];
    },
    { what: "the reference system" },
  );
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(5_000),
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the reference system answered ${answer.status}`);
    return answer.json();
  };
  return {
    url,
    token,
    state: () => call("/control") as Promise<ReferenceState>,
    async control(change) {
      await call("/control", change);
    },
    async stop() {
      const ended = new Promise((done) => child.once("exit", done));
      if (child.exitCode === null && child.kill("SIGKILL")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
