import { describe, expect, it } from "vitest";
import { goodsPhrases, readText } from "../src/index.ts";

const NOW = "2031-12-07T09:00:00Z";

describe("goods that several words or a compound name", () => {
  it.each([
    ["50 Kugelhähne von Bremen nach Hamburg", "Kugelhähne", "ball valve"],
    ["¿Cuántas válvulas de bola hay?", "válvulas de bola", "ball valve"],
    ["combien de vannes à bille avons-nous ?", "vannes à bille", "ball valve"],
    ["hoeveel kogelkranen zijn er?", "kogelkranen", "ball valve"],
    ["24 vannes papillon", "vannes papillon", "butterfly valve"],
    ["drei Rückschlagventile", "Rückschlagventile", "check valve"],
    ["bombas centrífugas", "bombas centrífugas", "centrifugal pump"],
    ["5 Kreiselpumpen", "Kreiselpumpen", "centrifugal pump"],
  ])("%s", (text, said, english) => {
    expect(goodsPhrases(text).map((found) => [text.slice(found.start, found.end), found.english])).toEqual([[said, english]]);
  });

  it("names none in a hold", () => expect(goodsPhrases("Quita la retención de SHP-8")).toEqual([]));
});

describe("holidays are days", () => {
  it.each([
    ["en", "what arrives in Oslo before New Year?", "2032-01-01"],
    ["en", "by Christmas Eve", "2031-12-24"],
    ["de", "Was kommt vor Weihnachten in Hamburg an?", "2031-12-25"],
    ["de", "bis Silvester", "2031-12-31"],
    ["fr", "avant Noël", "2031-12-25"],
    ["fr", "avant le Nouvel An", "2032-01-01"],
    ["es", "antes de Navidad", "2031-12-25"],
    ["es", "antes de Reyes", "2032-01-06"],
    ["nl", "voor Kerstmis", "2031-12-25"],
  ] as const)("%s: %s", (language, text, day) => {
    const reading = readText(text, language, NOW);
    expect(reading.dates.map(({ date }) => date)).toEqual([day]);
    expect(reading.places.filter(({ known }) => !known)).toEqual([]);
  });
});

describe("countries are places", () => {
  it.each([
    ["en", "Which shipments go to the USA?", "US"],
    ["en", "shipments to the UK", "GB"],
    ["de", "Welche Sendungen gehen in die USA?", "US"],
    ["de", "Sendungen in die Schweiz", "CH"],
    ["fr", "Quels envois partent vers la Norvège ?", "NO"],
    ["es", "¿Qué envíos llegan a Estados Unidos?", "US"],
    ["nl", "Welke zendingen gaan naar de VS?", "US"],
    ["nl", "en naar Brazilië?", "BR"],
  ] as const)("%s: %s", (language, text, country) => {
    expect(readText(text, language, NOW).places).toMatchObject([{ role: "to", country, known: true }]);
  });
});
