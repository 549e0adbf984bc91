import { departureWindow, readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";

const NOW = "2026-12-07T09:00:00Z";
function windowOf(text: string, language: Language) {
  const found = departureWindow(readText(text, language, NOW), NOW.slice(0, 10));
  return found && [found.from, found.until];
}

describe("when goods may leave", () => {
  it.each<[Language, string, string | null, string | null]>([
    ["nl", "Boek een zending voor 20 VLV-080 van Hamburg naar Rotterdam volgende week", "2026-12-14", "2026-12-20"],
    ["en", "Book a shipment for 4 VFD-22 from Hamburg to Rotterdam next week", "2026-12-14", "2026-12-20"],
    ["de", "Buche eine Sendung für 3 VFD-22 von Hamburg nach Rotterdam für nächste Woche", "2026-12-14", "2026-12-20"],
    ["fr", "Réserve un transport de 1 MOT-15 de Hambourg à Rotterdam la semaine prochaine", "2026-12-14", "2026-12-20"],
    ["es", "Reserva un transporte de 1 MOT-15 de Hamburgo a Rotterdam para la semana que viene", "2026-12-14", "2026-12-20"],
    ["de", "Buche eine Sendung für 3 VFD-22 von Hamburg nach Rotterdam ab 14. Dezember", "2026-12-14", null],
    ["de", "Buche 3 VFD-22 von Hamburg nach Rotterdam ab dem 14.12.", "2026-12-14", null],
    ["de", "Buche 3 VFD-22 von Hamburg nach Rotterdam, frühestens am 14. Dezember", "2026-12-14", null],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam from 14 December", "2026-12-14", null],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam, not before 14 December", "2026-12-14", null],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam after 14 December", "2026-12-15", null],
    ["fr", "Réserve 2 VFD-22 de Hambourg à Rotterdam à partir du 14 décembre", "2026-12-14", null],
    ["es", "Reserva 2 VFD-22 de Hamburgo a Rotterdam a partir del 14 de diciembre", "2026-12-14", null],
    ["nl", "Boek 2 VFD-22 van Hamburg naar Rotterdam vanaf 14 december", "2026-12-14", null],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam departing 16 December", "2026-12-16", "2026-12-16"],
    ["en", "Book 2 VFD-22 to Rotterdam leaving Hamburg on 16 December", "2026-12-16", "2026-12-16"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam on 16 December", "2026-12-16", "2026-12-16"],
    ["de", "Buche 2 VFD-22 von Hamburg nach Rotterdam mit Abfahrt am 16. Dezember", "2026-12-16", "2026-12-16"],
    ["fr", "Réserve 2 VFD-22 de Hambourg à Rotterdam, départ le 16 décembre", "2026-12-16", "2026-12-16"],
    ["es", "Reserva 2 VFD-22 de Hamburgo a Rotterdam con salida el 16 de diciembre", "2026-12-16", "2026-12-16"],
    ["nl", "Boek 2 VFD-22 van Hamburg naar Rotterdam met vertrek op 16 december", "2026-12-16", "2026-12-16"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam leaving by 10 December", null, "2026-12-10"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam departing 14 December, arriving by 18 December", "2026-12-14", "2026-12-14"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam by 18 December, not before 14 December", "2026-12-14", null],
  ])("%s: %s", (language, text, from, until) => {
    expect(windowOf(text, language)).toEqual([from, until]);
  });

  it.each<[Language, string]>([
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam by 18 December"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam for 18 December"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam, to be delivered next week"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam before next week"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam by the end of next week"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam, promised to the customer on 16 December"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam arriving on 16 December"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam this week"],
    ["de", "Buche 2 VFD-22 von Hamburg nach Rotterdam bis zum 18.12."],
    ["de", "Buche 2 VFD-22 von Hamburg nach Rotterdam, sie sollen nächste Woche ankommen"],
    ["fr", "Réserve 2 VFD-22 de Hambourg à Rotterdam avant le 18 décembre"],
    ["es", "Reserva 2 VFD-22 de Hamburgo a Rotterdam para el 18 de diciembre"],
    ["nl", "Boek 2 VFD-22 van Hamburg naar Rotterdam uiterlijk 18 december"],
    ["en", "Book 2 VFD-22 Hamburg to Rotterdam"],
  ])("%s: but a deadline or an arrival bounds no departure: %s", (language, text) => {
    expect(windowOf(text, language)).toBeNull();
  });

  it.each<[Language, string, string, string]>([
    ["en", "Postpone SHP-1003 to 17 December", "2026-12-17", "2026-12-17"],
    ["en", "Reschedule SHP-1006 to next week", "2026-12-14", "2026-12-20"],
    ["en", "Postpone SHP-1003 until 17 December", "2026-12-17", "2026-12-17"],
    ["de", "Verschiebe SHP-1003 bis zum 17. Dezember", "2026-12-17", "2026-12-17"],
    ["en", "Move SHP-1006 from 9 December to 17 December", "2026-12-17", "2026-12-17"],
    ["de", "Verschiebe SHP-1003 auf den 17. Dezember", "2026-12-17", "2026-12-17"],
    ["de", "Verschiebe SHP-1003 vom 9. auf den 17. Dezember", "2026-12-17", "2026-12-17"],
    ["fr", "Reporte SHP-1003 au 17 décembre", "2026-12-17", "2026-12-17"],
    ["es", "Aplaza SHP-1003 al 17 de diciembre", "2026-12-17", "2026-12-17"],
    ["nl", "Verplaats SHP-1003 naar 17 december", "2026-12-17", "2026-12-17"],
  ])("%s: an order to move a departure names the new one: %s", (language, text, from, until) => {
    expect(windowOf(text, language)).toEqual([from, until]);
  });
});
