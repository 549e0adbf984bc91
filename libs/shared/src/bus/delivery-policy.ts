/** Delays after the 1st, 2nd, 3rd and every later failed delivery. */
const DELAYS_MS = [1_000, 5_000, 30_000, 120_000] as const;

/**
 * Delay until a failed message is delivered again: 1, 5, 30, 120 s plus up to a fifth, so replicas do not retry in step.
 * @param deliveryCount 1 for the first delivery.
 */
export function retryDelayMs(deliveryCount: number, random: () => number = Math.random): number {
  const base = DELAYS_MS[Math.min(Math.max(deliveryCount, 1), DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  return Math.round(base * (1 + random() / 5));
}

/** Pause before attempt n (0 = first) of a loop that must go on for ever: 100 ms doubling to 5 s, with jitter. */
export function loopDelayMs(attempt: number, random: () => number = Math.random): number {
  return Math.round(Math.min(5_000, 100 * 2 ** Math.min(attempt, 8)) * (0.5 + random() / 2));
}
