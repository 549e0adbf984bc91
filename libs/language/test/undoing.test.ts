import type { Language } from "@quartermaster/shared/contracts";
import { expect, it } from "vitest";
import { readText } from "../src/index.ts";

const actions = (text: string, language: Language) => readText(text, language, "2026-12-07T09:00:00.000Z").actions;
/** What is said and the one effect that it means. */
const ROWS: [Language, string, string][] = [
  ["en", "Undo the hold on SHP-1006", "release_hold"],
  ["en", "Reverse the hold on SHP-1007", "release_hold"],
  ["en", "Take back the hold on SHP-1007", "release_hold"],
  ["en", "Take the hold off SHP-1007", "release_hold"],
  ["en", "Lift the hold on SHP-1007", "release_hold"],
  ["en", "Remove the hold on SHP-1007", "release_hold"],
  ["en", "Cancel the hold on SHP-1007", "release_hold"],
  ["en", "Withdraw the hold from SHP-1007", "release_hold"],
  ["en", "Clear the hold of SHP-1007", "release_hold"],
  ["en", "Drop hold HLD-1", "release_hold"],
  ["en", "Delete the customs hold on SHP-1007", "release_hold"],
  ["en", "End the hold on SHP-1007", "release_hold"],
  ["en", "Take SHP-1007 off hold", "release_hold"],
  ["en", "Unhold SHP-1007", "release_hold"],
  ["de", "Mach die Sperre von SHP-1007 rückgängig", "release_hold"],
  ["de", "Machen Sie die Sperre auf SHP-1007 rückgängig", "release_hold"],
  ["de", "Nimm die Sperre von SHP-1007 zurück", "release_hold"],
  ["de", "Hebe die Sperre von SHP-1007 auf", "release_hold"],
  ["de", "Entferne die Sperre von SHP-1007", "release_hold"],
  ["de", "Storniere die Sperre von SHP-1007", "release_hold"],
  ["de", "Sperre auf SHP-1007 aufheben", "release_hold"],
  ["de", "Sperre auf SHP-1007 rückgängig machen", "release_hold"],
  ["fr", "Annule la retenue sur SHP-1007", "release_hold"],
  ["fr", "Annulez le blocage de SHP-1007", "release_hold"],
  ["fr", "Levez le blocage de SHP-1007", "release_hold"],
  ["fr", "Retirez la retenue de SHP-1007", "release_hold"],
  ["fr", "Supprimez le blocage de SHP-1007", "release_hold"],
  ["fr", "Enlevez le blocage sur SHP-1007", "release_hold"],
  ["es", "Deshaz la retención de SHP-1007", "release_hold"],
  ["es", "Anula la retención de SHP-1007", "release_hold"],
  ["es", "Quita el bloqueo de SHP-1007", "release_hold"],
  ["es", "Levanta la retención de SHP-1007", "release_hold"],
  ["es", "Retira la retención del envío SHP-1007", "release_hold"],
  ["nl", "Maak de blokkering van SHP-1007 ongedaan", "release_hold"],
  ["nl", "Maak de blokkade op SHP-1007 ongedaan", "release_hold"],
  ["nl", "Hef de blokkering van SHP-1007 op", "release_hold"],
  ["nl", "Verwijder de blokkade van SHP-1007", "release_hold"],
  ["nl", "Annuleer de blokkering van SHP-1007", "release_hold"],
  ["nl", "Haal SHP-1007 van hold", "release_hold"],
  ["nl", "Draai de blokkade van SHP-1007 terug", "release_hold"],
  ["en", "Undo the reservation RSV-1001", "release_reservation"],
  ["en", "Cancel the reservation of VLV-050 for SO-1001", "release_reservation"],
  ["en", "Undo the reservation for SHP-1007", "release_reservation"],
  ["en", "Undo the booking of SHP-1006", "cancel_shipment"],
  ["en", "Cancel the booking SHP-1006", "cancel_shipment"],
  ["en", "Undo the transfer TRF-1001", "nothing"],
  ["en", "Cancel the transfer of 40 VLV-050 to Hamburg", "nothing"],
  ["en", "Undo the declaration EXD-1001", "invalidate_declaration"],
  ["en", "Reverse the declaration of SHP-1007", "invalidate_declaration"],
  ["en", "Cancel the declaration of SHP-1007", "invalidate_declaration"],
  ["de", "Mach die Reservierung RSV-1001 rückgängig", "release_reservation"],
  ["de", "Mach die Buchung SHP-1007 rückgängig", "cancel_shipment"],
  ["de", "Mach die Umlagerung TRF-1001 rückgängig", "nothing"],
  ["de", "Mach die Anmeldung EXD-1001 rückgängig", "invalidate_declaration"],
  ["fr", "Annulez la réservation RSV-1001", "release_reservation"],
  ["fr", "Annulez le transfert TRF-1001", "nothing"],
  ["fr", "Annulez la déclaration EXD-1001", "invalidate_declaration"],
  ["es", "Deshaz la reserva RSV-1001", "release_reservation"],
  ["es", "Deshaz el traslado TRF-1001", "nothing"],
  ["es", "Deshaz la declaración EXD-1001", "invalidate_declaration"],
  ["nl", "Maak de reservering RSV-1001 ongedaan", "release_reservation"],
  ["nl", "Maak de verplaatsing TRF-1001 ongedaan", "nothing"],
  ["nl", "Maak de aangifte EXD-1001 ongedaan", "invalidate_declaration"],
  ["nl", "Maak de boeking SHP-1007 ongedaan", "cancel_shipment"],
];

