import type { Item } from "../../src/domain/item.ts";
import type { Carrier, Service } from "../../src/domain/service.ts";
import type { Shipment } from "../../src/domain/shipment.ts";

export const anItem = (changes: Partial<Item> = {}): Item => ({
  sku: "VLV-050",
  name: "Ball valve",
  baseUom: "PCE",
  conversions: { BOX: "12" },
  unitValueEur: "96",
  netKgPerBase: "2.4",
  dgUn: null,
  dgClass: null,
  dualUse: null,
  temperature: null,
  version: 1,
  ...changes,
});

export const aCarrier = (changes: Partial<Carrier> = {}): Carrier => ({
  id: "CAR-EUR",
  name: "EuroRoad Freight",
  mode: "road",
  dgClasses: ["2.1", "3", "8", "9"],
  unForbidden: [],
  maxKg: null,
  version: 1,
  ...changes,
});

export const aService = (changes: Partial<Service> = {}): Service => ({
  id: "SVC-01",
  carrier: "CAR-EUR",
  from: "DEHAM",
  to: "ESVLC",
  etd: "2026-12-08T16:00:00.000Z",
  eta: "2026-12-11T12:00:00.000Z",
  cutoffs: { docs: "2026-12-08T13:00:00.000Z", cargo: "2026-12-08T13:00:00.000Z", dg: "2026-12-08T10:00:00.000Z" },
  temperatureControlled: false,
  capacityKg: "20000",
  version: 1,
  ...changes,
});

export const aShipment = (changes: Partial<Shipment> = {}): Shipment => ({
  id: "SHP-1",
  kind: "outbound",
  state: "booked",
  origin: "LOC-HAM",
  destination: "NOBGO",
  originUnlocode: "DEHAM",
  destinationUnlocode: "NOBGO",
  originTerritory: "EU",
  destinationTerritory: "NO",
  consignee: "PTY-NOR",
  supplier: null,
  incoterm: "DAP",
  promisedDelivery: "2026-12-16",
  transferRef: null,
  demandRef: null,
  purchaseOrder: null,
  declarationId: null,
  dangerousGoods: false,
  goodsIssuePosted: false,
  originalEta: null,
  delayReason: "",
  note: "",
  lines: [],
  legs: [],
  holds: [],
  version: 1,
  ...changes,
});
