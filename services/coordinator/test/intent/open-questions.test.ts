import type { Language, ToolDescription } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { after, goalOf, input, intentOf, TOOLS } from "./an-input.ts";

describe("what an order leaves open", () => {
  it.each<[Language, string, string]>([
    ["en", "Move 30 KX-7 from Oslo to Bergen by yesterday", "date_in_the_past"],
    ["en", "Move 30 KX-7 from Oslo to Bergen, 20 Feb", "date_in_the_past"],
    ["de", "Bitte 30 KX-7 von Oslo nach Bergen umlagern, bis gestern", "date_in_the_past"],
    ["fr", "Réservez 30 KX-7 à Oslo pour SO-1 jusqu'au 1er mars", "date_in_the_past"],
    ["es", "Traslada 30 KX-7 de Oslo a Bergen antes del viernes pasado", "date_in_the_past"],
    ["nl", "Verplaats 30 KX-7 van Oslo naar Bergen voor gisteren", "date_in_the_past"],
    ["en", "Move 30 KX-7 from Oslo to Bergen by mid-March", "date_unclear"],
    ["de", "30 KX-7 von Oslo nach Bergen umlagern, Ende März", "date_unclear"],
  ])("%s: a day that cannot be meant is asked for, never dropped: %s", async (language, text, id) => {
    const outcome = await readIntent(input(text));
    expect(outcome).toMatchObject({ kind: "question", language, questions: [{ id }] });
    const questions = outcome.kind === "question" ? outcome.questions : [];
    expect(intentOf(await after(text, "14 Mar", questions)).limits.dates).toEqual(["2031-03-14"]);
  });

  it.each(["by 31 Feb", "by 31.02.", "by Feb 30"])("a day that no calendar has is refused by name: %s", async (day) => {
    const outcome = await readIntent(input(`Move 30 KX-7 from Oslo to Bergen ${day}`));
    expect(outcome).toMatchObject({ kind: "refusal", code: "date_impossible" });
  });

  it.each<[Language, string, string]>([
    ["en", "If SHP-9 is not loaded yet, cancel it", "SHP-9, cancel it"],
    ["en", "Release RSV-9 if the customer withdrew", "Release RSV-9"],
    ["de", "Wenn SHP-9 noch nicht verladen ist, storniere SHP-9", "storniere SHP-9"],
    ["de", "Gib RSV-9 frei, sobald der Kunde zustimmt", "Gib RSV-9 frei,"],
    ["fr", "Si le client ne répond pas, annulez SHP-9", "annulez SHP-9"],
    ["es", "Libera RSV-9 si el cliente no paga", "Libera RSV-9"],
    ["nl", "Annuleer SHP-9 als de klant niet betaalt", "Annuleer SHP-9"],
    ["en", "if there are at least 100 KX-7 free in Oslo, move 20 KX-7 from Oslo to Bergen", "move 20 KX-7 from Oslo to Bergen"],
  ])("%s: an order under a condition waits for the word that it holds: %s", async (language, text, rest) => {
    const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];
    const outcome = await readIntent(input(text, { tools }));
    expect(outcome).toMatchObject({ kind: "question", language, questions: [{ id: "condition_open" }] });
    const questions = outcome.kind === "question" ? outcome.questions : [];
    expect(questions[0]?.options[0]?.text).toBe(rest);
    const said = await after(text, "yes", questions).then(intentOf);
    expect(said.actionKinds).toHaveLength(1);
  });

  it("the word before a condition is cut where it stands, not inside another word", async () => {
    const text = "Reserve 5 KX-7 in Oslo for SO-1 with the knotted ropes, but not if SHP-2 has left";
    expect(await readIntent(input(text))).toMatchObject({
      kind: "question",
      questions: [{ id: "exception_open", options: [{ text: "Reserve 5 KX-7 in Oslo for SO-1 with the knotted ropes" }, {}] }],
    });
    expect(await readIntent(input("Note well: hold SHP-9 not if it left"))).toMatchObject({
      questions: [{ options: [{ text: "Note well: hold SHP-9" }, {}] }],
    });
  });

  it.each<[Language, string]>([
    ["en", "Because the customer withdrew cancel SHP-2"],
    ["de", "Weil der Kunde nicht zahlt storniere SHP-2"],
    ["es", "Ya que el cliente no paga cancela SHP-2 y bloquea SHP-3"],
  ])("%s: an order that nothing parts from its reason is asked for alone: %s", async (language, text) => {
    const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];
    const outcome = await readIntent(input(text, { tools, language }));
    expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "order_unclear" }] });
    const questions = outcome.kind === "question" ? outcome.questions : [];
    const said = intentOf(await after(text, "cancel SHP-2", questions));
    expect(said).toMatchObject({ actionKinds: ["cancel_shipment"], entities: [{ kind: "shipment", id: "SHP-2" }] });
  });

  it("an order that no comma parts from its condition ends its question, by yes or said alone", async () => {
    const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];
    for (const [text, answer] of [
      ["If SHP-9 is late cancel it", "yes"],
      ["If SHP-9 is late cancel SHP-10", "cancel SHP-10"],
      ["If SHP-9 is late cancel SHP-10", "yes"],
      ["Wenn SHP-9 zu spät ist storniere SHP-10", "ja"],
      ["Si SHP-9 est en retard annulez SHP-10", "oui"],
      ["Si SHP-9 llega tarde cancela SHP-10", "sí"],
      ["Als SHP-9 te laat is annuleer SHP-10", "ja"],
    ] as const) {
      const outcome = await readIntent(input(text, { tools }));
      expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "condition_open" }] });
      const said = intentOf(await after(text, answer, outcome.kind === "question" ? outcome.questions : []));
      expect(said.actionKinds).toEqual(["cancel_shipment"]);
      const shipments = said.entities.filter(({ kind }) => kind === "shipment").map(({ id }) => id);
      expect(shipments).toEqual([text.includes("SHP-10") ? "SHP-10" : "SHP-9"]);
    }
  });

  it("shows the order that a yes would carry out where no comma parts it from its condition, and drops it by no", async () => {
    const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];
    const text = "If SHP-9 is late cancel SHP-10";
    const outcome = await readIntent(input(text, { tools }));
    const questions = outcome.kind === "question" ? outcome.questions : [];
    expect(questions[0]?.options.map(({ label }) => label)).toEqual(["Yes, do it: cancel SHP-10", "No"]);
    expect(intentOf(await after(text, "no", questions)).actionKinds).toEqual([]);
  });

  it.each<[Language, string, string]>([
    ["en", "Reserve either 3 or 5 KX-7 in Oslo for SO-1", "5"],
    ["de", "Reserviere entweder 3 oder 5 KX-7 in Oslo für SO-1", "5"],
    ["fr", "Réservez 3 ou 5 KX-7 à Oslo pour SO-1", "5"],
    ["es", "Reserva 3 o 5 KX-7 en Oslo para SO-1", "5"],
    ["nl", "Reserveer 3 of 5 KX-7 in Oslo voor SO-1", "5"],
  ])("%s: a choice between amounts is asked about: %s", async (language, text, answer) => {
    const outcome = await readIntent(input(text));
    expect(outcome).toMatchObject({ kind: "question", language, questions: [{ id: "amount_unclear" }] });
    const said = intentOf(await after(text, answer, outcome.kind === "question" ? outcome.questions : []));
    expect(said.actionKinds).toEqual(["reserve_stock"]);
    expect(said.limits.quantities.map(({ quantity }) => quantity)).toEqual(["5"]);
  });

  it.each<[Language, string]>([
    ["en", "please move 20 KX-7 from Oslo to Bergen if possible"],
    ["en", "if there is enough stock, move 20 KX-7 from Oslo to Bergen"],
    ["de", "wenn möglich 20 KX-7 von Oslo nach Bergen umlagern"],
    ["fr", "Transférez 20 KX-7 d'Oslo à Bergen s'il vous plaît"],
    ["es", "si hay stock, traslada 20 KX-7 de Oslo a Bergen"],
    ["nl", "verplaats 20 KX-7 van Oslo naar Bergen als het kan"],
  ])("%s: a courtesy, or stock that is checked anyway, is no condition: %s", async (_language, text) => {
    expect(intentOf(await readIntent(input(text))).actionKinds).toEqual(["transfer_stock"]);
  });

  it.each([
    "Reserve ½ dozen KX-7 in Oslo for SO-1",
    "Reserve 1/2 dozen KX-7 in Oslo for SO-1",
    "Reserve 1½ dozen KX-7 in Oslo for SO-1",
    "Reserviere anderthalb Dutzend KX-7 in Oslo für SO-1",
    "Réservez une douzaine et demie de KX-7 à Oslo pour SO-1",
    "Reserve 2x5 KX-7 in Oslo for SO-1",
    "Reserve ½ of 10 KX-7 in Oslo for SO-1",
    "Reserve 10^1 KX-7 in Oslo for SO-1",
  ])("an amount that has to be worked out is asked for: %s", async (text) => {
    expect(await readIntent(input(text))).toMatchObject({ kind: "question", questions: [{ id: "amount_unclear" }] });
  });

  it.each<[Language, string]>([
    ["en", "Release half of RSV-9"],
    ["en", "Release 20 % of RSV-9"],
    ["de", "Gib die Hälfte von RSV-9 frei"],
    ["fr", "Libérez la moitié de RSV-9"],
    ["es", "Libera la mitad de RSV-9"],
    ["nl", "Geef de helft van RSV-9 vrij"],
  ])("%s: a share is no amount: %s", async (language, text) => {
    const outcome = await readIntent(input(text));
    expect(outcome).toMatchObject({ kind: "question", language, questions: [{ id: "amount_unclear" }] });
    const answered = intentOf(await after(text, "50", outcome.kind === "question" ? outcome.questions : []));
    expect(answered).toMatchObject({ actionKinds: ["release_reservation"], limits: { quantities: [{ quantity: "50" }] } });
  });
});

