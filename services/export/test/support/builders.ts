import type { Item } from "../../src/domain/item.ts";
import type { Licence } from "../../src/domain/licence.ts";
import type { Party } from "../../src/domain/party.ts";
import type { ShipmentFacts } from "../../src/domain/shipment-facts.ts";

export const anItem = (changes: Partial<Item> = {}): Item => ({
  sku: "VLV-050",
  name: "Ball valve",
  baseUom: "PCE",
  conversions: { BOX: "12" },
  unitValueEur: "96",
  netKgPerBase: "2.4",
  hs6: "848180",
  cn8: "84818081",
  origin: "DE",
  dgUn: null,
  dgClass: null,
  dgPackingGroup: null,
  dgShippingName: null,
  dualUse: null,
  eccn: null,
  restrictions: [],
  version: 1,
  ...changes,
});

export const aLicence = (changes: Partial<Licence> = {}): Licence => ({
  id: "LIC-1",
  kind: "individual",
  items: ["PMP-220"],
  destinations: ["TR"],
  consignee: "PTY-TUR",
  quantity: "20",
  used: "10",
  committed: "4",
  uom: "PCE",
  validFrom: null,
  validTo: "2026-12-31",
  state: "valid",
  remark: "",
  version: 1,
  ...changes,
});

export const aParty = (changes: Partial<Party> = {}): Party => ({
  id: "PTY-TUR",
  name: "Anatolya Makina AS",
  country: "TR",
  aliases: [],
  screening: "clear",
  screeningHit: null,
  screeningScore: null,
  listVersion: "DPL-2026-12-01",
  remark: "",
  version: 1,
  ...changes,
});

export const shipmentFacts = (changes: Partial<ShipmentFacts> = {}): ShipmentFacts => ({
  id: "SHP-1",
  kind: "outbound",
  state: "booked",
  destination: "TRIST",
  originCountry: "DE",
  destinationCountry: "TR",
  originTerritory: "EU",
  destinationTerritory: "TR",
  consignee: "PTY-TUR",
  incoterm: "DAP",
  dangerousGoods: false,
  lines: [{ sku: "VLV-050", quantity: "2", uom: "BOX", baseQuantity: "24" }],
  modes: ["road"],
  etd: "2026-12-10T10:00:00.000Z",
  cutoffs: { docs: "2026-12-10T07:00:00.000Z", cargo: "2026-12-10T07:00:00.000Z", dg: null },
  ...changes,
});
