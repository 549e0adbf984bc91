import { describe, expect, it } from "vitest";
import { readText } from "../src/index.ts";

describe("what runs out", () => {
  it.each(["Was läuft diesen Monat ab?", "Welche Chargen laufen bis Freitag ab?"])("%s is about stock", (text) => {
    expect(readText(text, "de", "2031-03-03T09:00:00Z").actions.objects).toContain("stock");
  });
});