describe("a figure that people of two languages read differently", () => {
  const first = "Reserve 1.000 KX-7 in Oslo for SO-1";

  it.each([
    ["en", first],
    ["de", "1,000 KX-7 in Bremen für SO-1 reservieren"],
  ])("%s: is asked about, never taken for one or for a thousand: %s", async (_language, text) => {
    expect(await readIntent(input(text))).toMatchObject({
      kind: "question",
      questions: [{ id: "amount_unclear", options: [{ text: "1000" }, { text: "1" }] }],
    });
  });

  it.each([
    ["1000", "Reserve 1000 KX-7 in Oslo for SO-1", "1000"],
    ["1,000", "Reserve 1,000 KX-7 in Oslo for SO-1", "1000"],
    ["one", "Reserve one KX-7 in Oslo for SO-1", "1"],
  ])("the answer %s takes its place", async (answer, goal, quantity) => {
    const asked = await readIntent(input(first));
    if (asked.kind !== "question") throw new Error("a question was expected");
    const outcome = await after(first, answer, asked.questions);
    expect(goalOf(outcome)).toBe(goal);
    expect(intentOf(outcome).limits.quantities.map((limit) => limit.quantity)).toEqual([quantity]);
  });

  it("a question about it is not asked back", async () => {
    expect(await readIntent(input("Are 1.000 KX-7 in Oslo?"))).toMatchObject({ kind: "intent" });
  });
});
