import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { choicesIn, orderInCondition, readText } from "../src/index.ts";

const read = (text: string, language: Language) => readText(text, language, "2031-03-03T08:30:00.000Z");
const keys = (text: string, language: Language) => read(text, language).ids.map(({ id }) => id);

describe("keys of an order", () => {
  it.each<[Language, string]>([
    ["en", "Put SHP-1 on hold instead of SHP-2"],
    ["en", "Hold SHP-1 rather than SHP-2"],
    ["de", "Sperre SHP-1 statt SHP-2"],
    ["de", "Sperre SHP-1 anstelle von SHP-2"],
    ["fr", "Bloquez SHP-1 au lieu de SHP-2"],
    ["es", "Bloquea SHP-1 en lugar de SHP-2"],
    ["es", "Bloquea SHP-1 en vez de SHP-2"],
    ["nl", "Blokkeer SHP-1 in plaats van SHP-2"],
  ])("%s: leave out the one in whose place another stands: %s", (language, text) => {
    expect(keys(text, language)).toEqual(["SHP-1"]);
  });

  it.each<[Language, string]>([
    ["en", "Hold SHP-1 because SO-12 is not paid"],
    ["en", "Because SO-12 is not paid, hold SHP-1"],
    ["de", "Sperre SHP-1, weil SO-12 nicht bezahlt ist"],
    ["fr", "Bloquez SHP-1 parce que SO-12 n'est pas payé"],
    ["es", "Bloquea SHP-1 porque SO-12 no está pagado"],
    ["nl", "Blokkeer SHP-1 omdat SO-12 niet betaald is"],
  ])("%s: leave out those that only tell why: %s", (language, text) => {
    expect(keys(text, language)).toEqual(["SHP-1"]);
  });

  it("stay when the reason alone names what the order is about", () => {
    expect(keys("Because SHP-1 is late, cancel it", "en")).toEqual(["SHP-1"]);
    expect(keys("Move it to LOC-HAM because KX-7 is short there", "en")).toContain("KX-7");
  });
});

describe("amounts of an order", () => {
  it.each<[Language, string]>([
    ["en", "Put SHP-1 on quality hold, 0 defects allowed"],
    ["de", "Sperre SHP-1 wegen Qualität, 0 Fehler erlaubt"],
    ["fr", "Bloquez SHP-1 pour la qualité, 0 défaut admis"],
    ["es", "Bloquea SHP-1 por calidad, 0 defectos permitidos"],
    ["nl", "Blokkeer SHP-1 wegens kwaliteit, 0 defecten toegestaan"],
  ])("%s: are none where faults are counted: %s", (language, text) => {
    expect(read(text, language).quantities).toEqual([]);
  });

  it("are zero where zero is ordered", () => {
    expect(read("Move 0 KX-7 from Oslo to Bergen", "en").quantities.map(({ quantity }) => quantity)).toEqual(["0"]);
  });

  it.each<[Language, string, string]>([
    ["en", "Reserve either 3 or 5 KX-7 in Oslo for SO-1", "3 or 5"],
    ["en", "Reserve three or five KX-7 in Oslo for SO-1", "three or five"],
    ["en", "Reserve 3 KX-7 or 5 KX-8 in Oslo for SO-1", "3 KX-7 or 5"],
    ["de", "Reserviere entweder 3 oder 5 KX-7 in Oslo für SO-1", "3 oder 5"],
    ["fr", "Réservez soit 3 ou 5 KX-7 à Oslo pour SO-1", "3 ou 5"],
    ["es", "Reserva 3 o 5 KX-7 en Oslo para SO-1", "3 o 5"],
    ["nl", "Reserveer 3 of 5 KX-7 in Oslo voor SO-1", "3 of 5"],
  ])("%s: are a choice where the text leaves one: %s", (language, text, choice) => {
    expect(choicesIn(read(text, language)).map((one) => one.text)).toEqual([choice]);
  });

  it.each(["Reserve 3 KX-7 and 5 KX-8 in Oslo", "Reserve 3 KX-7 in Oslo or move 5 KX-8 to Bergen", "Reserve 3 KX-7 for 2 or 3 days"])(
    "are no choice otherwise: %s",
    (text) => {
      expect(choicesIn(read(text, "en"))).toEqual([]);
    },
  );
});

describe("an order that nothing parts from its condition", () => {
  it.each<[Language, string, string | null]>([
    ["en", "If SHP-9 is late cancel SHP-10", "cancel SHP-10"],
    ["de", "Wenn SHP-9 zu spät ist storniere SHP-10", "storniere SHP-10"],
    ["de", "Wenn SHP-9 zu spät ist SHP-10 stornieren", "SHP-10 stornieren"],
    ["fr", "Si SHP-9 est en retard annulez SHP-10", "annulez SHP-10"],
    ["es", "Si SHP-9 llega tarde cancela SHP-10", "cancela SHP-10"],
    ["nl", "Als SHP-9 te laat is annuleer SHP-10", "annuleer SHP-10"],
    ["en", "If it is late cancel SHP-10", null],
    ["en", "If SHP-9 and SHP-10 are late", null],
  ])("%s: is guessed by its deed and key: %s", (language, text, order) => {
    expect(orderInCondition(text, language)).toBe(order);
  });
});

describe("units of an order", () => {
  const amounts = (text: string, language: Language) => read(text, language).quantities.map(({ quantity, units }) => [quantity, ...units]);

  it.each<[Language, string, string[]]>([
    ["fr", "Transférez 300 L de SLV-IPA de Rotterdam à Gdansk", ["300", "LTR"]],
    ["en", "Move 300 L SLV-IPA from Rotterdam to Gdansk", ["300", "LTR"]],
    ["es", "Traslada 250 M de CBL-3X2 de Gdansk a Lyon", ["250", "MTR"]],
    ["de", "Lagere 300 L von SLV-IPA nach Danzig um", ["300", "LTR"]],
    // A size, as of gloves.
    ["en", "Reserve 20 L gloves in Lyon for SO-7", ["20"]],
    ["nl", "Leg 3 dozen ADH-2K apart in Lyon voor SO-7", ["3", "BOX"]],
    ["nl", "Graag leg 3 dozen ADH-2K apart in Lyon voor SO-7", ["3", "BOX"]],
    ["de", "Leg 3 Kartons ADH-2K in Lyon für SO-7 zurück", ["3", "BOX", "CTN"]],
  ])("%s: are read where they stand: %s", (language, text, amount) => {
    expect(amounts(text, language)).toEqual([amount]);
  });

  it("are none of the number of a leg", () => {
    expect(amounts("Move leg 2 of SHP-1 to Friday", "en")).toEqual([]);
    expect(amounts("Verzet leg 2 van SHP-1 naar vrijdag", "nl")).toEqual([]);
  });
});
