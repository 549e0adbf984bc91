import type { Item } from "../../src/domain/item.ts";
import type { Location } from "../../src/domain/location.ts";
import type { StockRow } from "../../src/domain/stock.ts";

export const anItem = (changes: Partial<Item> = {}): Item => ({
  sku: "VLV-050",
  name: "Ball valve",
  baseUom: "PCE",
  scale: 0,
  conversions: {},
  tracking: "none",
  unitValueEur: "96",
  netKgPerBase: "2.4",
  dgUn: null,
  dgClass: null,
  dualUse: null,
  minRemainingLifeDays: 0,
  temperature: null,
  origin: "DE",
  cn8: "84818081",
  version: 1,
  ...changes,
});

export const aLocation = (changes: Partial<Location> = {}): Location => ({
  id: "LOC-HAM",
  name: "Hamburg Distribution Centre",
  unlocode: "DEHAM",
  country: "DE",
  customsTerritory: "EU",
  dgClasses: ["3", "9"],
  bonded: false,
  cold: false,
  aliases: ["Hamburg"],
  state: "open",
  version: 1,
  ...changes,
});

export const aRow = (changes: Partial<StockRow> = {}): StockRow => ({
  id: "STK-1",
  sku: "VLV-050",
  location: "LOC-HAM",
  lot: null,
  expiry: null,
  status: "available",
  onHand: "100",
  reserved: "0",
  note: "",
  lotRemark: "",
  version: 1,
  ...changes,
});
