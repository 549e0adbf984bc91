import { readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";

const NOW = "2026-12-07T09:00:00Z";
const read = (text: string, language: Language) => readText(text, language, NOW);
const amounts = (text: string, language: Language) => read(text, language).quantities.map(({ quantity }) => quantity);
const ids = (text: string, language: Language, kind: string) =>
  read(text, language)
    .ids.filter((id) => id.kind === kind)
    .map(({ id }) => id);
const places = (text: string, language: Language) => read(text, language).places.map(({ role, name }) => `${role} ${name}`);

describe("what a message takes back in the same breath is none of the order", () => {
  it.each<[Language, string]>([
    ["en", "Reserve 40, no, 8 KX-7 in Oslo for SO-1"],
    ["en", "Reserve 40 KX-7, no 8, in Oslo for SO-1"],
    ["en", "Reserve 40 KX-7 - sorry, 8 - in Oslo for SO-1"],
    ["en", "Reserve 40 sorry 8 KX-7 in Oslo for SO-1"],
    ["en", "Reserve 40 (make it 8) KX-7 in Oslo for SO-1"],
    ["en", "Reserve 40, no 20, no wait, 8 KX-7 in Oslo for SO-1"],
    ["de", "Bitte 40 KX-7 in Oslo für SO-1 reservieren, Quatsch, 8"],
    ["de", "Reserviere 40 KX-7, nein, besser 8, in Oslo für SO-1"],
    ["fr", "Réservez 40... pardon, 8 KX-7 à Oslo pour SO-1"],
    ["fr", "Réservez 40 KX-7, enfin 8, à Oslo pour SO-1"],
    ["es", "Reserva 40 KX-7, no, mejor 8, en Oslo para SO-1"],
    ["es", "Reserva 40 KX-7, perdón, 8, en Oslo para SO-1"],
    ["nl", "Reserveer 40 KX-7, nee 8, in Oslo voor SO-1"],
    ["nl", "Reserveer 40 KX-7, of nee, ik bedoel 8, in Oslo voor SO-1"],
  ])("%s: an amount: %s", (language, text) => {
    expect(amounts(text, language)).toEqual(["8"]);
    expect(read(text, language)).toMatchObject({ unclearCorrection: null, actions: { kinds: ["reserve_stock"] } });
  });

  it.each<[Language, string]>([
    ["en", "Move 8 KX-7 from Lyon to Hamburg, no wait, to Valencia"],
    ["en", "Move 8 KX-7 from Lyon to Hamburg, sorry, Valencia"],
    ["en", "Move 8 KX-7 from Lyon to Hamburg. Actually, to Valencia please"],
    ["en", "Move 8 KX-7 from Lyon to Hamburg, to Valencia I mean"],
    ["de", "8 KX-7 von Lyon nach Hamburg umlagern, nein, doch lieber nach Valencia"],
    ["fr", "Transférez 8 KX-7 de Lyon vers Hambourg, non, plutôt vers Valencia"],
    ["es", "Traslada 8 KX-7 de Lyon a Hamburgo no, mejor a Valencia"],
    ["es", "Traslada 8 KX-7 de Lyon a Hamburgo, mejor dicho, a Valencia"],
    ["nl", "Verplaats 8 KX-7 van Lyon naar Hamburg, of nee, naar Valencia"],
  ])("%s: a place in its part: %s", (language, text) => {
    expect(places(text, language)).toEqual(["from Lyon", "to Valencia"]);
  });

  it.each<[Language, string]>([
    ["en", "Cancel SHP-1, sorry, I mean SHP-2"],
    ["en", "Put SHP-1 on hold, no, SHP-2 I mean"],
    ["de", "Storniere SHP-1, Quatsch, SHP-2"],
    ["fr", "Annulez SHP-1, je veux dire SHP-2"],
    ["es", "Cancela SHP-1, quise decir SHP-2"],
    ["nl", "Annuleer SHP-1, sorry, ik bedoel SHP-2"],
  ])("%s: a record: %s", (language, text) => {
    expect(ids(text, language, "shipment")).toEqual(["SHP-2"]);
  });

  it("only what the newer words name: the rest of the phrase, and the amounts of other deeds, stay", () => {
    const again = "Move 30 KX-7 from Lyon to Hamburg, no wait, 20 KX-8 from Lyon to Valencia";
    expect(amounts(again, "en")).toEqual(["20"]);
    expect(ids(again, "en", "sku")).toEqual(["KX-8"]);
    expect(places(again, "en")).toEqual(["from Lyon", "to Valencia"]);
    expect(amounts("Move 5 KX-7 to Lyon and reserve 30, no, 6 KX-8 for SO-1", "en")).toEqual(["5", "6"]);
    expect(ids("Reserve 5 KX-7 for SO-1, sorry, SO-2, and 6 KX-8 for SO-3", "en", "demand")).toEqual(["SO-2", "SO-3"]);
    expect(ids("Cancel SHP-1 and SHP-2, no, SHP-3 and SHP-4", "en", "shipment")).toEqual(["SHP-3", "SHP-4"]);
  });

  it("an amount without a unit keeps the unit of the one it replaces", () => {
    expect(read("Reserve 30 boxes KX-7, no, 6 for SO-1", "en").quantities).toMatchObject([{ quantity: "6", units: ["BOX"] }]);
  });

  it.each<[Language, string, string[]]>([
    ["en", "Reserve no more than 30 KX-7 for SO-1", ["30"]],
    ["en", "Reserve 30 KX-7 for SO-1, sorry for the trouble, and 6 KX-8 for SO-2", ["30", "6"]],
    ["en", "Reserve 30 KX-7 for SO-1 and wait for 6 KX-8", ["30", "6"]],
    ["es", "Reserva 30 KX-7 en Vigo, no en Valencia, y 6 KX-8 para SO-2", ["30", "6"]],
    ["fr", "Réservez 30 KX-7 pour SO-1, pardon pour le retard, et 6 KX-8 pour SO-2", ["30", "6"]],
  ])("%s: the same words take nothing back elsewhere: %s", (language, text, left) => {
    expect(amounts(text, language)).toEqual(left);
    expect(read(text, language).unclearCorrection).toBeNull();
  });

  it.each<[Language, string]>([
    ["en", "Cancel SHP-1 and SHP-2, no, SHP-3"],
    ["en", "Cancel SHP-1, no SHP-2"],
    ["en", "Reserve 30 boxes KX-7, sorry, pieces for SO-1"],
    ["en", "Reserve 30 ball valves, no, gate valves for SO-1"],
    ["en", "Move 8 KX-7 from Lyon to Hamburg, no, Zzyzx"],
    ["en", "Reserve 8 KX-7 for SO-1 in Hamburg, sorry, to Valencia"],
  ])("%s: what does not tell what it puts right is left to the user: %s", (language, text) => {
    expect(read(text, language).unclearCorrection).not.toBeNull();
  });
});
