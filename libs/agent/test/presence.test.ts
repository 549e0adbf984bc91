import type { Presence } from "@quartermaster/shared/contracts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startPresence } from "../src/service/presence.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const self: Omit<Presence, "at"> = {
  agent: "supply",
  instance: "ins_01J8Z6X3N7QX4M2V9B5C1D0EFG",
  state: "ready",
  inflight: 0,
  cardDigest: `sha256:${"0".repeat(64)}`,
  url: "http://127.0.0.1:8100",
};

it("is told again soon after the start, because a listener may start in the same moment, and then every five seconds", () => {
  const started = Date.now();
  const heard: number[] = [];
  const beacon = startPresence({ publishCore: () => void heard.push(Date.now() - started) }, () => self);
  vi.advanceTimersByTime(20_000);
  expect(heard).toEqual([0, 250, 750, 1_750, 3_750, 8_750, 13_750, 18_750]);
  beacon.stop();
  vi.advanceTimersByTime(20_000);
  expect(heard).toHaveLength(8);
});
