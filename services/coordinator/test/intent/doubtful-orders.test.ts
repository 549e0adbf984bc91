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

  it("hold nothing behind a question about a shipment when they name nothing", async () => {
    for (const text of ["stop", "Stop by Hamburg tomorrow", "Halt mal kurz"]) {
      const outcome = await readIntent(input(text, { history: [{ role: "user", text: "Where is SHP-4010?" }] }));
      expect(outcome.kind === "intent" ? outcome.intent.actionKinds : []).toEqual([]);
    }
    const held = await readIntent(input("hold it", { history: [{ role: "user", text: "Where is SHP-4010?" }] }));
    expect(held).toMatchObject({ kind: "intent", intent: { actionKinds: ["place_hold"] } });
  });
});
