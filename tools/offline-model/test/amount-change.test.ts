import { readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { amountChange } from "../src/mind/amount-change.ts";

const read = (language: Language, text: string, current: string) => {
  const change = amountChange(readText(text, language, "2031-03-03T09:00:00Z"), (quantity) => quantity.quantity === current);
  return change === null ? null : `${change.kind === "by" ? (change.sign === 1 ? "+" : "-") : "="}${change.quantity.quantity}`;
};

describe("the change of an amount", () => {
  it.each<[Language, string, string, string | null]>([
    ["en", "make it 5 instead of 6 on SHP-9", "6", "=5"],
    ["en", "change SHP-9 from 30 to 25 kits", "30", "=25"],
    ["en", "add 12 more to SHP-9", "30", "+12"],
    ["en", "reduce SHP-9 by 2000", "12000", "-2000"],
    ["de", "der Kunde will 40 statt 30 auf SHP-9", "30", "=40"],
    ["de", "erhöhe SHP-9 um 20 Stück", "60", "+20"],
    ["fr", "passez SHP-9 de 30 à 36 kits", "30", "=36"],
    ["es", "quiere 25 en vez de 30 en SHP-9", "30", "=25"],
    ["nl", "verlaag SHP-9 naar 8000", "12000", "=8000"],
    ["nl", "verhoog SHP-9 met 15 stuks", "60", "+15"],
    ["en", "EXD-9 says 69 but the shipment carries 96", "69", "=96"],
    ["en", "something between 40 and 50 on SHP-9", "60", null],
  ])("%s: %s", (language, text, current, expected) => {
    expect(read(language, text, current)).toBe(expected);
  });
});
