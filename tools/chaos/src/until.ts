/** Waits in steps of 100 ms until a condition gives something; errors count as "not yet". Null after the limit. */
export async function until<T>(limitMs: number, condition: () => Promise<T | null>): Promise<T | null> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const found = await condition().catch(() => null);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}
