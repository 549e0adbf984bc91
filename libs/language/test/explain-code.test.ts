import { describe, expect, it } from "vitest";
import { CODE_SENTENCES } from "../src/codes/code-sentences.ts";
import { explainCode } from "../src/index.ts";

describe("a code in the user's language", () => {
  const detail = "LIC-2026-0522 is fully used or committed (10 used, 0 committed of 10)";

  it("keeps what the detail names and drops its English words", () => {
    expect(explainCode("licence_exhausted", detail, "de")).toBe("die Genehmigung ist ausgeschöpft (LIC-2026-0522, 10, 0)");
    expect(explainCode("open_screening", "screening SCR-801 of PTY-UAE is open", "nl")).toBe(
      "de screening van de partij staat open (SCR-801, PTY-UAE)",
    );
    expect(explainCode("insufficient_available", "60 PCE of AB-7 are wanted at LOC-OSL, 40 are available", "fr")).toBe(
      "cette quantité n'est pas disponible (60 PCE, AB-7, LOC-OSL, 40)",
    );
  });

  it("is the detail itself in English, and for a code without a sentence", () => {
    expect(explainCode("licence_exhausted", detail, "en")).toBe(detail);
    expect(explainCode("something_new", detail, "es")).toBe(detail);
  });

  it("has four sentences for every code", () => {
    for (const sentences of Object.values(CODE_SENTENCES)) expect(sentences.filter((text) => text.length > 5)).toHaveLength(4);
  });
});
