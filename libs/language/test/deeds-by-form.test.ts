import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { sharesIn } from "../src/figures/shares.ts";
import { readText } from "../src/read-text.ts";

const NOW = "2031-03-03T08:30:00.000Z";
const read = (language: Language, text: string) => readText(text, language, NOW);

describe("deeds that no single verb tells", () => {
  it.each<[Language, string, string[]]>([
    ["en", "4 boxes KX-7, Oslo -> Bergen, by 14 Mar", ["transfer_stock"]],
    ["fr", "4 boîtes de KX-7, Hambourg -> Lyon, pour le 15/3 svp", ["transfer_stock"]],
    ["en", "4 boxes KX-7, Oslo -> Bergen?", []],
    ["en", "status SHP-9, Oslo -> Bergen", []],
    ["en", "Fjord now wants 8 pumps of the large kind on SHP-9 instead of 6", ["change_lines"]],
    ["de", "Fjord möchte auf SHP-9 acht statt sechs KX-7", ["change_lines"]],
    ["fr", "Fjord veut finalement 40 cartons de masques FFP2 sur SHP-9 au lieu de 30", ["change_lines"]],
    ["es", "pon solo 100 válvulas en SHP-9 en vez de 120", ["change_lines"]],
    ["nl", "Fjord wil op SHP-9 acht pompen in plaats van zes", ["change_lines"]],
    ["en", "SHP-9 carries 8 pumps instead of 6", []],
    ["nl", "2 dozen KX-7 in Gent vastzetten voor SO-1", ["reserve_stock"]],
    ["nl", "zet SHP-9 om naar luchtvracht", ["reroute_shipment"]],
    ["en", "switch SHP-9 to air freight", ["reroute_shipment"]],
    ["de", "stell SHP-9 auf Luftfracht um", ["reroute_shipment"]],
    ["fr", "passez SHP-9 en fret aérien", ["reroute_shipment"]],
    ["es", "Pide un recuento de KX-7 en Vigo", ["request_cycle_count"]],
    ["fr", "2 bidons du lot P2609 écrasés à Lyon, à sortir du stock", ["adjust_stock"]],
    ["nl", "Geteld in Gent: KX-7 is 4475 stuks, graag zo boeken", ["adjust_stock"]],
  ])("%s: %s", (language, text, kinds) => {
    expect(read(language, text).actions.kinds).toEqual(kinds);
  });

  it.each<[Language, string]>([
    ["de", "Bitte nichts umlagern, nur Auskunft: Wie viele KX-7 liegen in Bremen?"],
    ["en", "Move nothing yet: how many KX-7 are in Oslo?"],
    ["fr", "Ne transférez rien : combien de KX-7 à Lyon ?"],
    ["nl", "Nog niets boeken. Hoeveel KX-7 liggen er in Gent?"],
  ])("%s: to do nothing orders nothing: %s", (language, text) => {
    expect(read(language, text).actions.kinds).toEqual([]);
  });

  it("a departure that is put off is no wish to leave", () => {
    expect(read("de", "SHP-9 anhalten und die Seestrecke auf die nächste Abfahrt verschieben").actions.leaving).toBe(false);
    expect(read("de", "SHP-9 anhalten und dafür sorgen, dass sie heute rausgeht").actions.leaving).toBe(true);
  });
});

describe("figures that are no amounts", () => {
  it("a cross-section is a size, with or without its measure", () => {
    for (const text of ["reserve 10 power cable 3x2.5 in Oslo for SO-1", "reserve 10 power cable 3x2.5 mm2 in Oslo for SO-1"]) {
      const { own, quantities, dates, ids } = read("en", text);
      expect(quantities.map(({ quantity }) => quantity)).toEqual(["10"]);
      expect(sharesIn(own, [...dates, ...ids])).toEqual([]);
    }
    expect(sharesIn("reserve 2x5 KX-7")).toHaveLength(1);
  });

  it.each([
    ["move 36 pcs 44-7010 from Oslo to Bergen", ["code 44-7010"]],
    ["pay invoice RE-4711", ["invoice RE-4711"]],
    ["call tel 44-7010", []],
    ["buy 100-2000 pieces", []],
    ["by 2031-03-14", []],
  ])("%s", (text, ids) => {
    expect(read("en", text).ids.map(({ kind, id }) => `${kind} ${id}`)).toEqual(ids);
  });
});
