import type { PolicyFacts } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { decideBy, executeByOfSteps, ownExecuteBy } from "../src/policy/deadlines.ts";
import { asksForMore, evaluatePolicy } from "../src/policy/evaluate-policy.ts";
import { SHIPPED_POLICY } from "../src/policy/policy-table.ts";
import { SHIPPED_THRESHOLDS } from "../src/policy/thresholds.ts";

const outcomeOf = (tool: string, facts: PolicyFacts = {}, args: Record<string, string> = {}, conflicts: string[] = []) =>
  evaluatePolicy(SHIPPED_POLICY, {
    tool,
    facts,
    args,
    conflicts: conflicts.map((code) => ({ code })),
    sumEur: facts.valueEur ?? null,
  });
/** Roles joined, or the code of the refusal. */
const slotsOf = (...input: Parameters<typeof outcomeOf>) => {
  const outcome = outcomeOf(...input);
  return outcome.kind === "asks" ? outcome.verdict.slots.join("+") : outcome.code;
};

describe("the policy table", () => {
  const rows: [string, PolicyFacts, string][] = [
    ["transfer_stock", { valueEur: "49999.99" }, "stock_manager"],
    ["transfer_stock", { valueEur: "50000" }, "stock_manager+ops_director"],
    ["transfer_stock", { crossesTerritory: true }, "stock_manager+export_officer"],
    ["transfer_stock", { dangerousGoods: true }, "stock_manager+dg_officer"],
    ["transfer_stock", { controlled: true }, "stock_manager+compliance_officer"],
    ["transfer_stock", { underSafetyStock: true }, "stock_manager+ops_director"],
    ["transfer_stock", { controlled: true, dangerousGoods: true, underSafetyStock: true }, "stock_manager+compliance_officer"],
    ["transfer_stock", { dangerousGoods: true, crossesTerritory: true, valueEur: "90000" }, "stock_manager+dg_officer"],
    ["reserve_stock", { valueEur: "99999" }, ""],
    ["reserve_stock", { valueEur: "100000" }, "stock_manager"],
    ["reserve_stock", { underSafetyStock: true }, "stock_manager"],
    ["release_reservation", { reservationExpired: true, liveDemand: true }, ""],
    ["release_reservation", { liveDemand: false }, ""],
    ["release_reservation", { liveDemand: true }, "stock_manager"],
    ["release_reservation", {}, "stock_manager"],
    ["create_reorder", { valueEur: "4999" }, ""],
    ["create_reorder", { valueEur: "4999", dangerousGoods: true }, "buyer"],
    ["create_reorder", { valueEur: "5000" }, "buyer"],
    ["create_reorder", { valueEur: "50000" }, "buyer+ops_director"],
    ["adjust_stock", { valueEur: "9999" }, "stock_manager"],
    ["adjust_stock", { valueEur: "10000" }, "stock_manager+ops_director"],
    ["book_shipment", { crossesTerritory: false, dangerousGoods: false, valueEur: "49999" }, ""],
    ["book_shipment", { crossesTerritory: true }, "transport_manager"],
    ["book_shipment", { dangerousGoods: true }, "transport_manager"],
    ["book_shipment", { valueEur: "50000" }, "transport_manager"],
    ["book_shipment", { dangerousGoods: true, crossesTerritory: true }, "transport_manager+dg_officer"],
    ["book_shipment", { controlled: true, dangerousGoods: true, crossesTerritory: true }, "transport_manager+compliance_officer"],
    ["change_lines", {}, "transport_manager"],
    ["change_lines", { paperState: "accepted" }, "transport_manager+export_officer"],
    ["reschedule_leg", { shipmentState: "booked", dangerousGoods: false, promiseMissed: false }, ""],
    ["reschedule_leg", { shipmentState: "booked", dangerousGoods: false, promiseMissed: false, paperState: "lodged" }, "transport_manager"],
    ["reroute_shipment", { countryChanges: true }, "transport_manager+export_officer"],
    ["place_hold", { controlled: true }, ""],
    ["request_cycle_count", {}, ""],
    ["draft_declaration", { controlled: true, valueEur: "900000" }, ""],
    ["release_hold", { holdType: "quality" }, "qa_manager"],
    ["release_hold", { holdType: "customs" }, "export_officer+ops_director"],
    ["cancel_shipment", { shipmentState: "booked" }, "transport_manager"],
    ["cancel_shipment", { shipmentState: "loaded" }, "transport_manager+export_officer"],
    ["lodge_declaration", { valueEur: "99999" }, "export_officer"],
    ["lodge_declaration", { valueEur: "100000" }, "export_officer+compliance_officer"],
    ["lodge_declaration", { dangerousGoods: true }, "export_officer+dg_officer"],
    ["lodge_declaration", { dangerousGoods: true, controlled: true }, "export_officer+compliance_officer"],
    ["amend_declaration", { paperState: "released" }, "export_officer+compliance_officer"],
    ["invalidate_declaration", { paperState: "accepted" }, "export_officer"],
    ["invalidate_declaration", { paperState: "released" }, "export_officer+ops_director"],
    ["resolve_screening", {}, "compliance_officer+compliance_officer"],
    ["file_exit_evidence", {}, "export_officer"],
  ];
  it.each(rows)("%s with %j needs %s", (tool, facts, slots) => {
    expect(slotsOf(tool, facts)).toBe(slots);
  });

  it("lets stock be restricted freely and freed by quality only", () => {
    expect(slotsOf("set_stock_status", {}, { status: "blocked" })).toBe("");
    expect(slotsOf("set_stock_status", {}, { status: "available" })).toBe("qa_manager");
  });

  it("adds one person for a missed promise, never a third", () => {
    expect(slotsOf("book_shipment", { promiseMissed: true })).toBe("transport_manager");
    expect(slotsOf("book_shipment", { crossesTerritory: true }, {}, ["promise_date_missed"])).toBe("transport_manager+ops_director");
    expect(slotsOf("transfer_stock", { promiseMissed: true })).toBe("stock_manager+transport_manager");
    expect(slotsOf("transfer_stock", { promiseMissed: true, controlled: true })).toBe("stock_manager+compliance_officer");
  });

  it.each(["destination_embargo", "denied_party", "licence_exhausted", "licence_expired", "declaration_terminal"])(
    "lets nobody approve a lodging with %s, and never forbids to stop the goods",
    (code) => {
      expect(slotsOf("lodge_declaration", {}, {}, [code])).toBe(code);
      expect(slotsOf("book_shipment", { crossesTerritory: true }, {}, [code])).toBe(code);
      expect(slotsOf("place_hold", {}, {}, [code])).toBe("");
      expect(slotsOf("cancel_shipment", {}, {}, [code])).toBe("transport_manager");
    },
  );

  it("raises a reservation and a transfer that fall under safety stock together, though neither does alone", () => {
    expect(slotsOf("reserve_stock", { underSafetyStock: false }, {}, ["below_safety_stock"])).toBe("stock_manager");
    expect(slotsOf("transfer_stock", { underSafetyStock: false }, {}, ["below_safety_stock"])).toBe("stock_manager+ops_director");
  });

  it("knows no unknown tool and no unknown hold", () => {
    expect(slotsOf("drop_table")).toBe("unknown_tool");
    expect(slotsOf("release_hold", { holdType: "invented" })).toBe("unknown_tool");
  });

  it("says when a newer verdict asks for somebody new", () => {
    const verdict = (slots: ("stock_manager" | "ops_director" | "dg_officer")[]) => ({
      id: "x",
      version: "1",
      required: slots.length as 0 | 1 | 2,
      slots,
      why: [],
    });
    expect(asksForMore(verdict(["stock_manager"]), verdict(["stock_manager", "ops_director"]))).toBe(true);
    expect(asksForMore(verdict(["stock_manager", "ops_director"]), verdict(["stock_manager", "dg_officer"]))).toBe(true);
    expect(asksForMore(verdict(["stock_manager", "ops_director"]), verdict(["stock_manager"]))).toBe(false);
  });
});

