/** Longest wait between two tries; a server that asks for more is treated as down, the task's time is worth more. */
export const MAX_WAIT_MS = 10_000;

/** Milliseconds that a Retry-After header asks for: seconds, or a date. NaN when it says neither. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number {
  if (!header) return Number.NaN;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  return Math.max(0, Date.parse(header) - nowMs);
}

/** Wait before the next try, by Retry-After or doubling with jitter; null when the server asks for more than we wait. */
export function retryWaitMs(header: string | null | undefined, attempt: number, nowMs: number): number | null {
  const backOff = 250 * 2 ** attempt * (0.75 + Math.random() / 2);
  const asked = retryAfterMs(header, nowMs);
  if (!Number.isFinite(asked)) return Math.min(backOff, MAX_WAIT_MS);
  return asked > MAX_WAIT_MS ? null : Math.min(Math.max(asked, backOff), MAX_WAIT_MS);
}

/** Waits, or rejects with the signal's reason at once. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
