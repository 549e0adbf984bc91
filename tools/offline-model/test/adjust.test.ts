import { afterAll, describe, expect, it } from "vitest";
import { app, play } from "./play.ts";

afterAll(() => app.close());

/** What was posted of a sentence: the whole quantity, and why. */
async function posted(words: string, language: string): Promise<unknown[]> {
  const { calls } = await play("supply", words, { language }, ["adjust_stock"]);
  const last = calls.at(-1);
  return last?.name === "adjust_stock" ? [last.args.countedQuantity, last.args.reason] : [last?.name];
}

describe("a count that differs from the books", () => {
  it.each([
    ["de", "Die Zählung in Antwerpen ergab 487 Stück QX-77 statt 500, bitte den Bestand korrigieren"],
    ["de", "Statt 500 ergab die Zählung in Antwerpen 487 Stück QX-77, bitte den Bestand korrigieren"],
    ["en", "The count in Antwerp came to 487 QX-77 instead of 500, please correct the stock"],
    ["fr", "Le comptage à Anvers a trouvé 487 QX-77 au lieu de 500, corrigez le stock"],
    ["es", "En el recuento de Amberes salieron 487 unidades de QX-77, no 500; corrígelo"],
    ["nl", "De telling in Antwerpen kwam op 487 QX-77 in plaats van 500, corrigeer de voorraad"],
  ])("%s: is posted as what was counted, not as what the books said: %s", async (language, words) => {
    expect((await posted(words, language))[0]).toBe("487");
  });

  it("is asked about where nobody tells which of two amounts was counted", async () => {
    expect(await posted("Count in Antwerp, QX-77, 487 and 500, please correct the stock", "en")).toEqual(["ask_user"]);
  });
});
