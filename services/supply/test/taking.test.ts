import { decimal } from "@quartermaster/shared/quantity";
import { describe, expect, it } from "vitest";
import { assessTaking, type TakingInput } from "../src/domain/assess-taking.ts";
import { chooseLot } from "../src/domain/choose-lot.ts";
import { findLocation } from "../src/domain/location.ts";
import { availableOf } from "../src/domain/stock.ts";
import { aLocation, anItem, aRow } from "./support/builders.ts";

const DAY = "2026-12-07";
const lots = [
  aRow({ id: "STK-3", lot: "C", expiry: "2027-06-30", onHand: "500" }),
  aRow({ id: "STK-1", lot: "A", expiry: "2027-01-15", onHand: "60" }),
  aRow({ id: "STK-2", lot: "B", expiry: "2027-03-31", onHand: "100", reserved: "40" }),
  aRow({ id: "STK-0", lot: "Q", expiry: "2026-12-31", onHand: "900", status: "quarantine" }),
];
const rowOf = (quantity: string, lot: string | null = null, minimum = 0) => chooseLot(lots, decimal(quantity), lot, DAY, minimum)?.row.lot;

describe("chooseLot", () => {
  it("takes the lot that expires first and holds the whole quantity; quarantine never counts", () => {
    expect(rowOf("60")).toBe("A");
    expect(rowOf("61")).toBe("C");
  });
  it("passes over lots whose remaining life would be too short", () => expect(rowOf("60", null, 60)).toBe("B"));
  it("lets a named lot win, whatever its life", () => expect(rowOf("1", "A", 365)).toBe("A"));
  it("names the fullest usable lot when none holds enough", () => expect(rowOf("5000")).toBe("C"));
  it("breaks ties by lot id", () => {
    const twins = [aRow({ id: "STK-9", lot: "Y", expiry: "2027-01-01" }), aRow({ id: "STK-8", lot: "X", expiry: "2027-01-01" })];
    expect(chooseLot(twins, decimal("1"), null, DAY, 0)?.row.lot).toBe("X");
  });
});

const input = (changes: Partial<TakingInput> = {}): TakingInput => ({
  item: anItem(),
  location: aLocation(),
  rows: [aRow({ id: "STK-006", onHand: "480", reserved: "120" })],
  policy: {
    sku: "VLV-050",
    location: "LOC-HAM",
    safetyStock: "150",
    reorderPoint: "300",
    maxLevel: "600",
    preferredSupplier: null,
    leadTimeDays: 14,
    version: 1,
  },
  quantity: "60",
  uom: "PCE",
  lot: null,
  day: DAY,
  ...changes,
});
const codes = (changes: Partial<TakingInput> = {}) => {
  const taking = assessTaking(input(changes));
  return taking.ok ? taking.problems.map((problem) => problem.code) : [taking.code];
};

describe("assessTaking", () => {
  it("counts available, never on hand", () => {
    expect(assessTaking(input())).toMatchObject({
      ok: true,
      base: "60",
      available: "360",
      availableAfter: "300",
      underSafety: false,
      valueEur: "5760",
      problems: [],
    });
    expect(codes({ quantity: "361" })).toEqual(["insufficient_available"]);
  });
  it("warns below safety stock and says how much stays safe", () => {
    expect(codes({ quantity: "210" })).toEqual([]);
    expect(codes({ quantity: "211" })).toEqual(["below_safety_stock"]);
    const taking = assessTaking(input({ quantity: "211" }));
    expect(taking.ok && taking.problems[0]?.values).toMatchObject({ staysSafeUpTo: "210" });
  });
  it("names short life and expiry of a pinned lot", () => {
    const item = anItem({ tracking: "lot", minRemainingLifeDays: 60 });
    const rows = [aRow({ lot: "A", expiry: "2027-01-15" }), aRow({ id: "STK-2", lot: "B", expiry: "2026-12-07" })];
    expect(codes({ item, rows, policy: undefined, lot: "A" })).toEqual(["remaining_life_below_minimum"]);
    expect(codes({ item, rows, policy: undefined, lot: "B" })).toEqual(["lot_expires_before_arrival"]);
    expect(codes({ item, rows, policy: undefined, lot: "Z" })).toEqual(["unknown_lot"]);
  });
  it("puts the lot into the arguments only when an earlier one had to be passed over", () => {
    const item = anItem({ tracking: "lot" });
    const matters = (quantity: string) => {
      const taking = assessTaking(input({ item, rows: lots, policy: undefined, quantity }));
      return taking.ok && taking.lotMatters;
    };
    expect(matters("60")).toBe(false);
    expect(matters("61")).toBe(true);
  });
  it("limits execution to the lot's last usable day", () => {
    const item = anItem({ tracking: "lot", minRemainingLifeDays: 60 });
    const taking = assessTaking(input({ item, rows: [aRow({ lot: "A", expiry: "2027-09-30" })], policy: undefined }));
    expect(taking.ok && taking.executeLimit).toBe("2027-08-01T23:59:59Z");
  });
  it("reports a place that is being counted", () =>
    expect(codes({ location: aLocation({ state: "counting" }) })).toEqual(["count_in_progress"]));
});

describe("availableOf and findLocation", () => {
  it("gives nothing for stock that is not available", () => expect(availableOf(aRow({ status: "blocked" })).numerator).toBe(0n));
  it("finds a place by id, UN/LOCODE or alias, accents and case aside, and not by a part", () => {
    const places = [
      aLocation(),
      aLocation({ id: "LOC-GDN", unlocode: "PLGDN", name: "Gdansk Plant Store", aliases: ["Gdańsk", "Danzig"] }),
    ];
    for (const text of ["loc-gdn", "PLGDN", "gdansk", "GDAŃSK", "Danzig"]) expect(findLocation(places, text)?.id, text).toBe("LOC-GDN");
    expect(findLocation(places, "Gda")).toBeUndefined();
  });
});
