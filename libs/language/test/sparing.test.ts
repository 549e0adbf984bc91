import { earliestDays, pairsOf, readText, sharesIn } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";

const NOW = "2026-12-07T09:00:00Z";
const read = (text: string, language: Language) => readText(text, language, NOW);

describe("what an order spares is none of it", () => {
  it.each<[Language, string]>([
    ["en", "Except for SHP-1, postpone SHP-2 to the next flight"],
    ["en", "Don't touch SHP-1, but postpone SHP-2 to the next flight"],
    ["de", "Weder SHP-1 noch SHP-3 anfassen, nur SHP-2 auf den nächsten Flug umbuchen"],
    ["fr", "Ni SHP-1 ni SHP-3 : reportez seulement SHP-2 au prochain vol"],
    ["fr", "Ne touchez pas à SHP-1, mais décalez SHP-2 au prochain bateau"],
    ["es", "Salvo SHP-1, aplaza SHP-2 al próximo vuelo"],
    ["nl", "Behalve SHP-1 en SHP-3, boek SHP-2 om naar de volgende vlucht"],
  ])("%s: %s", (language, text) => {
    const { ids, actions } = read(text, language);
    expect(actions.kinds).toEqual(["reschedule_leg"]);
    expect(ids.map((id) => id.id)).toEqual(["SHP-2"]);
  });

  it("not even papers that are left as they are, nor a day that is ruled out", () => {
    expect(read("Lodge EXD-1 but leave EXD-2 as a draft", "en").ids.map((id) => id.id)).toEqual(["EXD-1"]);
    expect(read("Move 5 KX-7 from Oslo to Bergen by 14 Dec, not by 11 Dec", "en").dates.map((day) => day.date)).toEqual(["2026-12-14"]);
  });

  it.each<[Language, string]>([
    ["en", "Reserve 5 VLV-050 for order no SO-1 and 3 for SO-2"],
    ["en", "Reserve 5 VLV-050 for order no. SO-1 and 3 for SO-2"],
    ["es", "Reserva 5 VLV-050 para el pedido no SO-1 y 3 para SO-2"],
  ])("%s: but a number sign leaves nothing out: %s", (language, text) => {
    const { ids, quantities } = read(text, language);
    expect(ids.filter((id) => id.kind === "demand").map((id) => id.id)).toEqual(["SO-1", "SO-2"]);
    expect(quantities.map((one) => one.quantity)).toEqual(["5", "3"]);
  });

  it.each<[Language, string, string, string[]]>([
    ["en", "Order 5 VLV-060, order no VLV-050", "sku", ["VLV-060"]],
    ["en", "Reserve 5 VLV-060 for SO-1 and in this order no VLV-050", "sku", ["VLV-060"]],
    ["en", "Cancel SHP-1, not shipment no SHP-2", "shipment", ["SHP-1"]],
    ["es", "Cancela SHP-1, menos envío no SHP-2", "shipment", ["SHP-1"]],
    ["en", "Cancel SHP-1 and shipment no SHP-2", "shipment", ["SHP-1", "SHP-2"]],
    ["en", "Reserve 5 of item no VLV-050 and 3 of item no VLV-060 for SO-1", "sku", ["VLV-050", "VLV-060"]],
  ])("%s: nor does one take in what is left out before it: %s", (language, text, kind, left) => {
    expect(
      read(text, language)
        .ids.filter((id) => id.kind === kind)
        .map((id) => id.id),
    ).toEqual(left);
  });

  it.each<[Language, string, string[]]>([
    ["en", "Move 5 KX-7 from Oslo to Bergen by 14 Dec, not before 11 Dec", ["2026-12-11"]],
    ["de", "60 KX-7 von Oslo nach Bergen bis 14.12. umlagern, nicht vor dem 11.12.", ["2026-12-11"]],
    ["fr", "Transférez 5 KX-7 d'Oslo à Bergen pour le 14/12, pas avant le 11/12", ["2026-12-11"]],
    ["es", "Traslada 5 KX-7 de Oslo a Bergen para el 14/12, no antes del 11/12", ["2026-12-11"]],
    ["nl", "Verplaats 5 KX-7 van Oslo naar Bergen tegen 14/12, niet voor 11/12", ["2026-12-11"]],
    ["en", "Move 5 KX-7 from Oslo to Bergen, not before 11 Dec", []],
    ["en", "Move 5 KX-7 from Oslo to Bergen by 14 Dec, not after 18 Dec", []],
  ])("%s: a day before which nothing is wanted is none that it is due on: %s", (language, text, days) => {
    const { own, dates } = read(text, language);
    expect(earliestDays(own, dates).map((day) => day.date)).toEqual(days);
  });

  it.each<[Language, string, string[]]>([
    ["de", "Bitte 60 KX-7 von Oslo nach Bergen umlagern, ab 14.12., aber nicht nach dem 18.12.", ["2026-12-14", "2026-12-18"]],
    ["de", "60 KX-7 von Oslo nach Bergen umlagern, ab 14.12., nicht nach Freitag", ["2026-12-14", "2026-12-11"]],
    ["de", "60 KX-7 von Oslo nach Bergen umlagern, ab 14.12., nicht nach dem 18.12.", ["2026-12-14", "2026-12-18"]],
    ["en", "Move 5 KX-7 from Oslo to Bergen by 14 Dec, not before 11 Dec", ["2026-12-14", "2026-12-11"]],
    ["fr", "Transférez 5 KX-7 d'Oslo à Bergen pour le 14/12, pas avant le 11/12", ["2026-12-14", "2026-12-11"]],
    ["es", "Traslada 5 KX-7 de Oslo a Bergen para el 14/12, no antes del 11/12", ["2026-12-14", "2026-12-11"]],
    ["nl", "Verplaats 5 KX-7 van Oslo naar Bergen tegen 14/12, niet voor 11/12", ["2026-12-14", "2026-12-11"]],
    ["en", "Move 5 KX-7 from Oslo to Bergen by 14 Dec, leaving on 10 Dec", ["2026-12-14", "2026-12-10"]],
    ["en", "Move 5 KX-7 from Oslo to Bergen by 14 Dec, leaving Oslo on 10 Dec", ["2026-12-14", "2026-12-10"]],
    ["en", "Postpone SHP-2 to 14 Dec, leaving SHP-1 on 10 Dec", ["2026-12-14"]],
    ["de", "60 KX-7 von Oslo nach Bergen umlagern bis 14.12., nicht am 11.12.", ["2026-12-14"]],
  ])("%s: a day that bounds or begins the order is part of it: %s", (language, text, days) => {
    expect(read(text, language).dates.map((day) => day.date)).toEqual(days);
  });

  it("but what is named once stays, and so does all of a question", () => {
    expect(read("Don't cancel SHP-1, hold it", "en").ids.map((id) => id.id)).toEqual(["SHP-1"]);
    expect(read("Is SHP-1 late, not SHP-2?", "en").ids).toHaveLength(2);
    expect(read("Release RSV-1 and RSV-2", "en").ids).toHaveLength(2);
  });
});

