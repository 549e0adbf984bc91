import { describe, expect, it } from "vitest";
import { unplannedWords } from "../src/answer/unplanned-words.ts";

describe("unplannedWords", () => {
  const deed = { code: "order_unmet", detail: "place_hold: no step of the plan does it" };
  const key = { code: "order_unmet", detail: "KX-8: no step of the plan is about it" };

  it.each([
    ["en", "Not done: hold: no step of the plan does it (order_unmet).", "Not done: KX-8: no step of the plan is about it (order_unmet)."],
    ["de", "Nicht ausgeführt: Sperre: zu einem Teil des Auftrags wurde nichts vorgeschlagen (order_unmet).", "Nicht ausgeführt: KX-8: "],
    ["fr", "Pas fait : blocage: rien n'a été proposé pour une partie de l'ordre (order_unmet).", "Pas fait : KX-8: "],
    ["es", "No hecho: retención: no se propuso nada para una parte del pedido (order_unmet).", "No hecho: KX-8: "],
    ["nl", "Niet gedaan: blokkering: voor een deel van de opdracht is niets voorgesteld (order_unmet).", "Niet gedaan: KX-8: "],
  ] as const)("name the deed or the key that was left out (%s)", (language, ofDeed, ofKey) => {
    expect(unplannedWords(deed, language)).toBe(ofDeed);
    expect(unplannedWords(key, language)).toContain(ofKey);
  });

  it("tell a refusal with its reason", () => {
    expect(unplannedWords({ code: "recall_active", detail: "LOT-1 is recalled" }, "en")).toBe(
      "Not done: LOT-1 is recalled (recall_active).",
    );
  });
});
