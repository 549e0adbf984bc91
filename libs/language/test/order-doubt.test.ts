import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { orderDoubt, readText } from "../src/index.ts";

const NOW = "2026-12-07T09:00:00Z";
const read = (text: string, language: Language) => readText(text, language, NOW);

describe("words that name a deed", () => {
  it.each<[Language, string]>([
    ["en", "The customer put SHP-4002 on hold yesterday"],
    ["en", "Tomorrow we will decide whether to hold SHP-4003"],
    ["en", "I'm about to hold SHP-4004 myself"],
    ["en", "We may need to hold SHP-4005"],
    ["en", "Pretend to reserve 20 KX-7205 in Oslo for SO-1"],
    ["en", "You didn't reserve 20 KX-7205 in Oslo"],
    ["en", "Mara will reserve 20 KX-7205 in Oslo"],
    ["en", "Last week we had to reserve 20 KX-7205 in Oslo"],
    ["en", "Before you reserve 20 KX-7205 in Oslo, tell me what is free"],
    ["en", "Remind me to reserve 20 KX-7205 in Oslo"],
    ["en", "I wonder whether to reserve 20 KX-7205 in Oslo"],
    ["en", "Simulate: reserve 20 KX-7205 in Oslo"],
    ["en", "Draft an email that says: reserve 20 KX-7205 in Oslo"],
    ["de", "Mara will SHP-4006 anhalten"],
    ["de", "Ungern würde ich 20 KX-7205 in Oslo reservieren"],
    ["de", "Ich habe Mara gebeten, 20 KX-7205 in Oslo zu reservieren"],
    ["de", "Vielleicht sollten wir 20 KX-7205 in Oslo reservieren"],
    ["fr", "Mara veut bloquer SHP-4005"],
    ["fr", "On a réservé 20 KX-7205 à Oslo hier"],
    ["es", "Mara quiere retener SHP-4005"],
    ["es", "Hemos reservado 20 KX-7205 en Oslo"],
    ["nl", "Mara wil SHP-4005 tegenhouden"],
    ["nl", "Ik overweeg 20 KX-7205 in Oslo te reserveren"],
    ["es", "Mara quiere ajustar SHP-4005 a 30 bombas"],
  ])("may tell of it (%s): %s", (language, text) => {
    const reading = read(text, language);
    expect(reading.actions.kinds).not.toEqual([]);
    expect(orderDoubt(reading)).toBe("told");
  });

  it.each<[Language, string]>([
    ["en", "Reserve 20 KX-7205 in Oslo for SO-1. No, don't."],
    ["en", "Reserve 20 KX-7205 in Oslo for SO-1, no wait, do nothing"],
    ["en", "Reserve 20 KX-7205 in Oslo for SO-1 - just kidding"],
    ["en", "Hold SHP-4002. Never mind."],
    ["de", "Reserviere 20 KX-7205 in Oslo für SO-1, nein, doch nicht"],
    ["fr", "Réservez 20 KX-7205 à Oslo, non, finalement rien"],
    ["es", "Reserva 20 KX-7205 en Oslo para SO-1, no, mejor nada"],
    ["nl", "Reserveer 20 KX-7205 in Oslo voor SO-1, nee, toch niet"],
  ])("may be taken back in the same breath (%s): %s", (language, text) => {
    expect(orderDoubt(read(text, language))).toBe("taken_back");
  });

  it.each<[Language, string]>([
    ["en", "stop"],
    ["en", "Stop by Hamburg tomorrow"],
    ["en", "Stop worrying about it"],
    ["en", "Hold that thought"],
    ["de", "Halt mal kurz"],
    ["nl", "stop maar"],
  ])("say nothing that it could be done to (%s): %s", (language, text) => {
    expect(orderDoubt(read(text, language), true)).toBe("bare");
  });

  it.each<[Language, string]>([
    ["en", "Reserve 20 KX-7205 in Oslo for SO-1 after I confirm"],
    ["en", "Reserve 20 KX-7205 in Oslo for SO-1 subject to payment"],
    ["en", "Reserve 20 KX-7205 in Oslo for SO-1 only with Mara's ok"],
    ["de", "Reserviere 20 KX-7205 in Oslo für SO-1 nach meiner Freigabe"],
    ["de", "Reserviere 20 KX-7205 in Oslo nur mit Maras Zustimmung"],
    ["fr", "Réservez 20 KX-7205 à Oslo sous réserve de paiement"],
    ["es", "Reserva 20 KX-7205 en Oslo previa confirmación del cliente"],
    ["nl", "Reserveer 20 KX-7205 in Oslo op voorwaarde dat de klant betaalt"],
  ])("wait for something (%s): %s", (language, text) => {
    const { conditions } = read(text, language);
    expect(conditions).toHaveLength(1);
    expect(read(conditions[0]?.rest ?? "", language).actions.kinds).toEqual(["reserve_stock"]);
  });

  it.each<[Language, string]>([
    ["en", "Quarantine for KX-9 lot L2604 in Oslo is not needed"],
    ["en", "No need to reserve 20 KX-7205 in Oslo"],
    ["de", "Reserviere keine 20 KX-7205 in Oslo"],
    ["fr", "Inutile de réserver 20 KX-7205 à Oslo"],
    ["es", "No hace falta reservar 20 KX-7205 en Oslo"],
    ["nl", "Reserveer geen 20 KX-7205 in Oslo voor SO-1"],
  ])("forbid it or do without it (%s): %s", (language, text) => {
    expect(read(text, language).actions.kinds).toEqual([]);
  });

  it.each<[Language, string]>([
    ["en", "Reserve 20 KX-7205 in Oslo for SO-1"],
    ["en", "Could you please hold SHP-4002, the papers are missing"],
    ["en", "We need to reserve 20 KX-7205 in Oslo for SO-1 after 12 December"],
    ["en", "The customer wants to cancel SHP-4004, please do so"],
    ["en", "I'd like you to move 20 KX-7205 from Oslo to Bergen subject to availability"],
    ["en", "Cancel yesterday's booking SHP-4004"],
    ["de", "Können Sie bitte 20 KX-7205 in Oslo für SO-1 reservieren?"],
    ["de", "Die Sendung SHP-4006 soll angehalten werden"],
    ["de", "20 KX-7205 von Oslo nach Bergen umlagern, bitte nicht später als 12.12."],
    ["fr", "Il faut réserver 20 KX-7205 à Oslo pour SO-1"],
    ["fr", "Pourriez-vous bloquer SHP-4005 ?"],
    ["es", "Necesitamos reservar 20 KX-7205 en Oslo para SO-1"],
    ["nl", "Wil je SHP-4005 tegenhouden?"],
    ["nl", "Graag 20 KX-7205 in Oslo reserveren voor SO-1"],
  ])("order it plainly (%s): %s", (language, text) => {
    const reading = read(text, language);
    expect(reading.actions.kinds).not.toEqual([]);
    expect(reading.conditions).toEqual([]);
    expect(orderDoubt(reading, true)).toBeNull();
  });
});

