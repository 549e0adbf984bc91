import { fold, readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { boundOf } from "../src/mind/day-bound.ts";

const lastDay = (language: Language, text: string) => {
  const day = readText(text, language, "2031-12-01T08:30:00.000Z").dates.at(-1);
  if (!day) throw new Error(`a day was expected in: ${text}`);
  return boundOf(fold(text), day)?.lastDay ?? null;
};

describe("the last day that is meant", () => {
  it.each<[Language, string, string]>([
    ["en", "before 9 Dec", "by 9 Dec"],
    ["de", "vor dem 9.12.", "bis zum 9.12."],
    ["de", "früher als am 9.12.", "spätestens am 9.12."],
    ["fr", "avant le 9 décembre", "jusqu'au 9 décembre"],
    ["fr", "avant le 9 décembre", "d'ici le 9 décembre"],
    ["es", "antes del 9 de diciembre", "hasta el 9 de diciembre"],
    ["nl", "voor 9 december", "uiterlijk 9 december"],
    ["nl", "voor 9 december", "tot en met 9 december"],
  ])("%s: %s is over the day before, %s is not", (language, exclusive, inclusive) => {
    expect(lastDay(language, exclusive)).toBe("2031-12-08");
    expect(lastDay(language, inclusive)).toBe("2031-12-09");
  });

  it("sets none for a day alone", () => {
    expect(lastDay("en", "on 9 Dec")).toBeNull();
  });
});
