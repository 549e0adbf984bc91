import { afterAll, describe, expect, it } from "vitest";
import { app, play } from "./play.ts";

afterAll(() => app.close());

const called = (played: Awaited<ReturnType<typeof play>>) => played.calls.map((call) => call.name);
const last = (played: Awaited<ReturnType<typeof play>>) => {
  const args = played.calls.at(-1)?.args ?? {};
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
};

describe("a move", () => {
  it.each([
    ["en", "Move 60 QX-77 from Antwerp to Oslo by 14 Mar"],
    ["de", "Bitte sechzig Stück QX-77 von Antwerpen nach Oslo umlagern, bis 14.3."],
    ["fr", "Déplacez 60 QX-77 d'Anvers à Oslo avant le 14 mars"],
    ["es", "Traslada sesenta unidades de QX-77 de Amberes a Oslo antes del 14 de marzo"],
    ["nl", "Verplaats 60 stuks QX-77 van Antwerpen naar Oslo voor 14 maart"],
  ])("%s: checks first, then proposes with the record's keys", async (language, words) => {
    const played = await play("supply", words, { language });
    expect(called(played)).toEqual(["check_availability", "transfer_stock"]);
    expect(last(played)).toEqual({
      sku: "QX-77",
      fromLocation: "LOC-ANR",
      toLocation: "NOOSL",
      quantity: "60",
      uom: "PCE",
      neededBy: "2031-03-14",
    });
    expect(played.answer).toContain("STK-901");
  });

  it("finds the goods by words when no key is given", async () => {
    expect(last(await play("supply", "Move 60 hex bolts from Antwerp to Oslo"))).toMatchObject({ sku: "QX-77" });
  });

  it("asks for what is missing instead of guessing", async () => {
    expect(called(await play("supply", "Move QX-77 from Antwerp to Oslo"))).toEqual(["ask_user"]);
    expect(called(await play("supply", "Move 5 QX-77 from Antwerp"))).toEqual(["check_availability", "ask_user"]);
    // A destination alone says nothing of the source.
    expect((await play("supply", "Move 5 QX-77 to Oslo")).calls[0]?.args.location).toBeNull();
    const nowhere = await play("supply", "move 10 QX-77 from Antwerp to Narnia");
    expect(called(nowhere).at(-1)).toBe("ask_user");
  });

  it("books transport of a planned transfer on the earliest service", async () => {
    const transfer = {
      ref: "@a1",
      kind: "transfer",
      fields: { sku: "QX-77", quantity: "60", uom: "PCE", fromLocation: "LOC-ANR", toLocation: "LOC-OSL", neededBy: "2031-03-14" },
    };
    const played = await play("transit", "Move 60 QX-77 from Antwerp to Oslo by 14 Mar", { planned: [transfer] });
    expect(called(played)).toEqual(["quote_options", "book_shipment"]);
    expect(last(played)).toMatchObject({
      origin: "LOC-ANR",
      destination: "LOC-OSL",
      serviceId: "SVC-71",
      transferRef: "@a1",
      lines: [{ sku: "QX-77", quantity: "60", uom: "PCE", lot: null }],
    });
  });

  it("leans on the turn before", async () => {
    const played = await play("supply", "vale, manda 40 a Oslo\n\n---\nEarlier the user said: ¿Cuántos QX-77 hay en Amberes?", {
      language: "es",
    });
    expect(last(played)).toMatchObject({ sku: "QX-77", fromLocation: "LOC-ANR", quantity: "40" });
  });
});

describe("goods for somebody", () => {
  it.each([
    ["en", "Send 5 QX-77 from Antwerp to Marmara in Turkey", "Turkey"],
    ["de", "Sende 5 QX-77 aus Antwerpen an Marmara in Izmit", "Izmit"],
    ["fr", "Envoyez 5 QX-77 d'Anvers à Marmara en Turquie", "Turquie"],
    ["es", "Envía 5 QX-77 de Amberes a Marmara en Turquía", "Turquía"],
    ["nl", "Stuur 5 QX-77 van Antwerpen naar Marmara in Turkije", "Turkije"],
  ])("%s: go where they are, by their name: %s", async (language, words, where) => {
    const { calls } = await play("transit", words, { language });
    expect(calls.find(({ name }) => name === "quote_options")?.args).toMatchObject({ toUnlocode: where });
    expect(calls.at(-1)).toMatchObject({ name: "book_shipment", args: { destination: where, consignee: "Marmara" } });
  });
});

