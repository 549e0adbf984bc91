import { describe, expect, it } from "vitest";
import { buildDraft, type DraftInput } from "../../src/domain/build-draft.ts";
import { quantityDifferences } from "../../src/domain/declared-lines.ts";
import { incotermProblem } from "../../src/domain/incoterm.ts";
import { foldName } from "../../src/domain/record-fields.ts";
import { lodgingLimit, papersCutoff } from "../../src/domain/shipment-facts.ts";
import { anItem, shipmentFacts } from "../support/builders.ts";

const items = new Map([["VLV-050", anItem()]]);
const input = (changes: Partial<DraftInput> = {}): DraftInput => ({
  args: { shipmentId: "SHP-1" },
  existing: null,
  shipment: shipmentFacts(),
  items,
  officeOfExport: "DE004851",
  ...changes,
});

describe("a draft", () => {
  it("declares what the shipment carries, with code, mass and value computed", () => {
    expect(buildDraft(input())).toMatchObject({
      ok: true,
      content: {
        regime: "EU-AES",
        exporter: "OURS-DE",
        consignee: "PTY-TUR",
        destinationCountry: "TR",
        incoterm: "DAP",
        officeOfExport: "DE004851",
        lines: [
          { sku: "VLV-050", cn8: "84818081", quantity: "2", uom: "BOX", baseQuantity: "24", netKg: "57.6", statisticalValueEur: "2304" },
        ],
      },
    });
  });

  it("keeps lines that were given", () => {
    const built = buildDraft(input({ args: { shipmentId: "SHP-1", lines: [{ sku: "vlv-050", quantity: "10", uom: "pcs" }] } }));
    expect(built).toMatchObject({ ok: true, content: { lines: [{ sku: "VLV-050", quantity: "10", uom: "PCE", netKg: "24" }] } });
  });

  it("follows the territory that the goods leave", () => {
    const from = (originTerritory: string, originCountry: string) =>
      buildDraft(input({ shipment: shipmentFacts({ originTerritory, originCountry }) }));
    expect(from("GB", "GB")).toMatchObject({ content: { regime: "UK-CDS", exporter: "OURS-GB" } });
    expect(from("US", "US")).toMatchObject({ content: { regime: "US-EEI" } });
    expect(from("SG", "SG")).toMatchObject({ ok: false, code: "regime_unknown" });
    expect(buildDraft(input({ args: { shipmentId: "SHP-1", regime: "US-EEI" } }))).toMatchObject({ ok: false, code: "regime_mismatch" });
  });

  it("names the own depot as consignee of a transfer", () => {
    const shipment = shipmentFacts({ consignee: null, destination: "LOC-FXT", destinationCountry: "GB", destinationTerritory: "GB" });
    expect(buildDraft(input({ shipment }))).toMatchObject({ content: { consignee: "LOC-FXT", destinationCountry: "GB" } });
  });

  it("is refused for goods that stay inside the territory or whose shipment is cancelled", () => {
    expect(buildDraft(input({ shipment: shipmentFacts({ destinationTerritory: "EU" }) }))).toMatchObject({ code: "no_declaration_needed" });
    expect(buildDraft(input({ shipment: shipmentFacts({ state: "cancelled" }) }))).toMatchObject({ code: "shipment_ended" });
    expect(buildDraft(input({ shipment: null }))).toMatchObject({ code: "shipment_unknown" });
  });
});

it("compares declared and shipped quantities in base units, by sku", () => {
  const line = (sku: string, baseQuantity: string) => ({ sku, baseQuantity });
  expect(quantityDifferences([line("A", "69")], [line("A", "96")])).toEqual([{ sku: "A", declared: "69", shipped: "96" }]);
  expect(quantityDifferences([line("A", "40"), line("A", "8")], [line("A", "48.0")])).toEqual([]);
  expect(quantityDifferences([], [line("B", "1")])).toEqual([{ sku: "B", declared: "0", shipped: "1" }]);
});

it("lets papers be lodged until thirty minutes before the earliest cut-off, departure or a licence's last day", () => {
  const shipment = shipmentFacts({
    dangerousGoods: true,
    cutoffs: { docs: "2026-12-09T20:00:00.000Z", cargo: null, dg: "2026-12-08T20:00:00.000Z" },
  });
  expect(papersCutoff(shipment)).toBe("2026-12-08T20:00:00.000Z");
  expect(lodgingLimit(shipment, [])).toBe("2026-12-08T19:30:00.000Z");
  expect(lodgingLimit({ ...shipment, dangerousGoods: false }, [])).toBe("2026-12-09T19:30:00.000Z");
  expect(lodgingLimit(shipment, ["2026-12-07"])).toBe("2026-12-07T23:59:59.000Z");
});

it("sees when incoterm, shipment and mode disagree", () => {
  expect(incotermProblem("DAP", "DAP", ["road"])).toBeNull();
  expect(incotermProblem("CIF", "CIF", ["road"])).toContain("CIF");
  expect(incotermProblem("CIF", "CIF", ["road", "sea"])).toBeNull();
  expect(incotermProblem("DAP", "CIP", ["air"])).toContain("CIP");
});

it("folds names exactly: accents and case, but no similar letters", () => {
  expect(foldName("Brasil  Químicos, S.A.")).toBe("brasil quimicos s a");
  expect(foldName("Асme")).not.toBe(foldName("Acme"));
});
