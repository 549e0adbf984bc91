import { createSigner, createVerifier, generateKey } from "@quartermaster/shared/signing";
import { expect, test } from "vitest";

const supply = generateKey("supply", "supply-1");
const approvals = generateKey("approvals", "approvals-1");
const verifier = createVerifier({ keys: [supply.publicKey, approvals.publicKey] });
const signer = createSigner(approvals.privateKey);
const grant = { id: "grt_1", args: { sku: "VLV-050", quantity: "60" } };

test("a signature verifies for its purpose, body and role, whatever the member order", () => {
  const signed = signer.sign("grant", grant);
  expect(verifier.verify("grant", signed, ["approvals"])).toEqual(grant);
  expect(verifier.verify("grant", { ...signed, body: { args: { quantity: "60", sku: "VLV-050" }, id: "grt_1" } }, ["approvals"])).toEqual(
    grant,
  );
  expect(signer.sign("grant", grant).signature).toBe(signed.signature);
});

test("a signature for one purpose is worthless for another", () => {
  expect(() => verifier.verify("receipt", signer.sign("grant", grant), ["approvals"])).toThrow(
    expect.objectContaining({ code: "signature_invalid" }),
  );
});

test("a role that may not sign this is refused although its signature is right", () => {
  const signed = createSigner(supply.privateKey).sign("grant", grant);
  expect(() => verifier.verify("grant", signed, ["approvals"])).toThrow(expect.objectContaining({ code: "key_unknown" }));
});

test("every changed byte of the signature and any changed value is refused", () => {
  const signed = signer.sign("grant", grant);
  const bytes = Buffer.from(signed.signature, "base64url");
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => verifier.verify("grant", { ...signed, signature: changed.toString("base64url") }, ["approvals"])).toThrow(
      expect.objectContaining({ code: "signature_invalid" }),
    );
  }
  const body = { ...grant, args: { ...grant.args, quantity: "61" } };
  expect(() => verifier.verify("grant", { ...signed, body }, ["approvals"])).toThrow(
    expect.objectContaining({ code: "signature_invalid" }),
  );
});

test("unknown keys, and keys outside their time, are refused", () => {
  const signed = signer.sign("grant", grant);
  expect(() => verifier.verify("grant", { ...signed, kid: "other-1" }, ["approvals"])).toThrow(
    expect.objectContaining({ code: "key_unknown" }),
  );
  expect(() => verifier.verify("grant", signed, ["approvals"], new Date("2001-01-01"))).toThrow(
    expect.objectContaining({ code: "key_unknown" }),
  );
  expect(() => verifier.verify("grant", signed, ["approvals"], new Date("2101-01-01"))).toThrow(
    expect.objectContaining({ code: "key_unknown" }),
  );
});

test("another key under a known key id is refused", () => {
  const forged = createSigner(generateKey("approvals", "approvals-1").privateKey).sign("grant", grant);
  expect(() => verifier.verify("grant", forged, ["approvals"])).toThrow(expect.objectContaining({ code: "signature_invalid" }));
});
