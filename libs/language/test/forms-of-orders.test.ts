import type { Language } from "@quartermaster/shared/contracts";
import { expect, it } from "vitest";
import { readText } from "../src/index.ts";

const kindsOf = (text: string, language: Language) => readText(text, language, "2031-03-03T08:30:00.000Z").actions.kinds;

const ORDERS: [Language, string, string][] = [
  ["es", "Hay que trasladar 8 KX-7205 de Hamburgo a Lyon", "transfer_stock"],
  ["es", "Hay que anular SHP-31", "cancel_shipment"],
  ["es", "Hay que pedir 8 KX-7205 para Lyon", "create_reorder"],
  ["en", "Have somebody recount KX-7205 in Lyon by Friday", "request_cycle_count"],
  ["en", "Have the depot count KX-7205 in Lyon", "request_cycle_count"],
  ["de", "Liebe Kollegen, lagert 8 KX-7205 von Hamburg nach Lyon um", "transfer_stock"],
  ["de", "Bringt bitte 8 KX-7205 von Hamburg nach Lyon", "transfer_stock"],
  ["de", "Bucht 8 KX-7205 von Hamburg nach Lyon um", "transfer_stock"],
  ["de", "Bitte 8 KX-7205 von Hamburg nach Lyon umbuchen", "transfer_stock"],
  ["de", "Oslo braucht 8 KX-7205, bitte aus Hamburg rüberbringen", "transfer_stock"],
  ["de", "Reserviert 8 KX-7205 in Lyon für SO-31", "reserve_stock"],
  ["de", "Storniert SHP-31", "cancel_shipment"],
  ["de", "Buche SHP-31 um auf SVC-8", "reschedule_leg"],
  ["de", "SHP-31 bitte auf SVC-8 umbuchen", "reschedule_leg"],
  ["de", "Bucht 8 KX-7205 in Hamburg aus", "adjust_stock"],
  ["es", "Necesitamos que lleven 8 KX-7205 de Hamburgo a Lyon", "transfer_stock"],
  ["es", "Traed 8 KX-7205 de Hamburgo a Lyon", "transfer_stock"],
  ["fr", "Faites passer 8 KX-7205 de Hambourg à Lyon", "transfer_stock"],
  ["fr", "Faites passer 8 KX-7205 en perte à Lyon", "adjust_stock"],
  ["nl", "Graag 8 KX-7205 van Hamburg naar Lyon laten brengen", "transfer_stock"],
  ["nl", "Lyon heeft 8 KX-7205 nodig, haal ze uit Hamburg", "transfer_stock"],
  ["nl", "Haal 8 KX-7205 uit de voorraad in Hamburg", "adjust_stock"],
  ["nl", "Haal SHP-31 van hold", "release_hold"],
  ["nl", "Hou 8 KX-7205 apart in Lyon voor SO-31", "reserve_stock"],
  ["en", "Could you get eight of the KX-7205 from Hamburg over to our Lyon depot?", "transfer_stock"],
  ["en", "We need 8 of KX-7205 kept back in Lyon for SO-31", "reserve_stock"],
  ["en", "Block 8 KX-7205 in Lyon for SO-31", "reserve_stock"],
  ["de", "Sperre 8 KX-7205 in Lyon für SO-31", "reserve_stock"],
  ["fr", "Bloquez 8 KX-7205 à Lyon pour SO-31", "reserve_stock"],
  ["es", "Bloquea 8 KX-7205 en Lyon para SO-31", "reserve_stock"],
  ["nl", "Blokkeer 8 KX-7205 in Lyon voor SO-31", "reserve_stock"],
  ["en", "Block 8 KX-7205 in Lyon", "set_stock_status"],
  ["en", "Block lot L2609 of KX-7205 in Lyon, 8 were for SO-31", "set_stock_status"],
];
const NONE: [Language, string][] = [
  ["es", "¿Hay que anular SHP-31?"],
  ["es", "No hay que anular SHP-31"],
  ["es", "hay KX-7205 en Lyon"],
  ["es", "No lleven 8 KX-7205 de Hamburgo a Lyon"],
  ["es", "No queremos que lleven 8 KX-7205 de Hamburgo a Lyon"],
  ["en", "have the goods of SHP-31 been counted"],
  ["en", "I need to know which 8 KX-7205 are reserved for SO-31"],
  ["en", "get the status of SHP-31 from Hamburg to me"],
  ["en", "get two quotes from Hamburg to Lyon"],
  ["de", "Hamburg bringt 8 KX-7205 nach Lyon"],
  ["es", "para que lleven 8 KX-7205 de Hamburgo a Lyon hace falta un camión"],
  ["de", "Lyon sendet 8 KX-7205 nach Hamburg"],
  ["de", "Hamburg lagert 8 KX-7205 nach Lyon um"],
  ["nl", "We hebben 8 KX-7205 naar Lyon laten rijden"],
];

it.each(ORDERS)("is an order (%s): %s", (language, text, kind) => expect(new Set(kindsOf(text, language))).toContain(kind));
it.each(ORDERS)("is one order and no other deed (%s): %s", (language, text, kind) => {
  const others = kindsOf(text, language).filter((other) => other !== kind && other !== "book_shipment");
  expect(others).toEqual([]);
});
it.each(NONE)("is none (%s): %s", (language, text) => expect(kindsOf(text, language)).toEqual([]));
