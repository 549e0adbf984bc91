import type { Language } from "@quartermaster/shared/contracts";
import { expect, it } from "vitest";
import { readText } from "../src/index.ts";

const conditions = (text: string, language: Language) => readText(text, language, "2026-12-07T09:00:00.000Z").conditions;

it.each<[Language, string, string]>([
  ["en", "Reorder 200 VLV-050 if stock falls below the reorder point", "if stock falls below the reorder point"],
  ["en", "Move 5 VLV-050 from Hamburg to Lyon if the truck is available", "if the truck is available"],
  ["en", "Move 5 VLV-050 from Hamburg to Lyon unless enough stock is available", "unless enough stock is available"],
  ["en", "Cancel SHP-1 if enough stock is available", "if enough stock is available"],
  ["de", "Wenn die Ware im Lager Hamburg ankommt, storniere SHP-1", "Wenn die Ware im Lager Hamburg ankommt"],
  ["fr", "Annulez SHP-1 si le camion est disponible", "si le camion est disponible"],
  ["es", "Cancela SHP-1 si hay camiones disponibles", "si hay camiones disponibles"],
  ["nl", "Annuleer SHP-1 als de voorraad daalt", "als de voorraad daalt"],
  ["en", "Please check SHP-1 and cancel it if it is not loaded yet", "if it is not loaded yet"],
  ["en", "Make sure to cancel SHP-1 if it is not loaded yet", "if it is not loaded yet"],
  ["en", "Check SHP-1 and if it is not loaded yet, cancel it", "if it is not loaded yet"],
  ["de", "Prüfe SHP-1 und storniere sie wenn sie nicht verladen ist", "wenn sie nicht verladen ist"],
  ["fr", "Vérifiez SHP-1 et annulez-le si le client ne paie pas", "si le client ne paie pas"],
  ["es", "Comprueba SHP-1 y cancela el envío si el cliente no paga", "si el cliente no paga"],
  ["nl", "Controleer SHP-1 en annuleer de zending als de klant niet betaalt", "als de klant niet betaalt"],
])("an order waits for it, in %s: %s", (language, text, condition) => {
  expect(conditions(text, language).map((one) => one.text)).toEqual([condition]);
});

it.each<[Language, string]>([
  ["en", "Move 5 VLV-050 from Hamburg to Lyon if there is enough stock"],
  ["en", "Reserve 5 VLV-050 for SO-1 if available"],
  ["de", "Wenn genug Bestand da ist, verlege 5 VLV-050 von Hamburg nach Lyon"],
  ["de", "Verlege 5 VLV-050 von Hamburg nach Lyon falls verfügbar"],
  ["fr", "Réservez 5 VLV-050 pour SO-1 s'il y a assez de stock"],
  ["es", "Reserva 5 VLV-050 para SO-1 si hay suficiente stock"],
  ["nl", "Reserveer 5 VLV-050 voor SO-1 als er genoeg voorraad is"],
  ["en", "Tell me if SHP-1 is late"],
  ["es", "Mira en Hamburgo si hay retenciones"],
])("nothing to wait for, in %s: %s", (language, text) => {
  expect(conditions(text, language)).toEqual([]);
});

it.each<[Language, string, string | null]>([
  ["en", "If SHP-9 is late cancel it", "SHP-9 is late cancel it"],
  ["de", "Wenn SHP-9 verspätet ist storniere SHP-9", "SHP-9 verspätet ist storniere SHP-9"],
  ["en", "If SHP-9 is late cancel SHP-10", null],
  ["en", "Check SHP-8 and if SHP-9 is late cancel it", null],
])("without a comma the order is what stands without the opening word, if it names one thing, in %s: %s", (language, text, rest) => {
  expect(conditions(text, language)).toMatchObject([{ rest, mixed: true }]);
});
