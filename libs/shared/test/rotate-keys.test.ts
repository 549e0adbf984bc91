import { mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigner, createVerifier, generateKey, type KeySet, loadVerifier, revokeKey, rotateKey } from "@quartermaster/shared/signing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const HOUR = 3_600_000;
const NOW = new Date("2026-12-07T09:00:00.000Z");
const later = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR);
const first = generateKey("approvals", "approvals-1", 3_650, NOW);
const set: KeySet = { keys: [first.publicKey, generateKey("x_supply", "x_supply-1").publicKey] };
const grant = { grantId: "grt_1" };
const code = (expected: string) => expect.objectContaining({ code: expected });

describe("a rotated key", () => {
  it("is accepted for the overlap and then no more, while the new one is", () => {
    const rotated = rotateKey(set, "approvals", 2 * HOUR, NOW);
    expect(rotated).toMatchObject({ privateKey: { kid: "approvals-2", role: "approvals" }, replaced: ["approvals-1"] });
    const verifier = createVerifier(rotated.keySet);
    const [old, next] = [createSigner(first.privateKey), createSigner(rotated.privateKey)].map((signer) => signer.sign("grant", grant));
    if (!old || !next) throw new Error("two grants are needed");
    expect(verifier.verify("grant", old, ["approvals"], later(1))).toEqual(grant);
    expect(() => verifier.verify("grant", old, ["approvals"], later(3))).toThrow(code("key_unknown"));
    expect(verifier.verify("grant", next, ["approvals"], later(3))).toEqual(grant);
    expect(rotated.keySet.keys.find((key) => key.role === "x_supply")).toEqual(set.keys[1]);
  });

  it("never comes back: ids are counted on, and a second rotation does not lengthen the first", () => {
    const once = rotateKey(set, "approvals", HOUR, NOW);
    const twice = rotateKey(once.keySet, "approvals", 9 * HOUR, later(0.5));
    expect(twice.privateKey.kid).toBe("approvals-3");
    expect(twice.keySet.keys.find((key) => key.kid === "approvals-1")?.notAfter).toBe(later(1).toISOString());
    expect(() => rotateKey(set, "nobody", HOUR, NOW)).toThrow(code("key_unknown"));
  });

  it("is refused at once when it was revoked, and still verifies what it signed before", () => {
    const revoked = createVerifier(revokeKey(set, "approvals-1", later(1)));
    const signed = createSigner(first.privateKey).sign("grant", grant);
    expect(() => revoked.verify("grant", signed, ["approvals"], later(1.01))).toThrow(code("key_unknown"));
    expect(revoked.verify("grant", signed, ["approvals"], later(0.5))).toEqual(grant);
    expect(() => revokeKey(set, "approvals-9", NOW)).toThrow(code("key_unknown"));
  });
});

describe("the public key set in a file", () => {
  let folder: string;
  let file: string;
  const write = (keySet: KeySet): void => {
    writeFileSync(`${file}.next`, JSON.stringify(keySet));
    renameSync(`${file}.next`, file);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "qm-keys-"));
    file = join(folder, "public.json");
    write(set);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is read again when it changed, without a restart, and nothing verifies while it cannot be read", () => {
    let millis = 0;
    const verifier = loadVerifier(file, () => millis);
    const rotated = rotateKey(set, "approvals", HOUR, NOW);
    const signed = createSigner(rotated.privateKey).sign("grant", grant);
    const check = () => verifier.verify("grant", signed, ["approvals"], later(0.5));
    write(rotated.keySet);
    expect(check).toThrow(code("key_unknown"));
    millis = 1_000;
    expect(check()).toEqual(grant);
    write(revokeKey(rotated.keySet, "approvals-2", NOW));
    millis = 2_000;
    expect(check).toThrow(code("key_unknown"));
    unlinkSync(file);
    millis = 3_000;
    // Nothing is accepted, and nothing is given up: a message whose key cannot be looked up now comes again.
    expect(check).toThrow(expect.objectContaining({ code: "unavailable", retryable: true }));
    writeFileSync(file, '{"keys": [');
    expect(check).toThrow(code("unavailable"));
    write(rotated.keySet);
    expect(check()).toEqual(grant);
  });
});
