import { describe, expect, it } from "vitest";
import { approveGate, type GateFacts } from "../src/approvals/approve-gate.ts";

const ready: GateFacts = {
  risk: 3,
  dwelledMs: 4_000,
  reachedEnd: true,
  confirm: "EXD-5008",
  typed: "EXD-5008",
  hash: "equal",
  silentMs: 0,
  streamLive: true,
  online: true,
  unshowable: false,
  sending: false,
};
const because = (change: Partial<GateFacts>) => {
  const gate = approveGate({ ...ready, ...change });
  return gate.open ? "open" : gate.because;
};

describe("the approve button", () => {
  it("opens when everything holds", () => {
    expect(approveGate(ready)).toEqual({ open: true });
  });

  it.each<[string, Partial<GateFacts>]>([
    ["sending", { sending: true }],
    ["unshowable", { unshowable: true }],
    ["offline", { online: false }],
    ["hash", { hash: "pending" }],
    ["hash_differs", { hash: "differs" }],
    ["stale", { streamLive: false, silentMs: 31_000 }],
    ["read", { reachedEnd: false }],
    ["dwell", { dwelledMs: 3_999 }],
    ["confirm", { typed: "EXD-5080" }],
  ])("stays shut: %s", (word, change) => {
    expect(because(change)).toBe(word);
  });

  it("counts two seconds for a routine item, which needs no reading to the end", () => {
    expect(because({ risk: 1, confirm: null, reachedEnd: false, dwelledMs: 2_000 })).toBe("open");
    expect(approveGate({ ...ready, risk: 1, confirm: null, dwelledMs: 900 })).toEqual({ open: false, because: "dwell", seconds: 2 });
  });

  it("trusts a card read less than 30 seconds ago while the stream reconnects", () => {
    expect(because({ streamLive: false, silentMs: 29_000 })).toBe("open");
  });
});
