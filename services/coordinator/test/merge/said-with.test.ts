import { readText } from "@quartermaster/language";
import type { JsonObject, Language, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { intentEntities } from "../../src/intent/intent-entities.ts";
import { intentLimits } from "../../src/intent/intent-limits.ts";
import { checkIntent } from "../../src/merge/check-intent.ts";
import { indexSnapshots } from "../../src/merge/snapshot-index.ts";
import { aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const item = (id: string, name: string): Snapshot => ({ domain: "supply", kind: "item", id, version: 1, fields: { name, baseUom: "PCE" } });
const place = (id: string, unlocode: string): Snapshot => ({ domain: "supply", kind: "location", id, version: 1, fields: { unlocode } });
const reservation: Snapshot = {
  domain: "supply",
  kind: "reservation",
  id: "RSV-9",
  version: 1,
  fields: { sku: "KX-7", quantity: "12", unit: "PCE" },
};
const RECORDS = [item("KX-7", "Ball valve"), item("KX-8", "Feed pump"), place("LOC-HAM", "DEHAM"), place("LOC-RTM", "NLRTM")];

/** True when the proposal stands against the words. */
function stands(text: string, args: JsonObject, tool = "reserve_stock", kinds = [tool], language: Language = "en"): boolean {
  const reading = readText(text, language, "2026-12-07T09:00:00.000Z");
  const { limits } = intentLimits(reading);
  const intent = anIntent({ actionKinds: kinds, derivedKinds: [], entities: intentEntities(reading), limits, language });
  const evidence = tool === "release_reservation" ? [{ tool: "get_reservation", record: "RSV-9@1", snapshot: reservation }] : [];
  const proposal = aProposal({ tool, args, evidence, planned: [] });
  const input = aMergeInput({ intent, proposals: [proposal], snapshots: RECORDS });
  return checkIntent({ intent, requestId: input.requestId, kept: [], index: indexSnapshots(input) }, [proposal]).inside.length === 1;
}

const of = (sku: string, quantity: string, more: JsonObject = {}) => ({ sku, quantity, uom: "PCE", location: "LOC-HAM", ...more });

describe("an amount belongs to what it is said with", () => {
  it.each<[Language, string]>([
    ["en", "Reserve 60 KX-7 and 5 KX-8 in Hamburg for SO-1"],
    ["en", "reserve for SO-1 in Hamburg: KX-7 60, KX-8 5"],
    ["en", "reserve KX-7 60 KX-8 5 in Hamburg"],
    ["de", "Reserviere 60 KX-7 sowie 5 KX-8 in Hamburg"],
    ["de", "60 Kugelhähne und 5 Pumpen in Hamburg reservieren"],
    ["fr", "Réservez 60 KX-7 et 5 KX-8 à Hambourg"],
    ["es", "Reserva 60 KX-7 y 5 KX-8 en Hamburgo"],
    ["nl", "Reserveer 60 KX-7 en 5 KX-8 in Hamburg"],
    ["nl", "Reserveer 60 kleppen en 5 pompen in Hamburg"],
    ["en", "Reserve 60 ball valves and 5 feed pumps in Hamburg"],
    ["en", "Reserve 60 valves and 5 KX-8 in Hamburg"],
  ])("%s: %s", (language, text) => {
    const came = [of("KX-7", "60"), of("KX-8", "5"), of("KX-7", "5"), of("KX-8", "60")].map((args) =>
      stands(text, args, "reserve_stock", ["reserve_stock"], language),
    );
    expect(came).toEqual([true, true, false, false]);
  });

  it("also in the lines of a booking", () => {
    const text = "Ship 60 KX-7 and 5 KX-8 from Hamburg to Rotterdam";
    const lines = (first: string, second: string) => ({
      origin: "LOC-HAM",
      destination: "LOC-RTM",
      lines: [
        { sku: "KX-7", quantity: first, uom: "PCE" },
        { sku: "KX-8", quantity: second, uom: "PCE" },
      ],
    });
    expect(stands(text, lines("60", "5"), "book_shipment")).toBe(true);
    expect(stands(text, lines("5", "60"), "book_shipment")).toBe(false);
  });

  it("to a place, a demand, a shipment and a deed as well", () => {
    const places = "Reserve 60 KX-7 in Hamburg and 5 KX-7 in Rotterdam";
    expect(stands(places, of("KX-7", "5", { location: "LOC-RTM" }))).toBe(true);
    expect(stands(places, of("KX-7", "60", { location: "LOC-RTM" }))).toBe(false);
    const demands = "Reserve 60 KX-7 for SO-1 and 5 for SO-2 in Hamburg";
    expect(stands(demands, of("KX-7", "5", { demandRef: "SO-2" }))).toBe(true);
    expect(stands(demands, of("KX-7", "60", { demandRef: "SO-2" }))).toBe(false);
    const deeds = "Reserve 60 KX-7 in Hamburg and transfer 5 KX-7 from Hamburg to Rotterdam";
    const kinds = ["reserve_stock", "transfer_stock"];
    expect(stands(deeds, of("KX-7", "60"), "reserve_stock", kinds)).toBe(true);
    expect(stands(deeds, of("KX-7", "5"), "reserve_stock", kinds)).toBe(false);
  });

  it.each<[Language, string]>([
    ["en", "Move 60 KX-7 from Hamburg to Rotterdam and reserve them for SO-1"],
    ["de", "60 KX-7 von Hamburg nach Rotterdam umlagern und für SO-1 reservieren"],
    ["fr", "Transférez 60 KX-7 de Hambourg à Rotterdam et réservez-les pour SO-1"],
    ["es", "Traslada 60 KX-7 de Hamburgo a Rotterdam y resérvalos para SO-1"],
    ["nl", "Verplaats 60 KX-7 van Hamburg naar Rotterdam en reserveer ze voor SO-1"],
  ])("%s: a second deed takes the amount of the first: %s", (language, text) => {
    const kinds = ["transfer_stock", "reserve_stock"];
    const reserved = (quantity: string) =>
      stands(text, of("KX-7", quantity, { location: "LOC-RTM", demandRef: "SO-1" }), "reserve_stock", kinds, language);
    expect([reserved("60"), reserved("6000")]).toEqual([true, false]);
  });

  it("so do the lines of a booking; a release may be of all that is reserved", () => {
    const text = "Transfer 60 KX-7 from Hamburg to Rotterdam and book the transport";
    const booked = (quantity: string) =>
      stands(text, { origin: "LOC-HAM", destination: "LOC-RTM", lines: [{ sku: "KX-7", quantity, uom: "PCE" }] }, "book_shipment", [
        "transfer_stock",
        "book_shipment",
      ]);
    expect([booked("60"), booked("6000")]).toEqual([true, false]);
    const release = (args: JsonObject) =>
      stands("Release RSV-9 and reserve 5 KX-7 in Hamburg for SO-1", { reservationId: "RSV-9", ...args }, "release_reservation", [
        "release_reservation",
        "reserve_stock",
      ]);
    expect([release({}), release({ quantity: "12", uom: "PCE" }), release({ quantity: "7", uom: "PCE" })]).toEqual([true, true, false]);
  });

  it("what is said once counts for every amount that names none of its own", () => {
    const text = "Reserve 60 KX-7 in Hamburg and 5 KX-8 for SO-1";
    expect(stands(text, of("KX-8", "5", { demandRef: "SO-1" }))).toBe(true);
    expect(stands("Instead of 2 it wants 3 KX-7 in Hamburg for SO-1", of("KX-7", "3", { demandRef: "SO-1" }))).toBe(true);
  });
});