describe("bounds and guesses are no amounts", () => {
  it.each<[string, string]>([
    ["up to 20 of them", "up to 20"],
    ["between 10 and 20 pieces", "between 10 and 20"],
    ["10-20 pieces", "10-20"],
    ["bis auf 20 Stück", "bis auf 20"],
    ["etwa 30 Stück", "etwa 30"],
    ["au moins 5", "au moins 5"],
    ["todo menos 20", "todo menos 20"],
    ["ongeveer 30 stuks", "ongeveer 30"],
  ])("%s", (text, share) => {
    expect(sharesIn(text).map((one) => one.text)).toEqual([share]);
  });

  it.each(["KX-7-10 to Oslo", "20 pieces", "set it to 20"])("not: %s", (text) => {
    expect(sharesIn(text)).toEqual([]);
  });
});

describe("several amounts, or one for several goods", () => {
  const pairs = (text: string, language: Language) =>
    pairsOf(read(text, language)).map((pair) => [
      pair.ids.find((id) => id.kind === "sku")?.id,
      pair.quantities[0]?.quantity,
      pair.ids.find((id) => id.kind === "demand")?.id,
    ]);

  it("the same goods at two places are two", () => {
    expect(pairs("Reserva 2 cajas de KX-7 en Oslo para SO-1 y 1 caja en Bergen para SO-2", "es")).toEqual([
      ["KX-7", "2", "SO-1"],
      ["KX-7", "1", "SO-2"],
    ]);
  });

  it.each<[Language, string]>([
    ["en", "Reserve 5 each of KX-7 and KX-8"],
    ["de", "Reserviere je 5 KX-7 und KX-8"],
    ["es", "Reserva 5 de KX-7 y KX-8, cada uno"],
  ])("%s: an amount each is one for all of them: %s", (language, text) => {
    expect(pairs(text, language).map(([sku, quantity]) => [sku, quantity])).toEqual([
      ["KX-7", "5"],
      ["KX-8", "5"],
    ]);
  });
});
