/** Waits; returns early when the signal aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });
}

/** Resolves to true when the work ended in time, whatever its outcome. */
export async function endedWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const late = wait(ms, timer.signal).then(() => false);
  const result = await Promise.race([ended, late]);
  timer.abort();
  return result;
}
