/**
 * Polls until the condition gives something truthy and returns it. An error of the condition counts as "not yet".
 * @throws Error after the time limit, with the last error as cause.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  options: { timeoutMs?: number; everyMs?: number; what?: string } = {},
): Promise<NonNullable<T>> {
  const end = Date.now() + (options.timeoutMs ?? 15_000);
  let last: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited in vain for ${options.what ?? "a condition"}`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 25));
  }
}
