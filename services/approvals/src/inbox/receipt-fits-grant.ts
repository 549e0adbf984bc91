import type { Grant, Receipt } from "@quartermaster/shared/contracts";

/**
 * True when a receipt answers exactly this grant. The key says only which executor speaks: without this an executor could end
 * another domain's step, or one of its own that it was never asked to do.
 */
export function receiptFitsGrant(receipt: Receipt, grant: Grant): boolean {
  return (
    receipt.grantId === grant.grantId &&
    receipt.tenant === grant.tenant &&
    receipt.planId === grant.planId &&
    receipt.stepId === grant.stepId &&
    receipt.domain === grant.agent &&
    receipt.contentHash === grant.contentHash
  );
}
