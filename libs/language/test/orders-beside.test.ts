import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readText } from "../src/index.ts";

const read = (text: string, language: Language) => readText(text, language, "2026-12-07T09:00:00.000Z");

describe("an order is read beside what else is said", () => {
  it.each<[Language, string, string[]]>([
    ["en", "Do not ship SHP-1 but hold it", ["place_hold"]],
    ["en", "Cancel SHP-1 and hold SHP-2", ["cancel_shipment", "place_hold"]],
    ["en", "Cancel SHP-1, hold SHP-2", ["cancel_shipment", "place_hold"]],
    ["en", "Lodge EXD-1, then hold SHP-2", ["lodge_declaration", "place_hold"]],
    ["en", "Reserve 5 VLV-050 for SO-1; hold SHP-2", ["reserve_stock", "place_hold"]],
    ["en", "Urgent: hold SHP-2", ["place_hold"]],
    ["en", "The customer wrote: hold SHP-2", []],
    ["en", "It would be wrong to cancel SHP-1014 now", []],
    ["en", "Nobody should lodge EXD-5004 yet", []],
    ["en", "No one should lodge EXD-5004 yet", []],
    ["en", "We refuse to lodge EXD-5004", []],
    ["en", "To cancel SHP-2 is forbidden", []],
    ["de", "Niemand soll EXD-5004 einreichen", []],
    ["fr", "Personne ne doit annuler SHP-2", []],
    ["es", "Nadie debe cancelar SHP-2", []],
    ["nl", "Niemand mag SHP-2 annuleren", []],
    ["en", "Please do not forget to lodge EXD-5004", ["lodge_declaration"]],
    ["nl", "Zet SHP-1 vast (de klant heeft nog niet betaald) en vertel me waar hij is", ["place_hold"]],
    ["de", "Halte SHP-1 an (der Kunde hat noch nicht bezahlt)", ["place_hold"]],
    ["fr", "Bloquez SHP-1 (le client n'a pas encore payé)", ["place_hold"]],
    ["de", "Halte SHP-1 an (bitte nicht)", []],
    ["de", "Bitte nicht vergessen, SHP-2 zu stornieren", ["cancel_shipment"]],
    ["fr", "N'oubliez pas d'annuler SHP-2", ["cancel_shipment"]],
    ["en", "Cancel SHP-1 and stop SHP-2", ["cancel_shipment", "place_hold"]],
    ["de", "Storniere SHP-1 und halte SHP-2 an", ["cancel_shipment", "place_hold"]],
    ["fr", "Annulez SHP-1 et bloquez SHP-2", ["cancel_shipment", "place_hold"]],
    ["es", "Cancela SHP-1 y bloquea SHP-2", ["cancel_shipment", "place_hold"]],
    ["nl", "Annuleer SHP-1 en houd SHP-2 tegen", ["cancel_shipment", "place_hold"]],
  ])("another order before it, in %s: %s", (language, text, kinds) => {
    expect(read(text, language).actions.kinds).toEqual(kinds);
  });

  it.each<[Language, string, string]>([
    ["en", "Hold SHP-1 because we must not ship it", "place_hold"],
    ["en", "Hold SHP-1 as it must not leave", "place_hold"],
    ["en", "Cancel SHP-1 because the customer told us to stop", "cancel_shipment"],
    ["de", "Storniere SHP-1 weil der Kunde nicht zahlt", "cancel_shipment"],
    ["de", "Halte SHP-1 an weil die Lizenz nicht da ist", "place_hold"],
    ["fr", "Annulez SHP-1 parce que le client ne paie pas", "cancel_shipment"],
    ["fr", "Bloquez SHP-1 parce que la licence n'est pas arrivée", "place_hold"],
    ["es", "Cancela SHP-1 porque no hay que enviar nada", "cancel_shipment"],
    ["nl", "Annuleer SHP-1 omdat de klant niet betaalt", "cancel_shipment"],
  ])("a reason that denies, in %s: %s", (language, text, kind) => {
    expect(read(text, language).actions.kinds).toEqual([kind]);
  });

  it.each<[Language, string]>([
    ["en", "Do not cancel SHP-1 because the customer pays"],
    ["de", "Storniere SHP-1 nicht weil der Kunde zahlt"],
    ["fr", "N'annulez pas SHP-1 parce que le client paie"],
    ["nl", "Annuleer SHP-1 niet omdat de klant betaalt"],
    ["en", "Do not cancel SHP-1 without asking me"],
  ])("and what is forbidden stays so with a reason behind it, in %s: %s", (language, text) => {
    expect(read(text, language).actions).toMatchObject({ kinds: [], unmet: null });
  });

  it.each<[Language, string]>([
    ["en", "Move 20 VLV-050 from Hamburg to Lyon instead of waiting"],
    ["de", "Lagere 20 VLV-050 von Hamburg nach Lyon um ohne zu warten"],
    ["fr", "Transférez 20 VLV-050 de Hambourg à Lyon sans attendre"],
    ["es", "Traslada 20 VLV-050 de Hamburgo a Lyon sin esperar"],
    ["nl", "Verplaats 20 VLV-050 van Hamburg naar Lyon zonder te wachten"],
  ])("what is not done stands behind it, in %s: %s", (language, text) => {
    expect(read(text, language).actions.kinds).toEqual(["transfer_stock"]);
  });

  it("but words for an approval are seen there", () => {
    expect(read("Cancel SHP-1 without waiting for approvals", "en").actions.approvalPlea).toBe(true);
  });

  it.each<[Language, string]>([
    ["en", "Because we are out of stock please move 5 VLV-050 from Hamburg to Lyon"],
    ["de", "Weil nichts mehr da ist bitte 5 VLV-050 von Hamburg nach Lyon umlagern"],
    ["es", "Ya que no hay stock por favor traslada 5 VLV-050 de Hamburgo a Lyon"],
  ])("a courtesy ends the reason before it, in %s: %s", (language, text) => {
    expect(read(text, language).actions.kinds).toEqual(["transfer_stock"]);
  });

  it.each<[Language, string]>([
    ["en", "Because the customer withdrew cancel SHP-2"],
    ["en", "Because the customer withdrew cancel SHP-2 and hold SHP-3"],
    ["en", "Instead of cancelling SHP-1 hold it"],
    ["de", "Weil der Kunde nicht zahlt storniere SHP-1"],
    ["fr", "Puisque le client ne paie pas annulez SHP-1"],
    ["es", "Ya que el cliente no paga cancela SHP-1"],
    ["nl", "Omdat de klant niet betaalt annuleer SHP-1"],
  ])("one that nothing parts from the reason before it is told, not dropped, in %s: %s", (language, text) => {
    expect(read(text, language).actions.unmet).toBe("reason_unclear");
  });

  it.each<[Language, string]>([
    ["en", "Because SHP-1 is late, cancel SHP-2"],
    ["de", "Weil der Kunde nicht zahlt, storniere SHP-2"],
    ["fr", "Puisque le client ne paie pas, annulez SHP-2"],
    ["nl", "Omdat de klant niet betaalt, annuleer SHP-2"],
  ])("a comma parts the two, in %s: %s", (language, text) => {
    expect(read(text, language).actions).toMatchObject({ kinds: ["cancel_shipment"], unmet: null });
  });

  it.each<[Language, string, string, string[]]>([
    ["en", "Cancel SHP-1 if the customer withdrew and hold SHP-2", "if the customer withdrew", ["cancel_shipment", "place_hold"]],
    ["en", "Hold SHP-9 until the licence arrives and cancel SHP-8", "until the licence arrives", ["place_hold", "cancel_shipment"]],
    ["en", "Cancel SHP-1 if he pays and please release RSV-1", "if he pays", ["cancel_shipment", "release_reservation"]],
    ["de", "Storniere SHP-1 falls der Kunde es will und halte SHP-2 an", "falls der Kunde es will", ["cancel_shipment", "place_hold"]],
    [
      "de",
      "Storniere SHP-1 falls der Kunde es will und bitte SHP-2 anhalten",
      "falls der Kunde es will",
      ["cancel_shipment", "place_hold"],
    ],
    ["fr", "Annulez SHP-1 si le client le demande et bloquez SHP-2", "si le client le demande", ["cancel_shipment", "place_hold"]],
    ["es", "Cancela SHP-1 si el cliente no paga y bloquea SHP-2", "si el cliente no paga", ["cancel_shipment", "place_hold"]],
    ["nl", "Annuleer SHP-1 als de klant niet betaalt en blokkeer SHP-2", "als de klant niet betaalt", ["cancel_shipment", "place_hold"]],
  ])("a condition ends where the next order begins, in %s: %s", (language, text, condition, kinds) => {
    const { conditions, actions } = read(text, language);
    expect(conditions.map((one) => one.text)).toEqual([condition]);
    expect(actions.kinds).toEqual(kinds);
  });

  it.each<[Language, string, string]>([
    ["en", "Cancel SHP-1 if it is late and not loaded", "if it is late and not loaded"],
    ["de", "Storniere SHP-1 wenn sie spät und nicht verladen ist", "wenn sie spät und nicht verladen ist"],
  ])("and no earlier, in %s: %s", (language, text, condition) => {
    expect(read(text, language).conditions.map((one) => one.text)).toEqual([condition]);
  });

  it.each<[Language, string]>([
    ["en", "Cancel SHP-1, then check the stock and let me know if anything is missing"],
    ["de", "Storniere SHP-1, dann prüfe den Bestand und sag mir, ob etwas fehlt"],
    ["fr", "Annulez SHP-1, puis vérifiez le stock et dites-moi si quelque chose manque"],
    ["es", "Cancela SHP-1, luego comprueba el stock y dime si falta algo"],
    ["en", "Reserve 5 VLV-050 for SO-1 if available and release RSV-1"],
  ])("what is asked about, and stock that is checked anyway, is no condition of it, in %s: %s", (language, text) => {
    expect(read(text, language).conditions).toEqual([]);
    expect(read(text, language).actions.kinds).not.toEqual([]);
  });

  it.each<[Language, string]>([
    ["de", "60 VLV-050 von Hamburg nach Lyon nicht nach dem 18.12. umlagern"],
    ["nl", "60 VLV-050 van Hamburg naar Lyon niet na 18/12 verplaatsen"],
  ])("a day that bounds it forbids nothing, in %s: %s", (language, text) => {
    expect(read(text, language)).toMatchObject({ actions: { kinds: ["transfer_stock"] }, dates: [{ date: "2026-12-18" }] });
  });

  it("an exception to it is seen before a pronoun", () => {
    expect(read("Annulez SHP-1 à moins qu'elle soit chargée", "fr").conditions).toHaveLength(1);
    expect(read("Annulez SHP-1 à moins qu'il soit chargé", "fr").conditions).toHaveLength(1);
  });
});