describe("a reservation", () => {
  it.each([
    ["en", "Reserve 5 boxes of QX-77 in Antwerp for SO-12"],
    ["de", "5 Kartons QX-77 in Antwerpen für SO-12 reservieren"],
    ["fr", "Réservez cinq boîtes de QX-77 à Anvers pour SO-12"],
    ["es", "Reserva 5 cajas de QX-77 en Amberes para SO-12"],
    ["nl", "Reserveer 5 dozen QX-77 in Antwerpen voor SO-12"],
  ])("%s: in the unit that was said", async (language, words) => {
    const played = await play("supply", words, { language });
    expect(last(played)).toEqual({ sku: "QX-77", location: "LOC-ANR", quantity: "5", uom: "BOX", demandRef: "SO-12" });
  });

  it.each([
    ["en", "Reserve 5 boxes of QX-77 in Antwerp for SO-12 until Friday"],
    ["de", "5 Kartons QX-77 in Antwerpen für SO-12 bis zum 7. März reservieren"],
    ["fr", "Réservez cinq boîtes de QX-77 à Anvers pour SO-12 jusqu'au 7 mars"],
    ["es", "Reserva 5 cajas de QX-77 en Amberes para SO-12 hasta el 7 de marzo"],
    ["nl", "Reserveer 5 dozen QX-77 in Antwerpen voor SO-12 tot vrijdag"],
  ])("%s: lapses on the day until which it is wanted", async (language, words) => {
    expect(last(await play("supply", words, { language }))).toMatchObject({ demandRef: "SO-12", expiresAt: "2031-03-07" });
  });

  it("asks for the unit when an amount can be read in several", async () => {
    const played = await play("supply", "reserveer 10 glycol in Antwerpen voor SO-12", { language: "nl" });
    expect(called(played)).toEqual(["check_availability", "ask_user"]);
    expect(played.calls.at(-1)?.args.options).toEqual([
      { label: "10 liter", text: "10 liter" },
      { label: "10 vaten", text: "10 vaten" },
      { label: "10 IBC", text: "10 IBC" },
    ]);
  });

  it.each([
    ["en", "release RSV-41, it has expired"],
    ["de", "RSV-41 freigeben, ist abgelaufen"],
    ["fr", "Libérez RSV-41, elle est expirée"],
    ["es", "Libera RSV-41, está caducada"],
    ["nl", "Geef RSV-41 vrij, die is verlopen"],
  ])("%s: is given back by its number", async (language, words) => {
    expect(last(await play("supply", words, { language }))).toEqual({ reservationId: "RSV-41", reason: "expired" });
  });

  it("one that does not exist is not found", async () => {
    expect((await play("supply", "Gib RSV-99 frei", { language: "de" })).answer).toBe("Nicht gefunden: RSV-99.");
  });
});

describe("questions", () => {
  it.each([
    ["en", "QX-77 stock antwerp?", "500 available"],
    ["de", "Wie viele QX-77 liegen in Antwerpen?", "500 verfügbar"],
    ["fr", "Combien de QX-77 à Anvers ?", "500 disponibles"],
    ["es", "¿Cuántos QX-77 hay en Amberes?", "500 disponibles"],
    ["nl", "Hoeveel QX-77 liggen er in Antwerpen?", "500 beschikbaar"],
  ])("%s: are answered with figures and record ids", async (language, words, figure) => {
    const played = await play("supply", words, { language }, []);
    expect(called(played)).toEqual(["find_stock"]);
    expect(played.answer).toContain(figure);
    expect(played.answer).toContain("STK-901@3");
  });

  it("a record that does not exist is not found, never no", async () => {
    expect((await play("transit", "status of SHP-99?", {}, [])).answer).toBe("Not found: SHP-99.");
  });

  it("what it does not understand it says", async () => {
    expect(
      (await play("supply", "colourless green ideas sleep furiously", {}, [])).calls.some((call) => !/^find|^check/.test(call.name)),
    ).toBe(false);
    expect((await play("export", "blah", {}, [])).answer).toContain("did not understand");
  });

  it("a vague order gets one concrete offer and no proposal", async () => {
    const played = await play("supply", "andamos cortos de guantes en oslo, arregladlo", { language: "es" });
    expect(called(played)).toEqual(["find_stock", "find_stock", "ask_user"]);
  });
});

describe("holds and papers", () => {
  it.each([
    ["en", "put SHP-8 on hold, customer has not paid", "credit"],
    ["de", "SHP-8 anhalten, Qualitätsmangel", "quality"],
    ["fr", "Bloquez SHP-8, problème de douane", "customs"],
    ["es", "Retén SHP-8", "customer"],
    ["nl", "Houd SHP-8 tegen, kwaliteit niet goed", "quality"],
  ])("%s: a hold names who lifts it", async (language, words, type) => {
    expect(last(await play("transit", words, { language }))).toMatchObject({ shipmentId: "SHP-8", type });
  });

  it("lifting one that no tool lifts is refused with the hold's number", async () => {
    const played = await play("transit", "release the hold on SHP-8, boss said ok", { allowedActions: ["release_hold"] }, []);
    expect(last(played)).toMatchObject({ code: "hold_active" });
    expect(String(played.calls.at(-1)?.args.detail)).toContain("HLD-3");
  });

  it("a wrong figure is corrected in the draft before it is lodged", async () => {
    const played = await play("export", "EXD-55 says 180 but the shipment has 200. fix it and lodge");
    expect(called(played)).toEqual(["find_declarations", "draft_declaration", "lodge_declaration"]);
    expect(played.calls[1]?.args).toMatchObject({
      shipmentId: "SHP-8",
      declarationId: "EXD-55",
      lines: [{ sku: "QX-77", quantity: "200", uom: "PCE" }],
    });
  });

  it("a draft that exists is not made twice", async () => {
    const played = await play("export", "Préparez la déclaration de SHP-8", { language: "fr" });
    expect(called(played)).toEqual(["find_declarations"]);
    expect(played.answer).toContain("EXD-55");
  });

  it.each([
    ["en", "lodge EXD-55 now"],
    ["de", "EXD-55 bitte einreichen"],
    ["fr", "Déposez EXD-55"],
    ["es", "Presenta EXD-55"],
    ["nl", "Dien EXD-55 in"],
  ])("%s: lodging reads the papers first", async (language, words) => {
    expect(called(await play("export", words, { language }))).toEqual(["find_declarations", "lodge_declaration"]);
  });

  it("only tools that are offered are called", async () => {
    const played = await play("export", "lodge EXD-55 now", {}, []);
    expect(called(played)).not.toContain("lodge_declaration");
  });
});
