const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses between attempts, as Standard Webhooks suggests; after the last one the delivery has failed. About a day in all. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR] as const;

/**
 * Pause after a failed attempt, up to a tenth longer so that many do not come at once; null when it was the last.
 * @param attempts how many there were, 1 at least.
 * @param chance from 0 to 1.
 */
export function pauseAfter(attempts: number, chance: number): number | null {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? null : Math.round(pause * (1 + chance / 10));
}
