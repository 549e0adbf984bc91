import { describe, expect, it } from "vitest";
import { type LedgerEntry, ledgerVerdict } from "../src/ledger/ledger-headlines.ts";
import { rowLines } from "../src/policy/row-lines.ts";
import { rowPeople } from "../src/policy/row-people.ts";

const row = { tool: "transfer_stock", id: "transfer_stock.default", owner: "stock_manager", why: "", second: [] };
const entry = (kind: string, stepId: string | null, body: LedgerEntry["body"]): LedgerEntry => ({
  position: 1,
  id: "led_1",
  kind,
  requestId: "req_1",
  stepId,
  subject: "s",
  actor: "stock.ben",
  at: "2026-12-07T09:00:00.000Z",
  body,
  hash: "sha256:0",
});

describe("the people of a policy row", () => {
  it("are named once each, however many lines ask for them", () => {
    const second = ["value", "controlled", "serial"].map((id) => ({ id, why: id, role: "ops_director" }));
    expect(rowPeople({ ...row, second: [...second, { id: "dg", why: "dg", role: "dg_officer" }] })).toEqual({
      first: "stock_manager",
      second: ["ops_director", "dg_officer"],
    });
  });

  it("are nobody only where nothing asks for a person", () => {
    const free = { when: { all: [] }, why: "changes nothing" };
    expect(rowPeople({ ...row, free }).first).toBeNull();
    expect(rowPeople({ ...row, free: { ...free, when: { fact: "small", is: true } } }).first).toBe("stock_manager");
    expect(rowPeople({ ...row, free, first: [{ id: "tenant", why: "ours" }] }).first).toBe("stock_manager");
  });
});

describe("the reasons of a policy row", () => {
  it("are named once each, with the amounts from which they hold", () => {
    const value = { id: "value", why: "the value is high", when: { any: [{ sumAtLeast: "transfer_two_eur" }, { fact: "x", is: true }] } };
    expect(
      rowLines({ ...row, why: "always", first: [{ id: "dg", why: "dangerous" }], second: [value, { ...value, id: "again" }] }),
    ).toEqual([
      { why: "always", thresholds: [] },
      { why: "dangerous", thresholds: [] },
      { why: "the value is high", thresholds: ["transfer_two_eur"] },
    ]);
  });
});

describe("the verdict of ledger entries", () => {
  it("says how a decision or a receipt ended", () => {
    expect(ledgerVerdict(entry("decision.recorded", "stp_1", { decision: "reject" }))).toBe("reject");
    expect(ledgerVerdict(entry("receipt.recorded", "stp_1", { body: { outcome: "succeeded" } }))).toBe("succeeded");
    expect(ledgerVerdict(entry("plan.accepted", null, "text"))).toBe("");
  });
});
