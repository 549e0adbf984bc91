// Blocks of ports far apart, so that a stack that is still closing never meets the next one, nor one of the other worker or of
// another clone; below the range that the system hands out for outgoing connections.
let next = 12_000 + (Number(process.env.VITEST_POOL_ID ?? 1) % 2) * 9_600 + (process.pid % 20) * 400;

/** First of so many consecutive ports that nothing else of this test run takes. */
export function takePorts(count = 200): number {
  const first = next;
  next += count;
  return first;
}
