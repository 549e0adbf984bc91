import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newId } from "@quartermaster/shared/contracts";
import { freePort, type ReferenceSystem, type TestNats, until } from "@quartermaster/testing";
import type { SupplyWorld } from "./supply-world.ts";

const REPOSITORY = fileURLToPath(new URL("../../../..", import.meta.url));
const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** A limit of one call that leaves a dead process's calls to others after 7 s. */
const CALL_TIMEOUT_MS = 1_000;

export interface ExecutorChild {
  /** Ends it as a power cut would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when its fault or `kill` ended it. */
  readonly ended: Promise<void>;
}

/** Starts executor processes of supply, as the launcher does, on the world's database and bus. */
export function createExecutorStarter(world: SupplyWorld, nats: TestNats) {
  const home = mkdtempSync(join(tmpdir(), "qm-executor-"));
  const children = new Set<ChildProcess>();
  const file = (name: string, content: string): string => {
    writeFileSync(join(home, name), content, { mode: 0o600 });
    return join(home, name);
  };
  const fixed = {
    QM_ROLES: "executor",
    QM_DATABASE_URL: world.db.url("qm_supply_executor"),
    QM_NATS_URL: nats.url,
    QM_NATS_SEED_FILE: file("x_supply.nk", nats.seeds.x_supply ?? ""),
    QM_NATS_ROLE: "x_supply",
    QM_SIGNING_KEY_FILE: file("key.json", JSON.stringify(world.keys.privateKey("x_supply"))),
    QM_PUBLIC_KEYS_FILE: file("public.json", JSON.stringify(world.keys.keySet)),
    QM_LOG_LEVEL: "fatal",
    QM_TEST: "1",
  };
  return {
    async start(system: ReferenceSystem, repeat: "by_key" | "never", fault?: string): Promise<ExecutorChild> {
      const port = await freePort();
      const child = spawn(process.execPath, [MAIN], {
        cwd: REPOSITORY,
        env: {
          PATH: process.env.PATH,
          ...fixed,
          QM_INSTANCE: newId("ins"),
          QM_HTTP_PORT: String(port),
          QM_SYSTEM: "http",
          QM_SYSTEM_URL: system.url,
          QM_SYSTEM_TOKEN: system.token,
          QM_SYSTEM_TIMEOUT_MS: String(CALL_TIMEOUT_MS),
          QM_SYSTEM_REPEAT: repeat,
          ...(fault === undefined ? {} : { QM_FAULT: fault }),
        },
        stdio: ["ignore", "inherit", "inherit"],
      });
      children.add(child);
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
      await until(async () => hasEnded() || (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok, {
        timeoutMs: 60_000,
        what: "the executor",
      });
      if (hasEnded()) throw new Error(`the executor ended before it was ready: ${child.exitCode ?? child.signalCode}`);
      return {
        ended,
        async kill() {
          child.kill("SIGKILL");
          await ended;
        },
      };
    },
    /** Ends what still runs. */
    stop() {
      for (const child of children) child.kill("SIGKILL");
      children.clear();
    },
    clean: () => rmSync(home, { recursive: true, force: true }),
  };
}
