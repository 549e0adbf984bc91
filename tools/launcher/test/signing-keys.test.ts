import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKey, KeySet, loadSigner, loadVerifier, PrivateKeyFile, rotateKey } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import { type HomePaths, homePaths } from "../src/home/home-paths.ts";
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

describe("a start that died between the key files", () => {
  const inHome = (work: (paths: HomePaths, read: () => KeySet["keys"]) => void) => {
    const home = mkdtempSync(join(tmpdir(), "qm-home-"));
    try {
      const paths = homePaths(home);
      work(paths, () => KeySet.parse(JSON.parse(readFileSync(paths.publicKeys, "utf8"))).keys);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
  /** Every role's file signs what the set verifies. */
  const expectWhole = (paths: HomePaths) => {
    const verifier = loadVerifier(paths.publicKeys);
    for (const role of SIGNING_ROLES) {
      const signed = loadSigner(paths.signingKey(role)).sign("receipt", { role });
      expect(verifier.verify("receipt", signed, [role])).toEqual({ role });
    }
  };

  it("with a private key that never came into the set: the role gets one that is in it", () => {
    inHome((paths, read) => {
      loadSigningKeys(paths);
      writeFileSync(paths.publicKeys, JSON.stringify({ keys: read().filter((key) => key.role !== "supply") }));
      const ino = statSync(paths.signingKey("supply")).ino;
      loadSigningKeys(paths);
      expectWhole(paths);
      // Another file, not another content: a file of mode 0400 cannot be written over.
      expect(statSync(paths.signingKey("supply")).ino).not.toBe(ino);
      expect(statSync(paths.signingKey("supply")).mode & 0o777).toBe(0o400);
    });
  });

  it("with another key under a known id: the id alone proves nothing", () => {
    inHome((paths) => {
      loadSigningKeys(paths);
      rmSync(paths.signingKey("x_supply"));
      writeFileSync(paths.signingKey("x_supply"), JSON.stringify(generateKey("x_supply", "x_supply-1").privateKey), { mode: 0o400 });
      loadSigningKeys(paths);
      expectWhole(paths);
    });
  });

  it.each(["", '{"kid":"approvals-1","ro', '{"kid":"approvals-1","role":"approvals","seed":"c2hvcnQ"}'])(
    "with a half-written file: %s",
    (text) => {
      inHome((paths) => {
        loadSigningKeys(paths);
        rmSync(paths.signingKey("approvals"));
        writeFileSync(paths.signingKey("approvals"), text, { mode: 0o400 });
        loadSigningKeys(paths);
        expectWhole(paths);
      });
    },
  );

  it("before a private file was put in place: the set knows its key already, and the next start makes another", () => {
    inHome((paths, read) => {
      loadSigningKeys(paths);
      const before = read();
      rmSync(paths.signingKey("export"));
      // Stands where the file is prepared, so that the write fails.
      mkdirSync(`${paths.signingKey("export")}.new`);
      expect(() => loadSigningKeys(paths)).toThrow();
      expect(read()).toHaveLength(before.length + 1);
      rmSync(`${paths.signingKey("export")}.new`, { recursive: true });
      loadSigningKeys(paths);
      expectWhole(paths);
      expect(loadSigner(paths.signingKey("export")).kid).toBe("export-3");
    });
  });
});
