import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** True when this machine can install Debian packages: Debian or a relative of it, and root. */
export const canInstallPackages = (): boolean =>
  process.getuid?.() === 0 && existsSync("/etc/debian_version") && existsSync("/usr/bin/apt-get");

/**
 * Installs Debian's nats-server. Its own system service is kept from starting: the launcher runs the program itself, on a
 * port and with accounts of its own.
 * @throws Error with apt's last words.
 */
export function installDebianPackage(): void {
  const apt = (args: readonly string[]): void => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1", SYSTEMD_OFFLINE: "1" };
    const run = spawnSync("apt-get", args, { encoding: "utf8", timeout: 300_000, env });
    if (run.status !== 0)
      throw new Error(`apt-get ${args[0]} failed: ${(run.stderr || run.error?.message || "").trim().split("\n").slice(-2).join(" ")}`);
  };
  apt(["update", "-qq"]);
  apt(["install", "-y", "-qq", "--no-install-recommends", "nats-server"]);
}
