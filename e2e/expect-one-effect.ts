import { expect } from "vitest";
import type { Tenant } from "./client.ts";
import { until } from "./until.ts";

/** Both steps of a move have one succeeded receipt, the units are reserved once, and the ledger verifies. */
// biome-ignore lint/suspicious/noExplicitAny: documented fields of the request resource
export async function expectOneEffectPerStep(tenant: Tenant, done: any, reservedBefore: string): Promise<void> {
  expect(done.plan.steps.map((step: { tool: string; receipt: { outcome: string } | null }) => [step.tool, step.receipt?.outcome])).toEqual([
    ["transfer_stock", "succeeded"],
    ["book_shipment", "succeeded"],
  ]);
  expect(Number((await tenant.stock("VLV-050", "LOC-HAM")).reserved) - Number(reservedBefore)).toBe(60);
  // A process that a fault ended may still be starting: what counts is what it says once it answers.
  let verified: unknown;
  await until("the ledger is verified", async () => {
    const answer = await tenant.call("audit.lena", "/v1/ledger/verify").catch(() => null);
    verified = answer?.body;
    return answer?.status === 200;
  });
  expect(verified).toMatchObject({ ok: true });
}
