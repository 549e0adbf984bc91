import type { Language, Question, ToolDescription } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { after, goalOf, input, TOOLS } from "./an-input.ts";

const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];
const MOVE: Record<Language, string> = {
  en: "Move 40 KX-7 from Lyon to Hamburg",
  de: "40 KX-7 von Lyon nach Hamburg umlagern",
  fr: "Transférez 40 KX-7 de Lyon vers Hambourg",
  es: "Traslada 40 KX-7 de Lyon a Hamburgo",
  nl: "Verplaats 40 KX-7 van Lyon naar Hamburg",
};

describe("a turn that puts something else in the place of what was ordered", () => {
  it.each<[Language, string, string]>([
    ["en", "actually forget Hamburg, Valencia it is, and only 12", "Move 12 KX-7 from Lyon to Valencia"],
    ["en", "not Hamburg but Valencia", "Move 40 KX-7 from Lyon to Valencia"],
    ["en", "change Hamburg to Valencia", "Move 40 KX-7 from Lyon to Valencia"],
    ["en", "make it 12 instead of 40", "Move 12 KX-7 from Lyon to Hamburg"],
    ["en", "change from 40 to 12", "Move 12 KX-7 from Lyon to Hamburg"],
    ["de", "doch nicht Hamburg, sondern Valencia", "40 KX-7 von Lyon nach Valencia umlagern"],
    ["de", "nicht nach Hamburg, sondern nach Valencia", "40 KX-7 von Lyon nach Valencia umlagern"],
    ["fr", "pas à Hambourg mais à Valencia", "Transférez 40 KX-7 de Lyon vers Valencia"],
    ["fr", "oubliez Hambourg, plutôt Valencia", "Transférez 40 KX-7 de Lyon vers Valencia"],
    ["es", "a Hamburgo no, mejor a Valencia", "Traslada 40 KX-7 de Lyon a Valencia"],
    ["nl", "niet Hamburg maar Valencia", "Verplaats 40 KX-7 van Lyon naar Valencia"],
    ["fr", "non, depuis Hambourg vers Lyon", "Transférez 40 KX-7 de Hambourg vers Lyon"],
  ])("%s: drops what it denies: %s", async (language, turn, goal) => {
    expect(goalOf(await after(MOVE[language], turn))).toBe(goal);
  });

  it("takes the amount of the goods that it names, and another record alone", async () => {
    expect(goalOf(await after("Reserve 20 KX-7 and 30 KX-8 for SO-1", "sorry, 25 KX-8"))).toBe("Reserve 20 KX-7 and 25 KX-8 for SO-1");
    const cancel = input("not SHP-1 but SHP-2", {
      tools,
      history: [{ role: "user", text: "Cancel SHP-1" }],
      pending: { questions: [], openRequest: { id: "req_1", text: "Cancel SHP-1", intent: null } },
    });
    expect(goalOf(await readIntent(cancel))).toBe("Cancel SHP-2");
  });

  it.each<[string, string]>([
    [MOVE.en, "Marseille, Valencia"],
    ["Reserve 20 KX-7 and 30 KX-8 for SO-1", "sorry, 25"],
  ])("is asked about where two are left for one, or one for two: %s - %s", async (first, turn) => {
    expect(await after(first, turn)).toMatchObject({ kind: "question", questions: [{ id: "order_unclear" }] });
  });

  it("a no to a question names another way and takes nothing back", async () => {
    const questions: Question[] = [{ id: "possible_duplicate", text: "The same again?", options: [] }];
    expect(goalOf(await after(MOVE.fr, "non, depuis Hambourg vers Lyon", questions))).toBe("Transférez 40 KX-7 de Hambourg vers Lyon");
  });
});
