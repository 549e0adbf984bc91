import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readText } from "../src/read-text.ts";

const NOW = "2031-03-03T08:30:00.000Z";
const amountIn = (language: Language, text: string) =>
  readText(text, language, NOW).quantities.map(({ quantity, other }) => [quantity, other]);

describe("a figure with a point or a comma", () => {
  it.each<[Language, string, string, string | null]>([
    ["en", "Reserve 1,000 KX-7 in Oslo for SO-1", "1000", null],
    ["en", "Reserve 1,000.5 kg KX-7 in Oslo for SO-1", "1000.5", null],
    ["en", "Reserve 1.5 kg KX-7 in Oslo for SO-1", "1.5", null],
    ["en", "Reserve 0.500 kg KX-7 in Oslo for SO-1", "0.5", null],
    ["en", "Reserve 1.234.567 KX-7 in Oslo for SO-1", "1234567", null],
    ["de", "1.000 KX-7 in Bremen für SO-1 reservieren", "1000", null],
    ["fr", "Réservez 1.000 KX-7 à Lyon pour SO-1", "1000", null],
    ["es", "Reserva 1.000 KX-7 en Vigo para SO-1", "1000", null],
    ["nl", "Reserveer 1.000 KX-7 in Gent voor SO-1", "1000", null],
    // Nobody writes three places to say one: whoever does may come from the other side.
    ["en", "Reserve 1.000 KX-7 in Oslo for SO-1", "1", "1000"],
    ["en", "Reserve 12.500 KX-7 in Oslo for SO-1", "12.5", "12500"],
    ["de", "1,000 KX-7 in Bremen für SO-1 reservieren", "1", "1000"],
    ["nl", "Reserveer 2,500 KX-7 in Gent voor SO-1", "2.5", "2500"],
  ])("%s: %s", (language, text, quantity, other) => {
    expect(amountIn(language, text)).toEqual([[quantity, other]]);
  });
});
