import { readText } from "@quartermaster/language";
import { describe, expect, it } from "vitest";
import { itemCandidates } from "../src/mind/item-words.ts";
import { transportMode } from "../src/mind/transport-mode.ts";

describe("how goods travel", () => {
  it.each([
    ["die seestrecke auf die nachste abfahrt verschieben", "sea"],
    ["die luftstrecke verschieben", "air"],
    ["het zeetraject verzetten", "sea"],
    ["die strecke verschieben", null],
  ])("%s: %s", (words, mode) => {
    expect(transportMode(words)).toBe(mode);
  });
});

describe("words for goods", () => {
  it("are none of the closed classes: what was asked about before is meant", () => {
    const now = "2031-03-03T08:30:00.000Z";
    const context = readText("Combien de KX-7 avons-nous à Lyon ?", "fr", now);
    expect(itemCandidates(readText("d'accord, envoyez-en 10 à Hambourg", "fr", now), context)[0]).toBe("KX-7");
  });
});
