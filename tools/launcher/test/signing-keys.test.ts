import { linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKey, KeySet, PrivateKeyFile, rotateKey } from "@quartermaster/shared/signing";
import { expect, it } from "vitest";
import { homePaths } from "../src/home/home-paths.ts";
import { loadSigningKeys, SIGNING_ROLES } from "../src/home/signing-keys.ts";

it("keeps rotated keys over a start: they verify the past", () => {
  const home = mkdtempSync(join(tmpdir(), "qm-home-"));
  try {
    const paths = homePaths(home);
    const read = () => KeySet.parse(JSON.parse(readFileSync(paths.publicKeys, "utf8")));
    loadSigningKeys(paths);
    expect(read().keys.map((key) => key.role)).toEqual([...SIGNING_ROLES]);
    const { keySet } = rotateKey(read(), "approvals", 60_000);
    writeFileSync(paths.publicKeys, JSON.stringify(keySet));
    loadSigningKeys(paths);
    expect(read().keys.toSorted((a, b) => a.kid.localeCompare(b.kid))).toEqual(keySet.keys.toSorted((a, b) => a.kid.localeCompare(b.kid)));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

it("puts the public set in place whole: the file that another process has open stays as it was", () => {
  const home = mkdtempSync(join(tmpdir(), "qm-home-"));
  try {
    const paths = homePaths(home);
    loadSigningKeys(paths);
    const open = join(home, "open.json");
    linkSync(paths.publicKeys, open);
    const before = readFileSync(open, "utf8");
    rmSync(paths.signingKey("supply"));
    loadSigningKeys(paths);
    expect(readFileSync(paths.publicKeys, "utf8")).not.toBe(before);
    expect(readFileSync(open, "utf8")).toBe(before);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

it("keeps what a role's keys signed verifiable when its private file is gone, and takes the next id", () => {
  const home = mkdtempSync(join(tmpdir(), "qm-home-"));
  try {
    const paths = homePaths(home);
    const read = () => KeySet.parse(JSON.parse(readFileSync(paths.publicKeys, "utf8"))).keys;
    loadSigningKeys(paths);
    const retired = generateKey("a_role_of_before", "a_role_of_before-1").publicKey;
    writeFileSync(paths.publicKeys, JSON.stringify({ keys: [...read(), retired] }));
    const before = read();
    rmSync(paths.signingKey("approvals"));
    loadSigningKeys(paths);
    expect(read()).toEqual(expect.arrayContaining(before));
    expect(read()).toHaveLength(before.length + 1);
    const made = PrivateKeyFile.parse(JSON.parse(readFileSync(paths.signingKey("approvals"), "utf8")));
    expect(made.kid).toBe("approvals-2");
    expect(read().map((key) => key.kid)).toContain("approvals-2");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

it("replaces the set whole, and leaves one alone that is complete: others may be reading it", () => {
  const home = mkdtempSync(join(tmpdir(), "qm-home-"));
  try {
    const paths = homePaths(home);
    loadSigningKeys(paths);
    const first = statSync(paths.publicKeys);
    loadSigningKeys(paths);
    expect(statSync(paths.publicKeys)).toMatchObject({ ino: first.ino, mtimeMs: first.mtimeMs });
    rmSync(paths.signingKey("supply"));
    loadSigningKeys(paths);
    expect(statSync(paths.publicKeys).ino).not.toBe(first.ino);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