it.each(ROWS)("an undoing verb means the inverse of the deed and nothing else, in %s: %s", (language, text, kind) => {
  expect(actions(text, language).kinds).toEqual(kind === "nothing" ? [] : [kind]);
});

it.each<[Language, string, string]>([
  ["en", "Undo SHP-1006", "undo_unclear"],
  ["de", "Mach SHP-1006 rückgängig", "undo_unclear"],
  ["fr", "Défais SHP-1006", "undo_unclear"],
  ["es", "Deshaz SHP-1006", "undo_unclear"],
  ["nl", "Maak SHP-1006 ongedaan", "undo_unclear"],
  ["en", "Cancel the transfer of 40 VLV-050 to Hamburg", "undo_transfer"],
  ["es", "Deshaz el traslado TRF-1001", "undo_transfer"],
  ["en", "Increase safety stock of VLV-050 in Hamburg to 200", "change_stock_policy"],
  ["de", "Erhöhe den Sicherheitsbestand von VLV-050 in Hamburg auf 200", "change_stock_policy"],
  ["fr", "Augmentez le stock de sécurité de VLV-050 à Hambourg à 200", "change_stock_policy"],
  ["es", "Aumenta el stock de seguridad de VLV-050 en Hamburgo a 200", "change_stock_policy"],
  ["nl", "Verhoog de veiligheidsvoorraad van VLV-050 in Hamburg naar 200", "change_stock_policy"],
  ["en", "Increase VLV-050 in Hamburg to 200", "change_goods"],
])("an order that no effect carries out is told from a question, in %s: %s", (language, text, unmet) => {
  expect(actions(text, language)).toMatchObject({ kinds: [], unmet });
});

it.each<[Language, string]>([
  ["en", "Is VLV-050 in Hamburg below its safety stock of 200?"],
  ["en", "Order VLV-050 for Hamburg up to the safety stock"],
  ["de", "Wie hoch ist der Sicherheitsbestand von VLV-050 in Hamburg?"],
  ["en", "Do not undo the transfer TRF-1001"],
])("no such order in %s: %s", (language, text) => {
  expect(actions(text, language).unmet).toBeNull();
});

it.each<[Language, string, string]>([
  ["en", "Put 5 VLV-050 in Hamburg on quality hold", "set_stock_status"],
  ["en", "Block 5 VLV-050 in Hamburg", "set_stock_status"],
  ["en", "hold lot I2610 in Rotterdam", "set_stock_status"],
  ["en", "Put SHP-1007 on hold", "place_hold"],
  ["en", "Cancel shipment SHP-1007, it is on hold", "cancel_shipment"],
])("still stops what shall be stopped in %s: %s", (language, text, kind) => {
  expect(actions(text, language).kinds).toEqual([kind]);
});

