import type { Grant, Receipt } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import { receiptFitsGrant } from "../src/inbox/receipt-fits-grant.ts";

const common = { grantId: "grt_1", tenant: "demo", planId: "pln_1", stepId: "stp_1", contentHash: contentHash("step") };
const grant = { ...common, agent: "supply" } as Grant;
const receipt = { ...common, domain: "supply" } as Receipt;

describe("a receipt", () => {
  it("belongs to the grant that it answers", () => {
    expect(receiptFitsGrant(receipt, grant)).toBe(true);
  });

  it.each([
    { grantId: "grt_2" },
    { tenant: "t2" },
    { planId: "pln_2" },
    { stepId: "stp_2" },
    { domain: "transit" as const },
    { contentHash: contentHash("another step") },
  ])("does not belong to a grant that differs in %o", (wish) => {
    expect(receiptFitsGrant({ ...receipt, ...wish }, grant)).toBe(false);
  });
});
