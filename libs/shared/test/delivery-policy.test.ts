import { expect, test } from "vitest";
import { loopDelayMs, retryDelayMs } from "../src/bus/delivery-policy.ts";

test("failed messages come back after 1, 5, 30 and then always 120 seconds", () => {
  expect([1, 2, 3, 4, 5, 19].map((n) => retryDelayMs(n, () => 0))).toEqual([1_000, 5_000, 30_000, 120_000, 120_000, 120_000]);
});

test("jitter adds at most a fifth", () => {
  expect(retryDelayMs(1, () => 0.999)).toBeLessThanOrEqual(1_200);
});

test("endless loops never wait longer than five seconds", () => {
  expect(loopDelayMs(1_000, () => 1)).toBeLessThanOrEqual(5_000);
});
