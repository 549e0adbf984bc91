import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
