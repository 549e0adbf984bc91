import { linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeySet, rotateKey } from "@quartermaster/shared/signing";
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
