import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { findDates, findIds, readText } from "../src/index.ts";

const MONDAY = "2031-03-03T08:30:00Z";
const amounts = (text: string, language: Language) =>
  readText(text, language, MONDAY).quantities.map(({ quantity, units }) => `${quantity} ${units.join("|")}`.trim());
const days = (text: string, language: Language) => findDates(text, MONDAY, language).map((found) => found.date);

describe("amounts", () => {
  it.each<[string, Language, string[]]>([
    ["Move 40 KX-7 to Oslo", "en", ["40"]],
    ["Move 1,250 KX-7 to Oslo", "en", ["1250"]],
    ["1.250 Stück KX-7", "de", ["1250 PCE"]],
    ["2,5 kg davon", "de", ["2.5 KGM"]],
    ["2.5 kg of it", "en", ["2.5 KGM"]],
    ["1 500 m de câble", "fr", ["1500 MTR"]],
    ["12kg resin", "en", ["12 KGM"]],
    ["three drums of it and two pallets", "en", ["3 DRM", "2 PAL"]],
    ["einundzwanzig Kartons", "de", ["21 BOX|CTN"]],
    ["zweihundertfünfzig Stück", "de", ["250 PCE"]],
    ["quatre-vingt-dix-sept pièces", "fr", ["97 PCE"]],
    ["trescientos cuarenta y dos litros", "es", ["342 LTR"]],
    ["achtentachtig stuks", "nl", ["88 PCE"]],
    ["a dozen valves", "en", ["12"]],
    ["5 dozen gloves", "en", ["60"]],
    ["vijf dozen handschoenen", "nl", ["5 BOX"]],
    ["10 acetone drums please", "en", ["10 DRM"]],
    ["un carton de masques", "fr", ["1 BOX|CTN"]],
    ["-4 KX-7", "en", ["-4"]],
    ["Reserve AC motor 15 kW 3 pieces at Hamburg", "en", ["3 PCE"]],
    ["Reserve 4 gear pump 7.5 kW 3-phase", "en", ["4"]],
    ["volgende week 60 stuks KX-7 naar Oslo", "nl", ["60 PCE"]],
    ["in KW 50 bitte 60 KX-7", "de", ["60"]],
    ["im Dezember 12 Stück KX-7", "de", ["12 PCE"]],
    ["bis 14.12. 60 Stück KX-7", "de", ["60 PCE"]],
    ["by 14 Dec 1500 pieces of KX-7", "en", ["1500 PCE"]],
  ])("%s", (text, language, expected) => {
    expect(amounts(text, language)).toEqual(expected);
  });

  it("numbers of models, sizes, times and ids are no amounts", () => {
    expect(amounts("Transfer 15 bearings 6309 DN50 with 5.5 kW at 16:00 for SO-4711 on leg 2", "en")).toEqual(["15"]);
  });
});

describe("dates", () => {
  it.each<[string, Language, string[]]>([
    ["by 14 Mar", "en", ["2031-03-14"]],
    ["by March 14th, 2032", "en", ["2032-03-14"]],
    ["bis 14.3.", "de", ["2031-03-14"]],
    ["bis zum 3. Januar", "de", ["2032-01-03"]],
    ["pour le 1er avril", "fr", ["2031-04-01"]],
    ["antes del 5 de mayo", "es", ["2031-05-05"]],
    ["voor 9 maart 2031", "nl", ["2031-03-09"]],
    ["am 28/03", "de", ["2031-03-28"]],
    ["on 03/28", "en", ["2031-03-28"]],
    ["2031-12-24 please", "en", ["2031-12-24"]],
    ["tomorrow", "en", ["2031-03-04"]],
    ["übermorgen", "de", ["2031-03-05"]],
    ["vandaag", "nl", ["2031-03-03"]],
    ["by Friday", "en", ["2031-03-07"]],
    ["vendredi", "fr", ["2031-03-07"]],
    ["in 10 Tagen", "de", ["2031-03-13"]],
    ["este mes", "es", ["2031-03-31"]],
    ["31.2. gibt es nicht", "de", []],
    ["im Dezember 12 Stück", "de", []],
    ["in March 14 pieces", "en", []],
    ["may 12 pieces go today", "en", ["2031-03-03"]],
    ["bis 14.12. 60 Stück", "de", ["2031-12-14"]],
    ["bis 14.12. 2031", "de", ["2031-12-14"]],
    ["by 14 Dec 1500 pieces", "en", ["2031-12-14"]],
    ["the price is 12.10.", "en", []],
    ["HS code 12.01.90", "en", []],
    ["host 10.11.12.13", "en", []],
    ["20 valves 3/4 inch, 5/2-way", "en", []],
    ["the line is open 24/7", "en", []],
  ])("%s", (text, language, expected) => {
    expect(days(text, language)).toEqual(expected);
  });
});

describe("keys", () => {
  const keys = (text: string) => findIds(text).map((id) => `${id.kind}:${id.id}`);
  it("made here are known without a digit in them, and ordinary words are not", () => {
    expect(keys("status of TRF-ABCDEFGHIJ, SHP-QWERTYUIOP, PO-KLMNOPQRST")).toEqual([
      "transfer:TRF-ABCDEFGHIJ",
      "shipment:SHP-QWERTYUIOP",
      "purchase_order:PO-KLMNOPQRST",
    ]);
    expect(keys("res-publication, po-deliveries, TRF-ABC")).not.toContainEqual(
      expect.stringMatching(/^(?:transfer|reservation|purchase_order):/),
    );
  });
  it("are found by form, whatever the case", () => {
    expect(keys("ship shp-44 and SHP 45 for so-9, lot K77 of kx-7, DAP, UN 1263, NOOSL, LOC-A1, exd-8")).toEqual([
      "shipment:SHP-44",
      "shipment:SHP-45",
      "demand:SO-9",
      "lot:K77",
      "sku:KX-7",
      "incoterm:DAP",
      "un_number:UN1263",
      "unlocode:NOOSL",
      "location:LOC-A1",
      "declaration:EXD-8",
    ]);
  });

  it("ordinary words with hyphens are none", () => {
    expect(keys("before the cut-off, a follow-up, so 50 of them, well-known")).toEqual([]);
  });
});
