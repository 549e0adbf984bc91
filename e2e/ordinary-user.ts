import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

export interface OrdinaryUser {
  /** For `spawn`; empty when this process is an ordinary user already. */
  readonly ids: { uid: number; gid: number } | Record<string, never>;
  readonly uid: number;
  /** Gives a folder to the user. */
  own(folder: string): void;
  remove(): void;
}

const run = (command: string, args: readonly string[]): string => {
  const done = spawnSync(command, args, { encoding: "utf8", timeout: 20_000 });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${done.error?.message ?? done.stderr}`);
  return done.stdout.trim();
};

/**
 * A user without rights of its own who can read this clone: one made for the test when root runs it, else whoever runs it.
 * @throws Error when root cannot make one, or the user cannot read the clone: without it nothing is shown.
 */
export function ordinaryUser(repository: string): OrdinaryUser {
  const self = process.getuid?.() ?? -1;
  if (self !== 0) return { ids: {}, uid: self, own: () => {}, remove: () => {} };
  const name = `qm-e2e-${process.pid}`;
  run("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", name]);
  const remove = () => void spawnSync("userdel", [name], { timeout: 20_000 });
  try {
    const [uid, gid] = [Number(run("id", ["-u", name])), Number(run("id", ["-g", name]))];
    const probe = spawnSync("/bin/sh", ["-c", 'test -r "$1/package.json"', "sh", repository], { uid, gid, timeout: 10_000 });
    if (probe.status !== 0) throw new Error(`an ordinary user cannot read ${repository}; clone it where other users may look`);
    return { ids: { uid, gid }, uid, own: (folder) => chownSync(folder, uid, gid), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
