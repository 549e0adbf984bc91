import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigner, generateKey, loadVerifier } from "@quartermaster/shared/signing";
import { expect, it } from "vitest";
import { checkPlan } from "../src/inbox/check-plan.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";

it("does not refuse a plan because the key file cannot be read just now, and does for a signature that is not approvals'", () => {
  const folder = mkdtempSync(join(tmpdir(), "qm-keys-"));
  try {
    const file = join(folder, "public.json");
    const [own, other] = [generateKey("approvals", "approvals-1"), generateKey("supply", "supply-1")];
    const text = JSON.stringify({ keys: [own.publicKey, other.publicKey] });
    writeFileSync(file, text);
    let millis = 0;
    const verifier = loadVerifier(file, () => millis);
    const steps = ({ tenant, requestId }: { tenant: string; requestId: string }) => [
      aStep(tenant, requestId, { id: "a", agent: "supply", tool: "transfer_stock", args: transferArgs() }),
    ];
    const plan = aPlan(createSigner(own.privateKey), { tenant: "demo", steps });
    const forged = aPlan(createSigner(other.privateKey), { tenant: "demo", steps });
    expect(checkPlan(forged, verifier)).toMatchObject({ fault: { code: "requester_unknown" } });
    rmSync(file);
    millis = 1_000;
    expect(() => checkPlan(plan, verifier)).toThrow(expect.objectContaining({ code: "unavailable", retryable: true }));
    writeFileSync(file, text);
    expect(checkPlan(plan, verifier)).toMatchObject({ token: { requester: "planner.anna" } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
