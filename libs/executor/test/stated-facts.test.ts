import type { ForeignFact, Selector } from "@quartermaster/shared/contracts";
import { expect, it } from "vitest";
import { withStatedFacts } from "../src/facts/stated-facts.ts";

const TRANSFER: Selector = { domain: "supply", kind: "transfer", id: "TRF-1" };
const aFact = (version: number): ForeignFact => ({ ...TRANSFER, version, fields: {} });

/** Work that waits for its lock before it looks at the facts; times in milliseconds, one for each try. */
async function tried(waits: number[]) {
  const clock = { now: 0 };
  const log: string[] = [];
  let asked = 0;
  const seen = await withStatedFacts(
    async () => {
      log.push("ask");
      clock.now += 10;
      return [aFact(++asked)];
    },
    async (facts) => {
      log.push("lock");
      clock.now += waits.shift() ?? 0;
      try {
        return facts.fresh([TRANSFER]);
      } finally {
        log.push("unlock");
      }
    },
    () => clock.now,
  );
  return { log, versions: seen.map((fact) => fact.version) };
}

it("asks while nothing is locked, and tries again with the answer", async () => {
  expect(await tried([])).toEqual({ log: ["lock", "unlock", "ask", "lock", "unlock"], versions: [1] });
});

it("asks again when the lock was waited for meanwhile: what was stated may be over", async () => {
  const { log, versions } = await tried([0, 6_000, 0]);
  expect(log.filter((entry) => entry === "ask")).toHaveLength(2);
  expect(versions).toEqual([2]);
});

it("gives up in the end when the records are in use all the time, for a later delivery", async () => {
  await expect(tried(Array.from({ length: 9 }, () => 9_000))).rejects.toMatchObject({ code: "unavailable", retryable: true });
});

it("takes that somebody knows no such record for an answer", async () => {
  let asked = 0;
  const ask = async () => {
    asked++;
    return [];
  };
  expect(await withStatedFacts(ask, async (facts) => facts.fresh([TRANSFER]))).toEqual([]);
  expect(asked).toBe(1);
});

it("lets pass what others throw, the work and those who are asked", async () => {
  const away = async () => Promise.reject(new Error("away"));
  await expect(withStatedFacts(away, async (facts) => facts.fresh([TRANSFER]))).rejects.toThrow("away");
  await expect(withStatedFacts(away, async () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
