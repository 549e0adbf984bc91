import { isSealed, type SealRing } from "@quartermaster/shared/signing";

/** Where a webhook's secret is kept: it opens nowhere else. */
export const placeOf = (channel: { tenant: string; id: string }): string => `${channel.tenant}/${channel.id}`;

/**
 * A webhook's secret as its receiver has it. One that a process of before wrote lies open until the next start.
 * @throws AppError seal_key_unknown | seal_broken
 */
export const openSecret = (ring: SealRing, channel: { tenant: string; id: string }, secret: string): string =>
  isSealed(secret) ? ring.open(secret, placeOf(channel)) : secret;
