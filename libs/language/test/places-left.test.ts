import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readText } from "../src/read-text.ts";

const NOW = "2031-03-03T08:30:00.000Z";
const placesIn = (language: Language, text: string) => readText(text, language, NOW).places.map(({ role, name }) => `${role} ${name}`);

describe("places beside a verb", () => {
  it.each<[Language, string, string]>([
    ["en", "which shipments leave Hamburg this week", "from Hamburg"],
    ["en", "what is leaving Hamburg tomorrow?", "from Hamburg"],
    ["de", "welche Sendungen verlassen Hamburg diese Woche?", "from Hamburg"],
    ["de", "was wird Hamburg verlassen?", "from Hamburg"],
    ["fr", "quelles expéditions quittent Hambourg cette semaine ?", "from Hamburg"],
    ["nl", "welke zendingen verlaten Hamburg deze week?", "from Hamburg"],
    ["en", "which shipments reach Valencia this week?", "to Valencia"],
    ["de", "welche Sendungen erreichen Valencia?", "to Valencia"],
    ["fr", "quelles expéditions atteignent Valence ?", "to Valencia"],
    ["nl", "welke zendingen bereiken Valencia?", "to Valencia"],
  ])("%s: %s", (language, text, place) => {
    expect(placesIn(language, text)).toEqual([place]);
  });
});
