import type { Language, Question, ToolDescription } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { after, goalOf, input, intentOf, TOOLS } from "./an-input.ts";

const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];
const option = (label: string) => ({ label, text: label });
const AGAIN: Question = {
  id: "possible_duplicate",
  text: "Do it again?",
  options: [option("Yes, do it again"), option("No, leave it")],
};
const SHORT: Question = {
  id: "insufficient_available",
  text: "Only 20 PCE are available. How should it go on?",
  options: [option("Take 20 PCE now"), option("No, leave it")],
};
const MOVE = "Move 60 KX-7 from Oslo to Bergen";

const questionsOf = async (text: string, language: Language): Promise<Question[]> => {
  const outcome = await readIntent(input(text, { tools, language }));
  return outcome.kind === "question" ? outcome.questions : [];
};
const answered = (first: string, second: string, questions: Question[], language: Language) =>
  readIntent(
    input(second, {
      tools,
      language,
      history: [{ role: "user", text: first }],
      pending: { questions, openRequest: { id: "req_1", text: first, intent: null } },
    }),
  );

describe("an exception to an order", () => {
  it.each<[Language, string, string, string]>([
    ["en", "Cancel SHP-9 unless it is loaded", "Yes, it is loaded", "No, it is not loaded"],
    ["en", "Cancel SHP-9 except if it is loaded", "Yes, it is loaded", "No, it is not loaded"],
    ["de", "Storniere SHP-9, es sei denn sie ist verladen", "Ja, sie ist verladen", "Nein, sie ist nicht verladen"],
    ["de", "Storniere SHP-9, außer wenn sie verladen ist", "Ja, sie ist verladen", "Nein, sie ist nicht verladen"],
    ["fr", "Annulez SHP-9 sauf si elle est chargée", "Oui, elle est chargée", "Non, elle n'est pas chargée"],
    ["es", "Cancela SHP-9 a menos que esté cargado", "Sí, está cargado", "No, todavía no está cargado"],
    ["nl", "Annuleer SHP-9 tenzij hij geladen is", "Ja, hij is geladen", "Nee, hij is niet geladen"],
  ])("%s: is asked as such, and only a plain answer carries it out: %s", async (language, text, itIs, itIsNot) => {
    const questions = await questionsOf(text, language);
    expect(questions).toMatchObject([{ id: "exception_open", options: [{}, {}] }]);
    for (const words of [itIs, itIsNot]) {
      const outcome = await answered(text, words, questions, language);
      expect(outcome.kind === "intent" ? outcome.intent.actionKinds : []).toEqual([]);
    }
    const [doIt, leaveIt] = questions[0]?.options ?? [];
    expect(doIt?.text).toMatch(/\bSHP-9,?$/);
    const yes = { en: "yes please", de: "ja bitte", fr: "oui", es: "sí", nl: "ja graag" }[language];
    for (const words of [doIt?.label ?? "", yes])
      expect(intentOf(await answered(text, words, questions, language)).actionKinds).toEqual(["cancel_shipment"]);
    expect(intentOf(await answered(text, leaveIt?.label ?? "", questions, language)).actionKinds).toEqual([]);
  });

  it("a fact behind a yes asks again", async () => {
    const text = "Cancel SHP-9 unless it is loaded";
    const outcome = await answered(text, "Yes, it is loaded", await questionsOf(text, "en"), "en");
    expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "exception_open" }] });
  });

  it("a hold until something happens holds now", async () => {
    const outcome = await readIntent(input("Hold SHP-9 until the licence arrives", { tools }));
    expect(intentOf(outcome).actionKinds).toEqual(["place_hold"]);
  });
});

describe("an answer", () => {
  it.each(["ok, leave it", "ok, forget it", "yes, leave it as it is", "ja, laat maar", "sí, déjalo", "oui, laissez tomber", "ja, lass es"])(
    "that begins with a yes and takes back does nothing: %s",
    async (words) => {
      const condition = await questionsOf("Cancel SHP-9 if the customer withdrew", "en");
      for (const outcome of [
        await after(MOVE, words, [AGAIN]),
        await answered("Cancel SHP-9 if the customer withdrew", words, condition, "en"),
      ])
        expect(outcome).toMatchObject({ kind: "intent", intent: { actionKinds: [], agents: [] } });
    },
  );

  it("that agrees to a cancellation in its own words is a yes", async () => {
    const text = "Cancel SHP-9 if the customer withdrew";
    const outcome = await answered(text, "yes, cancel it", await questionsOf(text, "en"), "en");
    expect(intentOf(outcome).actionKinds).toEqual(["cancel_shipment"]);
  });

  it.each([[[AGAIN, SHORT]], [[SHORT, AGAIN]]])("that picks an option acknowledges no other question", async (questions) => {
    const outcome = await after(MOVE, "Take 20 PCE now", questions);
    expect(outcome).toMatchObject({ relation: "answer", acknowledges: [], again: false });
    expect(goalOf(outcome)).toBe("Move 20 PCE KX-7 from Oslo to Bergen");
    const again = await after(MOVE, "Yes, do it again", questions);
    expect(again).toMatchObject({ acknowledges: ["possible_duplicate"], again: true });
  });

  it("that agrees with another amount keeps the amount", async () => {
    for (const words of ["yes, but only 20", "yes, do it again please but this time with only 20"])
      expect(intentOf(await after(MOVE, words, [AGAIN])).limits.quantities).toMatchObject([{ quantity: "20" }]);
    const text = `${MOVE} if the customer pays`;
    const conditional = await answered(text, "yes, but only 20", await questionsOf(text, "en"), "en");
    expect(intentOf(conditional).limits.quantities).toMatchObject([{ quantity: "20" }]);
  });
});
