import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readText } from "../src/index.ts";

const kindsOf = (text: string, language: Language) => readText(text, language, "2031-03-03T08:30:00.000Z").actions.kinds;

/** An amount of goods and its way, and no verb at all. */
const WAYS: [Language, string][] = [
  ["en", "8 KX-7205 from Hamburg to Lyon by 14 March please"],
  ["en", "two boxes of valves from Oslo to our Lyon depot"],
  ["de", "8 Kartons KX-7205 von Danzig nach Hamburg, dringend, danke"],
  ["fr", "8 caisses renforcées (KX-7205) de Hambourg vers Lyon svp"],
  ["es", "8 KX-7205 desde Hamburgo hasta Valencia, por favor"],
  ["nl", "8 stuks KX-7205 van Gdansk naar Hamburg aub"],
];
const NO_WAYS: [Language, string][] = [
  ["en", "8 KX-7205 travelled from Hamburg to Lyon"],
  ["en", "8 KX-7205 from Hamburg to Lyon for SO-31"],
  ["en", "8 from Hamburg to Lyon"],
  ["en", "thanks for the 8 KX-7205 from Hamburg to Lyon"],
  ["es", "gracias por las 8 KX-7205 de Hamburgo a Lyon"],
  ["en", "cost of 8 KX-7205 from Hamburg to Lyon"],
  ["de", "keine 8 KX-7205 von Hamburg nach Lyon"],
  ["de", "Transportzeit 8 KX-7205 von Hamburg nach Lyon"],
  ["fr", "8 KX-7205 de Hambourg vers Lyon ?"],
  ["es", "¿8 KX-7205 de Hamburgo a Lyon?"],
  ["nl", "8 KX-7205 niet van Hamburg naar Lyon"],
];

const NOUNS: [Language, string, string][] = [
  ["en", "Reservation of 8 KX-7205 in Lyon for SO-31", "reserve_stock"],
  ["de", "Reservierung 8 KX-7205 Lyon, Auftrag SO-31", "reserve_stock"],
  ["fr", "Réservation de 8 KX-7205 à Lyon pour la commande SO-31 svp", "reserve_stock"],
  ["es", "Reserva de 8 KX-7205 en Lyon para el pedido SO-31", "reserve_stock"],
  ["nl", "Graag reservering van 8 KX-7205 in Lyon voor SO-31", "reserve_stock"],
  ["en", "Could you arrange the transfer of 8 KX-7205 from Hamburg to Lyon, the line is waiting", "transfer_stock"],
  ["de", "Bitte Umlagerung von 8 KX-7205 von Hamburg nach Lyon veranlassen, die Linie wartet", "transfer_stock"],
  ["fr", "Transfert de 8 KX-7205 de Hambourg vers Lyon", "transfer_stock"],
  ["es", "Traslado de 8 KX-7205 de Hamburgo a Lyon", "transfer_stock"],
  ["nl", "Verplaatsing van 8 KX-7205 van Hamburg naar Lyon", "transfer_stock"],
  ["de", "Nachbestellung 8 KX-7205 für Lyon", "create_reorder"],
  ["en", "Cancellation of SHP-31 please", "cancel_shipment"],
  ["de", "Stornierung SHP-31 bitte", "cancel_shipment"],
  ["fr", "Veuillez procéder à l'annulation de SHP-31", "cancel_shipment"],
  ["es", "Anulación de SHP-31 por favor", "cancel_shipment"],
  ["nl", "Annulering SHP-31 aub", "cancel_shipment"],
  ["de", "Zählung KX-7205 in Lyon", "request_cycle_count"],
];
const TOPICS: [Language, string][] = [
  ["en", "The reservation of 8 KX-7205 for SO-31 has run out"],
  ["en", "status of the reservation of 8 KX-7205"],
  ["en", "which reservations of 8 KX-7205 are open"],
  ["en", "Cancellation of SHP-31 confirmed by the carrier"],
  ["de", "Reservierung von 8 KX-7205 für SO-31 ist falsch"],
  ["de", "Umlagerung von 8 KX-7205 nach Lyon: wie ist der Stand?"],
  ["fr", "Transfert de 8 KX-7205 vers Lyon toujours en attente"],
  ["es", "Traslado de 8 KX-7205 a Lyon todavía pendiente"],
  ["nl", "Reservering van 8 KX-7205 voor SO-31 is verlopen"],
];

describe("an amount of goods and its way", () => {
  it.each(WAYS)("are a move (%s): %s", (language, text) => expect(kindsOf(text, language)).toEqual(["transfer_stock"]));
  it.each(NO_WAYS)("are none with anything else (%s): %s", (language, text) => expect(kindsOf(text, language)).toEqual([]));

  it.each(["->", "–>", ">", "→", " -> ", "=>"])("may be joined by %s without a space", (arrow) => {
    const { actions, places } = readText(`24 KX-7205 RTM${arrow}GDN by 14 March pls`, "en", "2031-03-03T08:30:00.000Z");
    expect(actions.kinds).toEqual(["transfer_stock"]);
    expect(places.map(({ role, text }) => [role, text])).toEqual([
      ["from", "RTM"],
      ["to", "GDN"],
    ]);
  });
});

describe("a deed as a noun", () => {
  it.each(NOUNS)("is an order at the head or arranged for (%s): %s", (language, text, kind) =>
    expect(kindsOf(text, language)).toEqual([kind]),
  );
  it.each(TOPICS)("is a topic where more is said of it (%s): %s", (language, text) => expect(kindsOf(text, language)).toEqual([]));
});
