import { setTimeout as delay } from "node:timers/promises";

/**
 * Polls until the condition holds. Every wait of a test names what it waits for, so that a failure says what never came.
 * @throws Error naming the condition after the limit.
 */
export async function until(what: string, condition: () => boolean | Promise<boolean>, limitMs = 30_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`never came: ${what}`);
    await delay(50);
  }
}