it.each<[Language, string, string[]]>([
  ["de", "Gib mir die Reservierungen für VLV-050", []],
  ["nl", "Geef me de blokkades op SHP-2051", []],
  ["de", "Gib mir die Sperren auf SHP-2051", []],
  ["nl", "Laat de blokkade op SHP-2051 staan", []],
  ["nl", "Ik heb een blokkade op SHP-2051 nodig", []],
  ["en", "We will lose the reservation RSV-1", []],
  ["de", "Hebe die Reservierung für SO-1 auf 50 Stück an", []],
  ["nl", "Trek de reservering na voor VLV-050 in Hamburg", []],
  ["en", "Hold SHP-2051 because the label must be removed", ["place_hold"]],
  ["en", "Hold SHP-2051 must be removed", []],
  ["en", "Put a hold on SHP-2051 to be removed on Friday", ["place_hold"]],
  ["en", "Get a hold on SHP-2051 before it gets away", []],
  ["de", "Sperre SHP-2051 weil wir das Etikett entfernen", ["place_hold"]],
  ["nl", "Zet een blokkade op SHP-2051 omdat de klant wil annuleren", []],
  ["en", "SHP-2051 is wrong. Cancel it because the declaration was rejected", ["cancel_shipment"]],
  ["en", "Cancel SHP-2051 because EXD-1 was rejected", ["cancel_shipment"]],
  ["de", "Storniere SHP-2051 weil die Anmeldung falsch ist", ["cancel_shipment"]],
  ["fr", "Annulez SHP-2051 car la déclaration a été rejetée", ["cancel_shipment"]],
  ["es", "Cancela SHP-2051 porque la declaración es falsa", ["cancel_shipment"]],
  ["nl", "Annuleer SHP-2051 omdat de aangifte fout is", ["cancel_shipment"]],
])("ordinary words and reasons undo nothing, in %s: %s", (language, text, kinds) => {
  expect(actions(text, language).kinds).toEqual(kinds);
});

it.each<[Language, string, string]>([
  ["de", "Gib die Reservierung RSV-1 frei", "release_reservation"],
  ["de", "Löse die Sperre auf SHP-1 auf", "release_hold"],
  ["de", "Die Sperre für Sendung SHP-1007 muss wieder aufgehoben werden", "release_hold"],
  ["de", "Reservierung von 20 VLV-050 in Hamburg für SO-1001 stornieren", "release_reservation"],
  ["de", "Die Sperre auf LOT-5 wegen Qualität aufheben", "set_stock_status"],
  ["de", "Die Sperre auf SHP-1007 wegen der fehlenden Freigabe jetzt aufheben", "release_hold"],
  ["de", "Anmeldung EXD-1 für die Sendung nach Oslo zurücknehmen", "invalidate_declaration"],
  ["de", "Sperre bei Kunde Müller aufheben", "release_hold"],
  ["nl", "Geef de blokkade op SHP-2051 vrij", "release_hold"],
  ["nl", "De blokkade op SHP-2051 vanwege kwaliteit opheffen", "release_hold"],
  ["nl", "Reservering voor klant Jansen annuleren", "release_reservation"],
  ["nl", "Trek de reservering RSV-1 in", "release_reservation"],
  ["en", "The hold on SHP-2051 must be removed", "release_hold"],
])("verbs in two halves and forms behind still undo, in %s: %s", (language, text, kind) => {
  expect(actions(text, language).kinds).toEqual([kind]);
});

it.each<[Language, string]>([
  ["en", "Move 5 VLV-050 from Hamburg to Lyon as soon as possible"],
  ["en", "Move 5 VLV-050 from Hamburg to Lyon as soon as you can"],
  ["de", "Verlege 5 VLV-050 von Hamburg nach Lyon sobald wie möglich"],
  ["de", "Verlege 5 VLV-050 von Hamburg nach Lyon, wenn möglich"],
  ["fr", "Transférez 5 VLV-050 de Hambourg à Lyon dès que possible"],
  ["es", "Mueve 5 VLV-050 de Hamburgo a Lyon tan pronto como sea posible"],
  ["es", "Mueve 5 VLV-050 de Hamburgo a Lyon lo antes posible"],
  ["nl", "Verplaats 5 VLV-050 van Hamburg naar Lyon zo snel mogelijk"],
  ["nl", "Verplaats 5 VLV-050 van Hamburg naar Lyon zodra het kan"],
])("haste is no condition in %s: %s", (language, text) => {
  expect(readText(text, language, "2026-12-07T09:00:00.000Z").conditions).toEqual([]);
});

it.each(["as soon as customs clears it", "as soon as you can confirm the papers"])("a real condition stays one: %s", (condition) => {
  const text = `Move 5 VLV-050 from Hamburg to Lyon ${condition}`;
  expect(readText(text, "en", "2026-12-07T09:00:00.000Z").conditions).toHaveLength(1);
});
