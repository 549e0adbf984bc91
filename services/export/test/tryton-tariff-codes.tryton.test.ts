import type { OutsideSystem } from "@quartermaster/executor";
import { beforeAll, describe, expect, it } from "vitest";
import { createTrytonTariffCodes } from "../src/adapters/tryton-tariff-codes.ts";

let system: OutsideSystem;
const soon = (): AbortSignal => AbortSignal.timeout(20_000);

beforeAll(() => {
  system = createTrytonTariffCodes({ ...JSON.parse(process.env.TEST_TRYTON ?? ""), timeoutMs: 20_000 });
});

describe("Tryton as the place of tariff codes", () => {
  it("gives the codes of an item", async () => {
    expect(await system.read("demo", [{ kind: "tariff_code", id: "VLV-050" }], soon())).toEqual([
      { kind: "tariff_code", id: "VLV-050", version: "84818081", fields: { sku: "VLV-050", codes: ["84818081"] } },
    ]);
  });

  it("leaves out what it does not know", async () => {
    expect(
      await system.read(
        "demo",
        [
          { kind: "tariff_code", id: "NO-SUCH" },
          { kind: "stock", id: "VLV-050|LOC-HAM" },
        ],
        soon(),
      ),
    ).toEqual([]);
  });

  it("is never written to", async () => {
    expect(system.carries("lodge_declaration")).toBe(false);
  });
});
