import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "./until.ts";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));
const SERVICES = ["coordinator", "approvals", "supply", "transit", "export"] as const;
const READY_MS = 180_000;
const STOP_MS = 60_000;

export interface Running {
  role: string;
  replica: number;
  pid: number;
}

/** The whole product with two replicas of each service, as the launcher starts and supervises it. */
export interface ChaosStack {
  readonly url: string;
  readonly home: string;
  readonly natsUrl: string;
  readonly postgresPort: number;
  processes(): Running[];
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

/** @throws Error with the launcher's last words when it does not come up. */
export async function startStack(port: number): Promise<ChaosStack> {
  const home = mkdtempSync(join(tmpdir(), "qm-chaos-"));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("QM_") && name !== "OPENAI_API_KEY"));
  const scale = SERVICES.flatMap((service) => ["--scale", `${service}=2`]);
  const launcher = spawn(process.execPath, ["tools/launcher/dist/main.js", "start", ...scale], {
    cwd: REPOSITORY,
    env: { ...env, QM_HTTP_PORT: String(port), QM_HOME: home, QM_TEST: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  const ended = new Promise<void>((resolve) => launcher.once("exit", () => resolve()));
  const stop = async () => {
    launcher.kill("SIGTERM");
    const limit = setTimeout(() => launcher.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(limit);
    rmSync(home, { recursive: true, force: true });
  };
  const up = await until(READY_MS, async () => (launcher.exitCode !== null ? "ended" : (await isReady()) ? "ready" : null));
  if (up !== "ready") {
    await stop();
    throw new Error(`the stack did not start:\n${output.slice(-4_000)}`);
  }
  return {
    url,
    home,
    natsUrl: `nats://127.0.0.1:${port + 3}`,
    postgresPort: port + 4,
    isReady: () => isReady().catch(() => false),
    processes() {
      const parsed = JSON.parse(readFileSync(join(home, "run/processes.json"), "utf8")) as Running[] | { processes: Running[] };
      return Array.isArray(parsed) ? parsed : parsed.processes;
    },
    stop,
  };
}
