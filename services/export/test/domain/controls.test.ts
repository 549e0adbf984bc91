import { decimal } from "@quartermaster/shared/quantity";
import { describe, expect, it } from "vitest";
import { type ControlInput, checkControls } from "../../src/domain/controls.ts";
import { partyProblem } from "../../src/domain/party.ts";
import { aLicence, anItem, aParty } from "../support/builders.ts";

const pump = anItem({ sku: "PMP-220", dualUse: "2B350.i", hs6: "841370", cn8: "84137059" });
const general = aLicence({
  id: "LIC-EU001",
  kind: "general",
  items: ["*annex_i"],
  destinations: ["US", "JP"],
  consignee: null,
  quantity: null,
  used: null,
  committed: null,
  uom: null,
  validTo: "2099-12-31",
});

const input = (changes: Partial<ControlInput> = {}): ControlInput => ({
  item: pump,
  destinationCountry: "TR",
  consignee: "PTY-TUR",
  need: decimal("6"),
  exitDate: "2026-12-11T10:00:00.000Z",
  originTerritory: "EU",
  licences: [general, aLicence()],
  policy: undefined,
  ...changes,
});
const codes = (changes: Partial<ControlInput>) => checkControls(input(changes)).problems.map((problem) => problem.code);

describe("licence cover", () => {
  it("is not asked of goods that are not listed, nor inside the union", () => {
    expect(checkControls(input({ item: anItem() }))).toMatchObject({ controlled: false, licenceNeeded: false, problems: [] });
    expect(checkControls(input({ destinationCountry: "FR" }))).toMatchObject({ controlled: true, licenceNeeded: false, problems: [] });
  });

  it("is left open while the destination is not known", () => {
    expect(checkControls(input({ destinationCountry: null })).licenceNeeded).toBeNull();
  });

  it("takes the general licence where it reaches, but only for goods leaving the union", () => {
    expect(checkControls(input({ destinationCountry: "US" }))).toMatchObject({ licence: { id: "LIC-EU001" }, problems: [] });
    expect(codes({ destinationCountry: "US", originTerritory: "GB" })).toEqual(["licence_missing"]);
  });

  it("uses an individual licence up to what is neither used nor committed", () => {
    expect(checkControls(input())).toMatchObject({ licence: { id: "LIC-1" }, remaining: "6", problems: [] });
    expect(codes({ need: decimal("6.5") })).toEqual(["licence_quantity_exceeded"]);
  });

  it.each([
    ["licence_missing", { destinationCountry: "SG" }],
    ["licence_consignee_mismatch", { consignee: "PTY-UAE" }],
    ["licence_expired", { exitDate: "2027-01-01T00:00:00.000Z" }],
    ["licence_exhausted", { licences: [aLicence({ used: "14", committed: "6" })] }],
    ["licence_expired", { licences: [aLicence({ state: "expired" })] }],
  ] as [string, Partial<ControlInput>][])("reports %s", (code, changes) => {
    expect(codes(changes)).toEqual([code]);
  });

  it("counts the licence's last day as valid", () => {
    expect(codes({ exitDate: "2026-12-31T23:00:00.000Z" })).toEqual([]);
  });
});

describe("destinations and codes", () => {
  const policy = (changes: object) => ({ id: "RU", embargoed: false, sectors: [], eu001: false, version: 1, ...changes });
  it("refuses embargoed countries, restricted items and sectors", () => {
    const tube = anItem({ sku: "STL-TUB", hs6: "730640", cn8: "73064080" });
    expect(codes({ item: anItem(), destinationCountry: "IR", policy: policy({ id: "IR", embargoed: true }) })).toEqual([
      "destination_embargo",
    ]);
    expect(codes({ item: tube, destinationCountry: "RU", policy: policy({ sectors: ["steel"] }) })).toEqual(["destination_embargo"]);
    expect(codes({ item: anItem({ restrictions: ["BY"] }), destinationCountry: "BY" })).toEqual(["destination_embargo"]);
    expect(codes({ item: anItem(), destinationCountry: "RU", policy: policy({ sectors: ["steel", "dual_use", "chemicals"] }) })).toEqual(
      [],
    );
  });

  it("refuses a short code instead of padding it", () => {
    expect(codes({ item: anItem({ cn8: "848180" }) })).toEqual(["classification_mismatch"]);
    expect(codes({ item: anItem({ cn8: "84828081" }) })).toEqual(["classification_mismatch"]);
  });
});

describe("a party", () => {
  const problem = (changes: object, list: string | null = "DPL-2026-12-01", open: string | null = null) =>
    partyProblem(aParty(changes), list, open)?.code ?? null;
  it("is denied when confirmed, and waits for compliance while anything is open", () => {
    expect(problem({})).toBeNull();
    expect(problem({ screening: "confirmed" })).toBe("denied_party");
    expect(problem({ screening: "review" })).toBe("open_screening");
    expect(problem({}, "DPL-2026-12-01", "SCR-1")).toBe("open_screening");
  });
  it("needs a clear result against the list in force", () => {
    expect(problem({}, "DPL-2026-12-05")).toBe("open_screening");
  });
});
