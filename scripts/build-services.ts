import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMPILER = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

/** Builds what tests start as processes of their own; a third of a second when all is current. */
export function setup(): void {
  const run = spawnSync(process.execPath, [COMPILER, "-b"], { cwd: ROOT, encoding: "utf8", timeout: 300_000 });
  if (run.status !== 0) throw new Error(`the services could not be built: ${run.error?.message ?? `${run.stdout}${run.stderr}`}`);
}
