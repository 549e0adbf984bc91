import { afterAll, describe, expect, it } from "vitest";
import { app, play } from "./play.ts";
import { MEMORY } from "./small-world.ts";

afterAll(() => app.close());

const ANTWERP = { kind: "location", id: "LOC-ANR", text: "Antwerp" };
const ANTWERPEN = { kind: "location", id: "LOC-ANR", text: "Antwerpen" };
const BOLTS = { kind: "sku", id: "QX-77", text: "QX-77" };
const ask = (words: string, language: string, entities: object[]) => play("supply", words, { language, entities }, null, MEMORY);
const calls = (played: Awaited<ReturnType<typeof play>>) => played.calls.map(({ name, args }) => [name, args]);

describe("what a user asks to keep", () => {
  it.each([
    ["en", "Remember that my default site is Antwerp.", ANTWERP, { fact: "defaultSite", value: "LOC-ANR", word: null }],
    ["de", "Merk dir: mein Standort ist Antwerpen.", ANTWERPEN, { fact: "defaultSite", value: "LOC-ANR", word: null }],
    ["fr", "Retiens que mon site par défaut est Antwerp.", ANTWERP, { fact: "defaultSite", value: "LOC-ANR", word: null }],
    ["en", 'Remember that "the bolts" means QX-77.', BOLTS, { fact: "alias", value: "QX-77", word: "the bolts" }],
    ["de", "Merk dir: die Bolzen sind QX-77.", BOLTS, { fact: "alias", value: "QX-77", word: "die Bolzen" }],
    ["nl", "Onthoud dat de bouten QX-77 zijn, dus: de bouten zijn QX-77.", BOLTS, { fact: "alias", value: "QX-77", word: "de bouten" }],
    ["de", "Ab jetzt bitte auf Deutsch antworten.", null, { fact: "language", value: "de", word: null }],
  ])("%s: %s", async (language, words, entity, args) => {
    const played = await ask(words, language, entity ? [entity] : []);
    expect(calls(played)).toEqual([["remember", args]]);
    expect(played.answer).toMatch(/remember|Gemerkt|retenu|Onthouden/);
  });

  it("is kept besides answering what else was asked", async () => {
    const played = await ask("Remember that my default site is Antwerp. How much QX-77 is in Antwerp?", "en", [ANTWERP, BOLTS]);
    expect(played.calls.map((call) => call.name)).toEqual(["remember", "find_stock"]);
    expect(played.answer).toMatch(/I will remember: your default site is LOC-ANR\.\n.*STK-/s);
  });

  it("is told when it was not kept, with the reason", async () => {
    const played = await ask("Remember that my default site is Oslo.", "en", [{ kind: "location", id: "LOC-OSL", text: "Oslo" }]);
    expect(played.calls).toHaveLength(1);
    expect(played.answer).toBe("I cannot remember your default site is LOC-OSL: It does not stand in the user's words.");
  });

  it("is told back when the user asks", async () => {
    const played = await ask("What do you remember about me?", "en", []);
    expect(calls(played)).toEqual([["recall", { fact: null }]]);
    expect(played.answer).toBe('You asked me to remember: your default site is LOC-ANR; "the bolts" is QX-77.');
  });

  it("is nothing where the tools are not offered", async () => {
    const played = await play("supply", "Remember that my default site is Antwerp. How much QX-77 is in Antwerp?", { language: "en" });
    expect(played.calls.map((call) => call.name)).toEqual(["find_stock"]);
  });
});
