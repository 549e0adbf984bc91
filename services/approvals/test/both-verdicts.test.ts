import type { Role } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { bothVerdicts } from "../src/policy/both-verdicts.ts";

const verdict = (...slots: Role[]) => ({
  id: "transfer_stock.default",
  version: "1",
  required: slots.length,
  slots,
  why: slots.map((role) => `for ${role}`),
});

describe("an edited item that the policy judges anew", () => {
  it("needs everybody of both verdicts, each role as often as the one that asks for more of it", () => {
    const both = (older: Role[], newer: Role[]) => bothVerdicts(verdict(...older), verdict(...newer));
    expect(both(["stock_manager"], []).slots).toEqual(["stock_manager"]);
    expect(both([], ["stock_manager"]).slots).toEqual(["stock_manager"]);
    expect(both(["stock_manager", "ops_director"], ["stock_manager", "dg_officer"])).toMatchObject({
      required: 3,
      slots: ["stock_manager", "dg_officer", "ops_director"],
      why: ["for stock_manager", "for dg_officer", "for ops_director"],
    });
    expect(both(["stock_manager", "stock_manager"], ["stock_manager"]).slots).toEqual(["stock_manager", "stock_manager"]);
    expect(both(["stock_manager"], ["stock_manager", "dg_officer"]).slots).toEqual(["stock_manager", "dg_officer"]);
  });
});
