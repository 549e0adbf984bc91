import { describe, expect, it } from "vitest";
import { orderDoubt, readText, speechAct, tellsFact, withdraws } from "../src/index.ts";

const NOW = "2026-12-07T09:00:00";
const UNITS = ["A", "a.", "1 ", "5 ", "(", "10 PCE ", "no, ", "verschiebe ", "SHP-1 "];

function read(text: string): void {
  const reading = readText(text, "en", NOW);
  speechAct(reading);
  withdraws(reading);
  tellsFact(reading);
  orderDoubt(reading);
}

/** The least CPU time of three runs. */
function cost(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

describe("a long text", { timeout: 120_000 }, () => {
  it.each(UNITS)("of %j is read in time that grows with its length", (unit) => {
    const part = unit.repeat(Math.ceil(250 / unit.length)).slice(0, 250);
    const parts = cost(() => {
      for (let n = 0; n < 32; n++) read(part);
    });
    const whole = cost(() => read(part.repeat(32)));
    // 32 times as much in one piece: a search from each character to the end would take 32 times as long.
    expect(whole / parts).toBeLessThan(10);
  });
});
