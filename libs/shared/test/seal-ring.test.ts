import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSealRing, isSealed, readSealRing, type SealRingFile, withNewSealKey } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "none";
};
const ringOf = (file: SealRingFile) => createSealRing(() => file);

describe("a ring of keys that seal", () => {
  it("opens what it sealed, at its place only, and never shows it", () => {
    const ring = ringOf(withNewSealKey(null));
    const sealed = ring.seal("whsec_abc", "demo/chn_1");
    expect(isSealed(sealed)).toBe(true);
    expect(sealed).not.toContain("whsec");
    expect(ring.open(sealed, "demo/chn_1")).toBe("whsec_abc");
    expect(codeOf(() => ring.open(sealed, "demo/chn_2"))).toBe("seal_broken");
    expect(ring.seal("whsec_abc", "demo/chn_1")).not.toBe(sealed);
  });

  it("seals with the newest key and still opens what older ones sealed", () => {
    const first = withNewSealKey(null);
    const old = ringOf(first).seal("secret", "p");
    const ring = ringOf(withNewSealKey(first));
    expect([ring.open(old, "p"), ring.isCurrent(old), ring.isCurrent(ring.seal("secret", "p"))]).toEqual(["secret", false, true]);
  });

  it("reads its file again for a key that it does not know", () => {
    let file = withNewSealKey(null);
    const ring = createSealRing(() => file);
    file = withNewSealKey(file);
    expect(ring.open(ringOf(file).seal("secret", "p"), "p")).toBe("secret");
  });

  it("names what is wrong: a key it does not have, the wrong key under its name, a changed text, no sealed text", () => {
    const file = withNewSealKey(null);
    const ring = ringOf(file);
    const sealed = ring.seal("secret", "p");
    const other = withNewSealKey(null);
    const namesake = { keys: [{ ...other.keys[0], kid: file.keys[0]?.kid }] } as SealRingFile;
    expect(codeOf(() => ringOf(other).open(sealed, "p"))).toBe("seal_key_unknown");
    expect(codeOf(() => ringOf(namesake).open(sealed, "p"))).toBe("seal_broken");
    const at = sealed.length - 3;
    const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    expect(codeOf(() => ring.open(changed, "p"))).toBe("seal_broken");
    for (const text of ["secret", "qms1.x", "qms1.seal-000000000000.AA", `${sealed}.more`])
      expect(
        codeOf(() => ring.open(text, "p")),
        text,
      ).toBe("seal_broken");
  });

  it("refuses a file that is no ring without showing what is in it", () => {
    const folder = mkdtempSync(join(tmpdir(), "ring-"));
    try {
      const path = join(folder, "seal.json");
      writeFileSync(path, JSON.stringify({ keys: [{ kid: "seal-000000000000", key: "c2hvcnQ", createdAt: "2026-01-01T00:00:00Z" }] }));
      expect(codeOf(() => readSealRing(path))).toBe("config_invalid");
      expect(() => readSealRing(path)).not.toThrow(/c2hvcnQ/);
      expect(codeOf(() => readSealRing(join(folder, "none.json")))).toBe("config_invalid");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