describe("deadlines", () => {
  const now = Date.parse("2026-12-07T09:00:00Z");
  const at = (text: string) => Date.parse(text);

  it("end executing 30 minutes before the cut-off, and not after any other limit", () => {
    expect(ownExecuteBy({ cutoff: "2026-12-08T13:00:00Z" })).toBe(at("2026-12-08T12:30:00Z"));
    expect(ownExecuteBy({ cutoff: "2026-12-08T13:00:00Z", executeLimit: "2026-12-08T10:00:00Z" })).toBe(at("2026-12-08T10:00:00Z"));
    expect(ownExecuteBy({})).toBeNull();
  });

  it("give 24 hours, 4 when a cut-off falls into them, and never more than executeBy", () => {
    expect(decideBy(now, {}, null, SHIPPED_THRESHOLDS)).toBe(at("2026-12-08T09:00:00Z"));
    expect(decideBy(now, { cutoff: "2026-12-08T08:59:00Z" }, at("2026-12-08T08:29:00Z"), SHIPPED_THRESHOLDS)).toBe(
      at("2026-12-07T13:00:00Z"),
    );
    expect(decideBy(now, { cutoff: "2026-12-07T11:00:00Z" }, at("2026-12-07T10:30:00Z"), SHIPPED_THRESHOLDS)).toBe(
      at("2026-12-07T10:30:00Z"),
    );
  });

  it("pass from a step to those it depends on", () => {
    const limits = executeByOfSteps([
      { id: "a", dependsOn: [], own: null },
      { id: "b", dependsOn: [{ step: "a" }], own: 200 },
      { id: "c", dependsOn: [{ step: "b" }], own: 100 },
    ]);
    expect([limits.get("a"), limits.get("b"), limits.get("c")]).toEqual([100, 100, 100]);
  });
});
