import { contentHash, createSigner, createVerifier, generateKey } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import { type LedgerLine, verifyLedger } from "../src/verify-ledger.ts";

const approvals = generateKey("approvals", "approvals-1");
const executor = generateKey("x_supply", "x_supply-1");
const verifier = createVerifier({ keys: [approvals.publicKey, executor.publicKey] });

/** Chains entries as the ledger does. */
function chain(entries: { kind: string; body: unknown }[]): LedgerLine[] {
  let prev = `sha256:${"0".repeat(64)}`;
  return entries.map(({ kind, body }, index) => {
    const entry = {
      tenant: "demo",
      position: index + 1,
      id: `led_${index}`,
      kind,
      requestId: "req",
      planId: "pln",
      stepId: null,
      subject: "s",
      actor: "a",
      at: new Date().toISOString(),
      bodyHash: contentHash(body),
      prev,
    };
    const line = { ...entry, body, hash: contentHash(entry) };
    prev = line.hash;
    return line;
  });
}

const grant = createSigner(approvals.privateKey).sign("grant", { grantId: "grt_1" });
const receipt = createSigner(executor.privateKey).sign("receipt", { grantId: "grt_1", domain: "supply", outcome: "succeeded" });
const good = () =>
  chain([
    { kind: "plan.accepted", body: { plan: 1 } },
    { kind: "grant.issued", body: grant },
    { kind: "receipt.recorded", body: receipt },
  ]);

describe("an exported ledger", () => {
  it("is in order when nothing was touched", () => {
    expect(verifyLedger(good(), verifier)).toBeNull();
  });

  it("shows a gap, a reordering, a changed body and a changed field", () => {
    const lines = good();
    expect(verifyLedger([lines[0], lines[2]] as LedgerLine[], verifier)).toMatchObject({ code: "gap" });
    expect(verifyLedger([lines[1], lines[0]] as LedgerLine[], verifier)).toMatchObject({ code: "gap" });
    expect(verifyLedger([{ ...lines[0], body: { plan: 2 } } as LedgerLine], verifier)).toMatchObject({ code: "body_changed" });
    expect(verifyLedger([{ ...lines[0], actor: "b" } as LedgerLine], verifier)).toMatchObject({ code: "link_changed" });
  });

  it("shows an effect without a grant and a signature by somebody else", () => {
    expect(verifyLedger(chain([{ kind: "receipt.recorded", body: receipt }]), verifier)).toMatchObject({ code: "effect_without_grant" });
    const forged = createSigner(executor.privateKey).sign("grant", { grantId: "grt_2" });
    expect(verifyLedger(chain([{ kind: "grant.issued", body: forged }]), verifier)).toMatchObject({ code: "signature_invalid" });
  });
});
