import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigner, generateKey, loadVerifier, PrivateKeyFile } from "@quartermaster/shared/signing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listKeys, revoke, rotate } from "../src/manage-keys.ts";

const HOUR = 3_600_000;
let folder: string;
let files: { keys: string; privateKey: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "qm-keys-"));
  files = { keys: join(folder, "public.json"), privateKey: join(folder, "approvals.key.json") };
  const made = generateKey("approvals", "approvals-1");
  writeFileSync(files.keys, JSON.stringify({ keys: [made.publicKey] }));
  writeFileSync(files.privateKey, JSON.stringify(made.privateKey), { mode: 0o400 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signer = () => createSigner(PrivateKeyFile.parse(JSON.parse(readFileSync(files.privateKey, "utf8"))));
const isAccepted = (signed: ReturnType<ReturnType<typeof signer>["sign"]>): boolean => {
  try {
    loadVerifier(files.keys).verify("grant", signed, ["approvals"]);
    return true;
  } catch {
    return false;
  }
};

it("rotates a key in its files: the old one is accepted on, and revoked at once when asked", () => {
  const old = signer().sign("grant", { grantId: "1" });
  expect(rotate(files, "approvals", HOUR)[0]).toContain("approvals-2 is the key of approvals");
  expect(statSync(files.privateKey).mode & 0o777).toBe(0o400);
  const next = signer().sign("grant", { grantId: "2" });
  expect([next.kid, isAccepted(old), isAccepted(next)]).toEqual(["approvals-2", true, true]);
  revoke(files, "approvals-1", new Date(Date.now() - 1));
  expect([isAccepted(old), isAccepted(next)]).toEqual([false, true]);
  expect(listKeys(files).map((line) => line.split("  ").slice(0, 2).join(" "))).toEqual(["approvals-1 approvals", "approvals-2 approvals"]);
  expect(listKeys(files)[0]).toContain("ended");
});

it("changes nothing without the private key file, or for a role that signs nothing", () => {
  const before = readFileSync(files.keys, "utf8");
  expect(() => rotate({ keys: files.keys }, "approvals", HOUR)).toThrow("--private-key");
  expect(() => rotate(files, "nobody", HOUR)).toThrow();
  expect(readFileSync(files.keys, "utf8")).toBe(before);
});

it("replaces nothing but the role's own key file: what it overwrites is gone", () => {
  const before = readFileSync(files.keys, "utf8");
  const other = join(folder, "supply.key.json");
  const supply = generateKey("supply", "supply-1");
  const known = generateKey("x_supply", "x_supply-1");
  writeFileSync(files.keys, JSON.stringify({ keys: [...JSON.parse(before).keys, supply.publicKey, known.publicKey] }));
  const keys = readFileSync(files.keys, "utf8");
  for (const [content, words] of [
    [JSON.stringify(supply.privateKey), "supply-1, which is none of approvals"],
    [JSON.stringify({ ...known.privateKey, role: "approvals" }), "none of approvals"],
    [JSON.stringify(generateKey("approvals", "approvals-7").privateKey), "approvals-7"],
    ["-----BEGIN OPENSSH PRIVATE KEY-----", "no private key"],
  ] as const) {
    writeFileSync(other, content);
    expect(() => rotate({ keys: files.keys, privateKey: other }, "approvals", HOUR)).toThrow(words);
    expect(readFileSync(other, "utf8")).toBe(content);
  }
  expect(() => rotate({ keys: files.keys, privateKey: join(folder, "none") }, "approvals", HOUR)).toThrow("no private key");
  expect(readFileSync(files.keys, "utf8")).toBe(keys);
});
