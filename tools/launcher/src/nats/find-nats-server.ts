import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { LaunchError, reasonOf } from "../launch-error.ts";
import { canInstallPackages, installDebianPackage } from "./debian-package.ts";
import { downloadRelease } from "./download-release.ts";
import { NATS_VERSION } from "./release.ts";

/** A nats-server that can be run here. */
export interface NatsServer {
  path: string;
  version: string;
  from: "path" | "cache" | "download" | "package";
}

const USUAL_PLACES = ["/usr/sbin", "/usr/local/sbin", "/sbin", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/opt/nats-server"];
const OLDEST = [2, 9, 10] as const;

/** Folders that are looked into, in order and without repeats. */
export const searchFolders = (pathVariable: string): string[] => [
  ...new Set([...pathVariable.split(delimiter).filter(Boolean), ...USUAL_PLACES]),
];

/** Reads `nats-server: v2.9.10`; null when it is no such text or the server is older than 2.9.10. */
export function readVersion(text: string): string | null {
  const found = /v?(\d+)\.(\d+)\.(\d+)/.exec(text);
  if (!found) return null;
  const version = [Number(found[1]), Number(found[2]), Number(found[3])];
  for (const [at, oldest] of OLDEST.entries()) {
    const part = version[at] ?? 0;
    if (part !== oldest) return part > oldest ? version.join(".") : null;
  }
  return version.join(".");
}

function usable(path: string): string | null {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return null;
  }
  const run = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 5_000 });
  return run.status === 0 ? readVersion(`${run.stdout}${run.stderr}`) : null;
}

function lookInFolders(): NatsServer | null {
  for (const folder of searchFolders(process.env.PATH ?? "")) {
    const path = join(folder, "nats-server");
    const version = usable(path);
    if (version) return { path, version, from: "path" };
  }
  return null;
}

export interface FindOptions {
  /** QM_HOME/bin. */
  cacheFolder: string;
  /** False with QM_DOWNLOAD=0: the official release is not fetched. */
  download: boolean;
  say(line: string): void;
}

/**
 * Finds a nats-server of at least 2.9.10: the PATH and usual places, the cached download, the official release, Debian's package.
 * @throws LaunchError that says what was tried and how to install one.
 */
export async function findNatsServer(options: FindOptions): Promise<NatsServer> {
  const installed = lookInFolders();
  if (installed) return installed;
  const cached = join(options.cacheFolder, `nats-server-${NATS_VERSION}`);
  const cachedVersion = usable(cached);
  if (cachedVersion) return { path: cached, version: cachedVersion, from: "cache" };
  const tried: string[] = ["none is on the PATH or in the usual places"];
  if (!options.download) {
    tried.push("QM_DOWNLOAD=0 forbids fetching the official release");
  } else {
    options.say(`  no nats-server here; fetching the official release ${NATS_VERSION}`);
    try {
      await downloadRelease(cached);
      const version = usable(cached);
      if (version) return { path: cached, version, from: "download" };
      tried.push("the fetched one does not run here");
    } catch (error) {
      tried.push(`the official release could not be fetched (${reasonOf(error)})`);
    }
  }
  if (canInstallPackages()) {
    options.say("  installing Debian's nats-server package");
    try {
      installDebianPackage();
      const server = lookInFolders();
      if (server) return { ...server, from: "package" };
    } catch (error) {
      tried.push(reasonOf(error));
    }
  }
  throw new LaunchError(
    `Quartermaster needs a nats-server of version 2.9.10 or later: ${tried.join("; ")}. Install one (Debian, Ubuntu: apt install nats-server; macOS: brew install nats-server; others: https://github.com/nats-io/nats-server/releases) and start again, or set QM_NATS_URL to a server that runs with Quartermaster's accounts.`,
  );
}
