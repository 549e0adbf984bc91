import { z } from "zod";

const amount = z.number().nonnegative().max(1e12);

/** A share of the time that there is to decide; 1 = never. */
const share = z.number().nonnegative().max(1);

/** Nothing is passed on before half of the time is over: those whose decision it is have to have had one. */
const lateShare = z.number().min(0.5).max(1);

/**
 * A tenant's thresholds: EUR amounts, the hours that a decision may take, and the shares of them after which people are warned and an
 * item is passed on to the next role. Smaller is always stricter; passing on earlier is no tightening, but bounded.
 */
export const Thresholds = z.object({
  transfer_two_eur: amount.default(50_000),
  reorder_none_eur: amount.default(5_000),
  reorder_two_eur: amount.default(50_000),
  adjust_two_eur: amount.default(10_000),
  lodge_two_eur: amount.default(100_000),
  book_one_eur: amount.default(50_000),
  reserve_one_eur: amount.default(100_000),
  default_ttl_hours: z.number().positive().max(720).default(24),
  urgent_ttl_hours: z.number().positive().max(720).default(4),
  expiry_warning_share: share.default(0.75),
  escalation_share: lateShare.default(1),
});
export type Thresholds = z.infer<typeof Thresholds>;

/** The shipped thresholds, for tenants without a row of their own. */
export const SHIPPED_THRESHOLDS: Thresholds = Thresholds.parse({});