describe("what stands beside an order", () => {
  it.each<[Language, string, string[]]>([
    ["de", "SHP-4002 bitte absagen, Lyon braucht die Ventile doch nicht", ["cancel_shipment"]],
    ["de", "Storniere SHP-4002. Der Kunde nimmt die Pumpen doch nicht.", ["cancel_shipment"]],
    ["es", "Mara solo quiere 30 bombas en SHP-4002: ajusta el envío y la declaración", ["change_lines"]],
    ["nl", "Mara wil maar 30 pompen op SHP-4002: pas de zending aan naar 30", ["change_lines"]],
  ])("%s: a reason or a wish of a party leaves it an order: %s", (language, text, kinds) => {
    const reading = read(text, language);
    expect(reading.actions.kinds).toEqual(expect.arrayContaining(kinds));
    expect(orderDoubt(reading)).toBeNull();
  });

  it.each<[Language, string]>([
    ["de", "SHP-4002 absagen. Ach, doch nicht."],
    ["de", "SHP-4002 absagen, ich will das doch nicht"],
    ["de", "SHP-4002 bitte absagen, oder doch nicht"],
    // Who reserves would not say so of what is needed.
    ["de", "Reserviere 20 KX-7205 in Oslo für SO-1, der Kunde braucht sie doch nicht"],
  ])("%s: what reverses it takes it back: %s", (language, text) => {
    expect(orderDoubt(read(text, language))).toBe("taken_back");
  });
});
