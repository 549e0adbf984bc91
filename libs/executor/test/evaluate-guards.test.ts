import type { Guard } from "@quartermaster/shared/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDecimals } from "../src/execution/compare-decimals.ts";
import { evaluateGuards, type GuardContext } from "../src/execution/evaluate-guards.ts";

const STEP = "stp_00000000000000000000000001";
const context = (changes: Partial<GuardContext> = {}): GuardContext => ({
  domain: "supply",
  found: { "STK-1": { version: 4, facts: { lot: "L1", aboveSafety: true }, atLeast: { available: "60" } } },
  foreign: [],
  afterVersions: [],
  planned: new Map(),
  pending: [],
  ...changes,
});
const holds = (guard: Guard, changes: Partial<GuardContext> = {}) => evaluateGuards([guard], context(changes))[0]?.holds;
const bound = (facts: Record<string, string | boolean>, available: string): Guard => ({
  kind: "bound",
  domain: "supply",
  record: "STK-1",
  facts,
  atLeast: { available },
});
const exact = (record: string, version: string, domain: "supply" | "transit" = "supply"): Guard => ({
  kind: "exact",
  domain,
  record,
  version,
});

describe("evaluateGuards", () => {
  it("lets unrelated changes pass a bound guard while enough is left and the facts are the same", () => {
    expect(holds(bound({ lot: "L1", aboveSafety: true }, "60"))).toBe(true);
    expect(holds(bound({ lot: "L1" }, "60.5"))).toBe(false);
    expect(holds(bound({ lot: "L2" }, "1"))).toBe(false);
    expect(holds(bound({ aboveSafety: false }, "1"))).toBe(false);
  });

  it("says what was found as people would", () => {
    const said = (guard: Guard, facts: Record<string, string | boolean>) => {
      const record = { version: 4, facts, atLeast: { available: "60" } };
      return evaluateGuards([guard], context({ found: { "STK-1": record } }))[0]?.found;
    };
    expect(said(bound({ aboveSafety: true }, "1"), { aboveSafety: false })).toBe("it would go below its safety stock");
    expect(said(bound({ packSize: "10" }, "1"), { packSize: "12" })).toBe("pack size is 12");
    expect(said(bound({ lot: "L1" }, "61"), { lot: "L1" })).toBe("available is 60, 61 needed");
  });

  it("wants the very version of an exact guard", () => {
    expect(holds(exact("STK-1", "read@4"))).toBe(true);
    expect(holds(exact("STK-1", "read@3"))).toBe(false);
    expect(holds(exact("STK-2", "read@4"))).toBe(false);
    expect(holds(exact("STK-1", "whenever"))).toBe(false);
  });

  it("takes the version of after-guards from the receipt of the named step only", () => {
    const guard = exact("STK-1", `after:${STEP}`);
    expect(holds(guard, { afterVersions: [{ record: "STK-1", step: STEP, version: 4 }] })).toBe(true);
    expect(holds(guard, { afterVersions: [{ record: "STK-1", step: STEP, version: 5 }] })).toBe(false);
    expect(holds(guard, { afterVersions: [] })).toBe(false);
    expect(holds(guard, { afterVersions: null })).toBe(true);
  });

  it("finds the record that an earlier step made through the resolved reference", () => {
    const afterVersions = [{ record: `@${STEP}`, step: STEP, version: 4 }];
    expect(holds(exact(`@${STEP}`, `after:${STEP}`), { afterVersions, planned: new Map([[STEP, "STK-1"]]) })).toBe(true);
    expect(holds(exact(`@${STEP}`, `after:${STEP}`), { afterVersions })).toBe(false);
  });

  it("compares foreign records with what their owner stated, and fails when nobody stated them", () => {
    const foreign = [{ domain: "transit" as const, kind: "shipment", id: "SHP-1", version: 2, fields: {} }];
    expect(holds(exact("SHP-1", "read@2", "transit"), { foreign })).toBe(true);
    expect(holds(exact("SHP-1", "read@1", "transit"), { foreign })).toBe(false);
    expect(holds(exact("SHP-1", "read@2", "transit"))).toBe(false);
    expect(holds(exact("SHP-1", "read@2", "transit"), { pending: ["SHP-1"] })).toBe(true);
  });
});

describe("compareDecimals", () => {
  it("orders decimals as numbers of any size and scale", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 1, max: 9 }),
        (a, b, scale) => {
          const text = (value: bigint) => {
            const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
            return `${value < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
          };
          expect(compareDecimals(text(a), text(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
        },
      ),
    );
    expect(compareDecimals("60", "60.0")).toBe(0);
    expect(compareDecimals("sixty", "60")).toBeNaN();
  });
});
