import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file that only its owner reads; readers see the old or the new text, never half of one. Leaves an equal file alone. */
export function writeSecret(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { mode: 0o400, flush: true });
  renameSync(fresh, path);
}
