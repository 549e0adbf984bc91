import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const USUAL_PLACES = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"];

/** Finds nats-server on the PATH or in the usual places. @throws Error that says how to install it. */
export function findNatsServer(): { path: string; version: string } {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), ...USUAL_PLACES]) {
    const path = join(folder, "nats-server");
    try {
      accessSync(path, constants.X_OK);
      const version = /v?(\d+\.\d+\.\d+)/.exec(execFileSync(path, ["--version"], { encoding: "utf8", timeout: 5_000 }))?.[1];
      if (version !== undefined) return { path, version };
    } catch {
      // Not here; the next folder.
    }
  }
  throw new Error(
    "nats-server was not found. Debian and Ubuntu: apt-get install -y nats-server. macOS: brew install nats-server. Or set TEST_NATS_URL and TEST_NATS_SEED_DIR.",
  );
}
