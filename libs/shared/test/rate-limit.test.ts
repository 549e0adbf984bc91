import { createRateLimit } from "@quartermaster/shared/http";
import fc from "fast-check";
import { expect, it } from "vitest";

const CALLER = { tenant: "demo", user: "kim" };

/** How many calls at these times (ms) are let through. */
function passed(rate: { perSecond: number; burst: number }, times: readonly number[]): number {
  let now = 0;
  const limit = createRateLimit(rate, () => now);
  return times.filter((time) => {
    now = time;
    try {
      limit(CALLER);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "rate_limited", retryable: true });
      return false;
    }
  }).length;
}

it("lets whoever calls a little too fast have the rate, to the end", () => {
  const times = Array.from({ length: 6_000 }, (_, index) => index * (1_000 / 60));
  const all = passed({ perSecond: 50, burst: 100 }, times);
  expect(all).toBeGreaterThanOrEqual(5_090);
  expect(all).toBeLessThanOrEqual(5_101);
});

it("lets through what the rate and the burst allow, however the calls fall", () => {
  const rates = fc.record({ perSecond: fc.integer({ min: 1, max: 100 }), burst: fc.integer({ min: 1, max: 50 }) });
  const gaps = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(rates, gaps, (rate, pauses) => {
      let at = 0;
      const times = pauses.map((pause) => {
        at += pause;
        return at;
      });
      const seconds = (at - (times[0] ?? 0)) / 1_000;
      expect(passed(rate, times)).toBeLessThanOrEqual(rate.burst + seconds * rate.perSecond + 1e-6);
    }),
  );
});

it("never lets a refused call put off the next one that passes", () => {
  const rates = fc.record({ perSecond: fc.integer({ min: 1, max: 100 }), burst: fc.integer({ min: 1, max: 20 }) });
  const more = fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 200 });
  fc.assert(
    fc.property(rates, more, ({ perSecond, burst }, between) => {
      let now = 0;
      const limit = createRateLimit({ perSecond, burst }, () => now);
      for (let count = 0; count < burst; count++) limit(CALLER);
      for (const permille of between.toSorted((a, b) => a - b)) {
        now = (permille / 1_000) * (1_000 / perSecond);
        expect(() => limit(CALLER)).toThrow(expect.objectContaining({ code: "rate_limited" }));
      }
      now = (1_000 / perSecond) * 1.000_001;
      expect(() => limit(CALLER)).not.toThrow();
    }),
  );
});
