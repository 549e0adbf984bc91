import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LaunchError } from "../launch-error.ts";
import type { ServerUser } from "./server-user.ts";

const MAJOR = "18";

/**
 * Creates the database cluster when there is none: UTF-8, passwords for every connection, text ordered by code point.
 * @throws LaunchError when the folder holds another version's data, or initdb fails.
 */
export function initCluster(native: string, data: string, password: string, user: ServerUser | null): void {
  const versionFile = join(data, "PG_VERSION");
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, "utf8").trim();
    if (version !== MAJOR)
      throw new LaunchError(
        `${data} holds data of Postgres ${version}; this version uses ${MAJOR}. Start over with \`npm start -- --fresh\`.`,
      );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "qm-initdb-"));
  const secret = join(folder, "password");
  try {
    writeFileSync(secret, `${password}\n`, { mode: 0o600 });
    if (user) for (const path of [folder, secret]) chownSync(path, user.uid, user.gid);
    const args = [
      "-D",
      data,
      "-U",
      "postgres",
      "--pwfile",
      secret,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-sync",
    ];
    const run = spawnSync(join(native, "bin", "initdb"), args, {
      cwd: "/",
      encoding: "utf8",
      timeout: 120_000,
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    if (run.status !== 0) {
      rmSync(versionFile, { force: true });
      throw new LaunchError(
        `Postgres could not create its data folder ${data}: ${(run.stderr || run.error?.message || "no message").trim().split("\n").slice(-4).join(" ")}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
