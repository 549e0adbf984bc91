import type { Language, ToolDescription } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { goalOf, input, intentOf, TOOLS } from "./an-input.ts";

const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];

describe("an order that corrects itself", () => {
  it("binds what came in the place of the other, and nothing that was taken back", async () => {
    const reserve = intentOf(await readIntent(input("Reserve 40 KX-7 - sorry, 8 - in Oslo for SO-1")));
    expect(reserve.limits.quantities).toEqual([{ quantity: "8", uom: null }]);
    const move = intentOf(await readIntent(input("Move 8 KX-7 from Lyon to Hamburg, no wait, to Valencia")));
    expect(move.entities.filter(({ kind }) => kind === "said_to").map(({ text }) => text)).toEqual(["Valencia"]);
    const cancel = intentOf(await readIntent(input("Cancel SHP-1, sorry, I mean SHP-2", { tools })));
    expect(cancel.entities.filter(({ kind }) => kind === "shipment").map(({ id }) => id)).toEqual(["SHP-2"]);
  });

  it.each<[Language, string, string]>([
    ["en", "Cancel SHP-1 and SHP-2, no, SHP-3", "cancel SHP-1 and SHP-3"],
    ["en", "Reserve 30 boxes KX-7, sorry, pieces for SO-1", "reserve 30 pieces KX-7 for SO-1"],
    ["en", "Reserve 30 (6) KX-7 in Oslo for SO-1", "reserve 6 KX-7 in Oslo for SO-1"],
    ["en", "Move 8 KX-7 from Lyon to Hamburg, to Valencia", "move 8 KX-7 from Lyon to Valencia"],
    ["de", "8 KX-7 von Lyon nach Hamburg nach Valencia umlagern", "8 KX-7 von Lyon nach Valencia umlagern"],
    ["fr", "Réservez 30, 6 KX-7 à Lyon pour SO-1", "réservez 6 KX-7 à Lyon pour SO-1"],
    ["es", "Traslada 8 KX-7 de Lyon a Hamburgo, a Valencia", "traslada 8 KX-7 de Lyon a Valencia"],
    ["nl", "Reserveer 30 KX-7, 6 in Lyon voor SO-1", "reserveer 6 KX-7 in Lyon voor SO-1"],
  ])("%s: is asked about where nobody can tell which of two is meant: %s", async (language, text, anew) => {
    const outcome = await readIntent(input(text, { tools, language }));
    expect(outcome).toMatchObject({ kind: "question", language, questions: [{ id: "order_unclear" }] });
    const said = await readIntent(
      input(anew, {
        tools,
        history: [{ role: "user", text }],
        pending: { questions: outcome.kind === "question" ? outcome.questions : [], openRequest: { id: "req_1", text, intent: null } },
      }),
    );
    expect(goalOf(said)).toBe(anew);
  });

  it.each<[Language, string]>([
    ["en", "Reserve 30 KX-7 and 6 KX-8 in Oslo for SO-1"],
    ["en", "Reserve 30 KX-7, 6 KX-8 and 2 KX-9 in Oslo for SO-1"],
    ["en", "Move 4 boxes (48 pieces) KX-7 from Lyon to Hamburg"],
    ["en", "Move 8 KX-7 from Lyon to Hamburg and 3 to Valencia"],
    ["de", "30 KX-7 in Lyon, 6 in Hamburg für SO-1 reservieren"],
    ["fr", "Transférez 8 KX-7 de Lyon à Hambourg puis à Valencia"],
  ])("%s: but not where words join or share out what they name: %s", async (language, text) => {
    expect((await readIntent(input(text, { tools, language }))).kind).toBe("intent");
  });
});
