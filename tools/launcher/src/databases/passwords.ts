import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DATABASES } from "@quartermaster/shared/db";

/** Password of each login role, and of the administrator under `postgres`. */
export type Passwords = ReadonlyMap<string, string>;

/** Reads the passwords of the database roles, making those that are missing. The file is readable by its owner only. */
export function loadPasswords(path: string): Passwords {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>) : {};
  const roles = ["postgres", ...Object.values(DATABASES).flatMap((plan) => plan.roles)];
  const passwords = new Map(roles.map((role) => [role, known[role] ?? randomBytes(24).toString("base64url")]));
  if (roles.some((role) => known[role] === undefined)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(Object.fromEntries(passwords), null, 2), { mode: 0o600 });
  }
  return passwords;
}
