import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { endWithThisProcess } from "./end-with-this-process.ts";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
/** The interpreter that Debian's packages are installed for. */
const PYTHON = "/usr/bin/python3";
const PASSWORD = "erpdemo-4821";
const PACKAGES =
  "tryton-server tryton-modules-stock tryton-modules-stock-lot tryton-modules-customs tryton-modules-incoterm tryton-modules-carrier";

let server: ChildProcess | undefined;
let folder: string | undefined;

/** A real Tryton server with the demo world's goods, for the whole run; the tests find it in TEST_TRYTON. */
export async function setup(): Promise<void> {
  // Not skipped: a contract that was not run says nothing.
  if (!existsSync("/usr/bin/trytond")) throw new Error(`These tests need a Tryton server. On Debian: apt-get install ${PACKAGES}`);
  folder = mkdtempSync(join(tmpdir(), "qm-tryton-"));
  const port = await freePort();
  const config = join(folder, "trytond.conf");
  writeFileSync(config, `[database]\nuri = sqlite://\npath = ${join(folder, "db")}\n[web]\nlisten = 127.0.0.1:${port}\n`);
  const prepare = [join(ROOT, "examples/tryton/prepare.py"), "--config", config, "--world", join(ROOT, "data/seed-world.json")];
  const env = { PATH: process.env.PATH, TRYTON_PASSWORD: PASSWORD };
  await promisify(execFile)(PYTHON, prepare, { env, timeout: 900_000 });
  server = spawn("/usr/bin/trytond", ["-c", config, "-d", "erp"], { env, stdio: "ignore" });
  endWithThisProcess(server, "KILL");
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status > 0, { timeoutMs: 60_000, what: "Tryton" });
  process.env.TEST_TRYTON = JSON.stringify({ url, database: "erp", user: "quartermaster", password: PASSWORD });
}

export async function teardown(): Promise<void> {
  server?.kill("SIGKILL");
  if (folder) rmSync(folder, { recursive: true, force: true });
}
