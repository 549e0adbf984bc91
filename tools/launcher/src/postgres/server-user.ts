import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/** Finds a user in the text of /etc/passwd. */
export function findUser(passwd: string, name: string): ServerUser | null {
  for (const line of passwd.split("\n")) {
    const [user, , uid, gid] = line.split(":");
    if (user === name && uid && gid) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

/**
 * The unprivileged user that Postgres runs as when the launcher is root; null for an ordinary user, who runs it himself.
 * A system user `quartermaster` is made when missing; where that fails, `nobody` does.
 */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const read = (name: string) => findUser(readFileSync("/etc/passwd", "utf8"), name);
  const known = read("quartermaster");
  if (known) return known;
  spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "quartermaster"], {
    stdio: "ignore",
    timeout: 10_000,
  });
  return read("quartermaster") ?? read("nobody") ?? { name: "nobody", uid: 65_534, gid: 65_534 };
}

/** True when that user can get at a path, given its folders' permissions. */
export function canReach(user: ServerUser, path: string, access: "x" | "w"): boolean {
  const probe = spawnSync("/bin/sh", ["-c", `test -${access} "$1"`, "sh", path], {
    uid: user.uid,
    gid: user.gid,
    cwd: "/",
    stdio: "ignore",
    timeout: 10_000,
  });
  return probe.status === 0;
}
