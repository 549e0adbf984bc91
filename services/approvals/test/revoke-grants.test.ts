import { newId, Revoke } from "@quartermaster/shared/contracts";
import { contentHash, type Signer } from "@quartermaster/shared/signing";
import { expect, it } from "vitest";
import type { PlanUnit } from "../src/adapters/change-plan.ts";
import { revokeGrants } from "../src/grants/revoke-grants.ts";
import { aPlanPicture, aStepPicture } from "./support/build-picture.ts";

const NOW = "2026-12-07T10:00:00.000Z";

it("a revoke says of which content its grant is, so that an executor that never saw the grant can answer", async () => {
  const of = {
    requestId: newId("req"),
    revision: 2,
    tool: "transfer_stock",
    contentHash: contentHash("step"),
    effectKey: contentHash("effect"),
  };
  const grant = { id: "grt_1", step_id: "a", domain: "supply", body: { body: { ...of, grantId: "grt_1", facts: {} } } };
  const sent: { body: unknown }[] = [];
  const tx = {
    query: async (text: string) => ({ rows: text.startsWith("select") ? [grant] : [] }),
    send: (message: { body: unknown }) => sent.push(message),
  };
  const unit = { tx, plan: aPlanPicture([aStepPicture("a")]), now: NOW, businessNow: NOW, ledger: () => {} } as unknown as PlanUnit;
  const signed: unknown[] = [];
  const sign = (_purpose: string, body: unknown) => {
    signed.push(body);
    return { body };
  };
  const signer = { sign } as unknown as Signer;
  await revokeGrants(unit, signer, ["a"], "cancelled");
  expect(sent).toHaveLength(1);
  expect(signed).toMatchObject([{ grantId: "grt_1", of }]);
  expect(Revoke.shape.of.safeParse((signed[0] as { of: unknown }).of).success).toBe(true);
});
