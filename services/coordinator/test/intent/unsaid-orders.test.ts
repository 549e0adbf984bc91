import type { Language, Question } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { input } from "./an-input.ts";

/** Words that name all of an order but a deed that is known, with what they may mean. */
const UNSAID: [Language, string, string, string][] = [
  ["en", "8 KX-7205 travel Hamburg to Lyon by 14 March", "Move 8 KX-7205 from Hamburg to Lyon, by 2031-03-14", "transfer_stock"],
  ["de", "8 Gebinde KX-7205 sollten von Hamburg nach Lyon", "Bitte 8 Gebinde KX-7205 von Hamburg nach Lyon umlagern", "transfer_stock"],
  ["fr", "il manque 8 KX-7205 à Lyon pour SO-31", "Réservez 8 KX-7205 à Lyon pour SO-31", "reserve_stock"],
  ["es", "8 KX-7205 en Valencia serían para SO-31", "Reserva 8 KX-7205 en Valencia para SO-31", "reserve_stock"],
  ["nl", "Lyon krijgt 8 KX-7205 uit Hamburg", "Verplaats 8 KX-7205 van Hamburg naar Lyon", "transfer_stock"],
  ["en", "SHP-31: 8 KX-7205 then", "Change SHP-31 to 8 KX-7205", "change_lines"],
  ["de", "in SHP-31 dann 8 KX-7205", "Ändere SHP-31 auf 8 KX-7205", "change_lines"],
  ["fr", "SHP-31 : 8 KX-7205", "Modifiez SHP-31 : 8 KX-7205", "change_lines"],
  ["es", "SHP-31 con 8 KX-7205", "Cambia SHP-31 a 8 KX-7205", "change_lines"],
  ["nl", "SHP-31 met 8 KX-7205", "Wijzig SHP-31 naar 8 KX-7205", "change_lines"],
  ["en", "8 KX-7205 back from RSV-31", "Release 8 KX-7205 of RSV-31", "release_reservation"],
  ["de", "8 KX-7205 aus RSV-31 zurück", "Gib 8 KX-7205 von RSV-31 frei", "release_reservation"],
  ["fr", "rendre 8 KX-7205 de RSV-31", "Libérez 8 KX-7205 de RSV-31", "release_reservation"],
  ["es", "devolver 8 KX-7205 de RSV-31", "Libera 8 KX-7205 de RSV-31", "release_reservation"],
  ["nl", "8 KX-7205 uit RSV-31 terug", "Geef 8 KX-7205 van RSV-31 vrij", "release_reservation"],
  ["en", "SHP-31 goes with SVC-8", "Move SHP-31 to SVC-8", "reschedule_leg"],
  ["de", "SHP-31 fährt mit SVC-8", "Setze SHP-31 auf SVC-8", "reschedule_leg"],
  ["fr", "SHP-31 partira plus tard, prenez SVC-8", "Passez SHP-31 sur SVC-8", "reschedule_leg"],
  ["es", "SHP-31 va con SVC-8", "Pasa SHP-31 a SVC-8", "reschedule_leg"],
  ["nl", "SHP-31 gaat met SVC-8", "Boek SHP-31 om naar SVC-8", "reschedule_leg"],
];
const LOOK_UPS: [Language, string][] = [
  ["en", "transit time for 8 KX-7205 from Hamburg to Lyon"],
  ["en", "available 8 KX-7205 in Hamburg for SO-31"],
  ["de", "zeig mir 8 KX-7205 in Hamburg für SO-31"],
  ["fr", "prix de 8 KX-7205 de Hambourg à Lyon"],
  ["es", "¿8 KX-7205 de Hamburgo a Lyon?"],
  ["nl", "status SHP-31 met SVC-8"],
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

describe("words that name all of an order but its deed", () => {
  it.each(UNSAID)("are asked about, not looked up (%s): %s", async (language, text, order) => {
    const questions = await asked(text, language);
    expect(questions.map(({ id }) => id)).toEqual(["order_unsaid"]);
    expect(questions[0]?.options.map(({ label }) => label)).toEqual([order, expect.stringMatching(/show|zeigen|Montrer|mostrar|tonen/)]);
  });

  it.each(UNSAID)("are the order that is chosen (%s): %s", async (language, text, order, kind) => {
    const outcome = await answered(text, order, language);
    expect(outcome).toMatchObject({ kind: "intent", relation: "answer", intent: { actionKinds: [kind] } });
  });

  it.each(UNSAID)("are looked up where one says so (%s): %s", async (language, text) => {
    const shown = (await asked(text, language))[0]?.options.at(-1)?.label ?? "";
    expect(await answered(text, shown, language)).toMatchObject({ kind: "intent", relation: "answer", intent: { actionKinds: [] } });
  });

  it("take their deed from an answer that names nothing else", async () => {
    const outcome = await answered("8 KX-7205 travel Hamburg to Lyon", "please move them", "en");
    expect(outcome).toMatchObject({ kind: "intent", intent: { actionKinds: ["transfer_stock"] } });
    expect(outcome.kind === "intent" ? outcome.goal : "").toContain("8 KX-7205 travel Hamburg to Lyon");
  });

  it.each(LOOK_UPS)("are looked up where they ask (%s): %s", async (language, text) => {
    expect(await readIntent(input(text, { language }))).toMatchObject({ kind: "intent", intent: { actionKinds: [] } });
  });
});
