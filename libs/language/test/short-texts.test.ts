import { detectLanguage } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";

describe("the language of a short text", () => {
  it.each<[Language, string]>([
    ["de", "SHP-9 sperren"],
    ["de", "RSV-9 freigeben"],
    ["de", "EXD-9 stornieren"],
    ["de", "20 Kartons KX-7 Hamburg SO-1"],
    ["de", "Bestand KX-7?"],
    ["de", "lieber 5 Stück"],
    ["de", "bis Freitag"],
    ["de", "KX-7 nachzählen"],
    ["de", "Welche Reservierungen sind abgelaufen?"],
    ["fr", "SHP-9 bloquer"],
    ["fr", "Libérez RSV-9"],
    ["fr", "Quelles réservations ont expiré ?"],
    ["fr", "20 boîtes KX-7 pour SO-1"],
    ["fr", "plutôt vendredi"],
    ["fr", "le 14 décembre"],
    ["fr", "modifiez EXD-9"],
    ["es", "retén SHP-9"],
    ["es", "libera RSV-9"],
    ["es", "20 cajas KX-7 para SO-1"],
    ["es", "mejor el viernes"],
    ["es", "¿cuáles caducan?"],
    ["es", "aplaza SHP-9"],
    ["nl", "SHP-9 tegenhouden aub"],
    ["nl", "annuleer EXD-9"],
    ["nl", "liever vrijdag"],
    ["nl", "wijzig EXD-9"],
    ["nl", "welke zendingen vertrekken morgen?"],
    ["en", "hold SHP-9"],
    ["en", "release RSV-9"],
    ["en", "20 boxes KX-7 SO-1"],
    ["en", "which lots expired?"],
    ["en", "by Friday"],
  ])("%s: %s", (language, text) => {
    expect(detectLanguage(text, language === "en" ? "de" : "en")).toBe(language);
  });

  it("is the fallback's when nothing tells, or two languages tell alike", () => {
    expect(detectLanguage("SHP-9", "nl")).toBe("nl");
    expect(detectLanguage("KX-7 60 HAM -> VLC", "es")).toBe("es");
  });
});
