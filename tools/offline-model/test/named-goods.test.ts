import { afterAll, describe, expect, it } from "vitest";
import { itemOptions } from "../src/skills/item-options.ts";
import { app, play } from "./play.ts";

afterAll(() => app.close());

describe("items to choose from", () => {
  it("have their names", () => {
    expect(itemOptions("valve may be VLV-1 (Ball valve DN50 (steel)), VLV-2 (Gate valve), VLV-3 (Alloy valve, 900 lb)")).toEqual([
      { label: "VLV-1 (Ball valve DN50 (steel))", text: "VLV-1" },
      { label: "VLV-2 (Gate valve)", text: "VLV-2" },
      { label: "VLV-3 (Alloy valve, 900 lb)", text: "VLV-3" },
    ]);
    expect(itemOptions("valve may be VLV-1 or VLV-2.")).toEqual([
      { label: "VLV-1", text: "VLV-1" },
      { label: "VLV-2", text: "VLV-2" },
    ]);
  });
});

describe("goods of the languages", () => {
  it.each([
    ["de", "50 Kugelhähne von Antwerpen nach Oslo umlagern"],
    ["fr", "Déplacez 50 vannes à bille d'Anvers à Oslo"],
    ["es", "Traslada 50 válvulas de bola de Amberes a Oslo"],
    ["nl", "Verplaats 50 kogelkranen van Antwerpen naar Oslo"],
  ])("%s: are looked up by what they are", async (language, words) => {
    expect((await play("supply", words, { language })).calls[0]?.args).toMatchObject({ sku: "ball valve" });
  });

  it("are looked up by both words of a compound", async () => {
    const { calls } = await play("supply", "Reserviere 4 Fass Hydrauliköl in Antwerpen für SO-12", { language: "de" });
    expect(calls[0]?.args).toMatchObject({ sku: "hydraulic oil" });
  });

  it.each([
    ["fr", "Réserve 3 pièces pour la commande SO-12", "Combien de QX-77 sont à Anvers ?"],
    ["es", "Reserva 3 para el pedido SO-12", "¿Cuántos QX-77 hay en Amberes?"],
    ["de", "Reserviere 3 Stück für den Auftrag SO-12", "Wie viele QX-77 sind in Antwerpen?"],
    ["nl", "Reserveer 3 stuks voor bestelling SO-12", "Hoeveel QX-77 liggen er in Antwerpen?"],
    ["en", "Reserve 3 for customer order SO-12", "How many QX-77 are in Antwerp?"],
  ])("%s: an order takes goods and place of the question before it", async (language, words, before) => {
    const played = await play("supply", `${words}\n\n---\nEarlier the user said: ${before}`, { language });
    expect(played.calls.at(-1)).toMatchObject({ name: "reserve_stock", args: { sku: "QX-77", location: "LOC-ANR", quantity: "3" } });
  });
});

describe("countries and days of a question", () => {
  it("look up a country by its letters", async () => {
    expect((await play("transit", "Welke zendingen gaan naar Noorwegen?", { language: "nl" })).calls[0]?.args).toMatchObject({
      destination: "NO",
    });
  });
});
