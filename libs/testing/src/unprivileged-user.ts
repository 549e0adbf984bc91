import { readFileSync } from "node:fs";

/** Whom Postgres runs as: it refuses root. Undefined when this process is an ordinary user already. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = (line ?? "").split(":");
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
