const FIRST_MS = 250;
const LONGEST_MS = 5_000;
const HEALTHY_MS = 30_000;

/** How long to wait before a crashed process is started again: 250 ms, doubling to 5 s; short again after a healthy life. */
export function restartDelay(crashes: number, livedMs: number): number {
  if (livedMs >= HEALTHY_MS) return FIRST_MS;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, crashes - 1));
}
