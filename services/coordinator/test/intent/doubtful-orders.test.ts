import type { Language, Question } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { input } from "./an-input.ts";

const ORDERS: [Language, string, string, string][] = [
  ["en", "Mara will reserve 20 KX-7205 in Oslo for SO-1", "Yes, do it", "No, leave it"],
  ["de", "Reserviere 20 KX-7205 in Oslo für SO-1, nein, doch nicht", "Ja, ausführen", "Nein, nichts tun"],
  ["fr", "On a réservé 20 KX-7205 à Oslo pour SO-1 hier", "Oui, le faire", "Non, ne rien faire"],
  ["es", "Mara quiere reservar 20 KX-7205 en Oslo para SO-1", "Sí, hazlo", "No, no hacer nada"],
  ["nl", "Mara wil 20 KX-7205 in Oslo reserveren voor SO-1", "Ja, doe het", "Nee, niets doen"],
];

const asked = async (text: string, language: Language): Promise<Question[]> => {
  const outcome = await readIntent(input(text, { language }));
  return outcome.kind === "question" ? outcome.questions : [];
};
const answered = async (text: string, answer: string, language: Language) =>
  readIntent(
    input(answer, {
      language,
      history: [{ role: "user", text }],
      pending: { questions: await asked(text, language), openRequest: { id: "req_1", text, intent: null } },
    }),
  );

describe("words that may be no order", () => {
  it.each(ORDERS)("are asked about before anything is done (%s): %s", async (language, text, yes, no) => {
    const questions = await asked(text, language);
    expect(questions.map(({ id, options }) => [id, options.map(({ label }) => label)])).toEqual([["order_doubtful", [yes, no]]]);
  });

  it.each(ORDERS)("count once somebody says so (%s): %s", async (language, text, yes) => {
    expect(await answered(text, yes, language)).toMatchObject({ kind: "intent", intent: { actionKinds: ["reserve_stock"] } });
  });

  it.each(ORDERS)("are left alone otherwise (%s): %s", async (language, text, _yes, no) => {
    expect(await answered(text, no, language)).toMatchObject({ kind: "intent", intent: { actionKinds: [] } });
    const about = await answered(text, "hm, Mara?", language);
    expect(about).toMatchObject({ kind: "question", questions: [{ id: "order_doubtful" }] });
  });

  it.each<[Language, string, string]>([
    ["en", "We may move half of KX-7205 from Oslo to Bergen", "Yes"],
    ["en", "Mara will move half of the KX-7205 from Oslo to Bergen", "Yes, do it"],
    ["de", "Mara will die Hälfte der KX-7205 von Oslo nach Bergen umlagern", "Ja"],
    ["fr", "Mara veut transférer la moitié des KX-7205 d'Oslo à Bergen", "Oui"],
    ["es", "Mara quiere trasladar la mitad de KX-7205 de Oslo a Bergen", "Sí"],
    ["nl", "Mara wil de helft van KX-7205 van Oslo naar Bergen verplaatsen", "Ja"],
  ])("are asked about once, whatever else is asked behind the yes (%s): %s", async (language, text, yes) => {
    const agreed = await answered(text, yes, language);
    expect(agreed).toMatchObject({ kind: "question", questions: [{ id: "amount_unclear" }], acknowledges: ["order_doubtful"] });
    if (agreed.kind !== "question") return;
    const next = (answer: string) =>
      readIntent(
        input(answer, {
          language,
          history: [text, yes].map((said) => ({ role: "user" as const, text: said })),
          pending: {
            questions: agreed.questions,
            openRequest: { id: "req_2", text: yes, intent: null, acknowledge: agreed.acknowledges },
          },
        }),
      );
    const amount = await next("30");
    expect(amount).toMatchObject({ kind: "intent", acknowledges: ["order_doubtful"], intent: { actionKinds: ["transfer_stock"] } });
    expect(amount).toMatchObject({ intent: { limits: { quantities: [{ quantity: "30" }] } } });
  });

  it("are asked about anew where the answer is another order, as doubtful as the first", async () => {
    const doubtful = "Mara will reserve 20 KX-7206 in Oslo for SO-2";
    const text = "Mara will move half of the KX-7205 from Oslo to Bergen";
    const outcome = await readIntent(
      input(doubtful, {
        history: [text, "Yes"].map((said) => ({ role: "user" as const, text: said })),
        pending: {
          questions: [{ id: "amount_unclear", text: "How many?", options: [] }],
          openRequest: { id: "req_2", text: "Yes", intent: null, acknowledge: ["order_doubtful"] },
        },
      }),
    );
    expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "order_doubtful" }] });
  });

  it("hold nothing behind a question about a shipment when they name nothing", async () => {
    for (const text of ["stop", "Stop by Hamburg tomorrow", "Halt mal kurz"]) {
      const outcome = await readIntent(input(text, { history: [{ role: "user", text: "Where is SHP-4010?" }] }));
      expect(outcome.kind === "intent" ? outcome.intent.actionKinds : []).toEqual([]);
    }
    const held = await readIntent(input("hold it", { history: [{ role: "user", text: "Where is SHP-4010?" }] }));
    expect(held).toMatchObject({ kind: "intent", intent: { actionKinds: ["place_hold"] } });
  });
});
