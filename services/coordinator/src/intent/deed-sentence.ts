import type { Language } from "@quartermaster/shared/contracts";

/** A deed with all that it needs, in the user's own words, or what can be shown in its place. */
export type DeedNamed =
  | { deed: "move"; amount: string; from: string; to: string; until: string | undefined }
  | { deed: "reserve"; amount: string; at: string; order: string; until: string | undefined }
  | { deed: "change"; amount: string; shipment: string }
  | { deed: "free"; amount: string; reservation: string }
  | { deed: "rebook"; shipment: string; service: string }
  | { deed: "show_stock"; goods: string }
  | { deed: "show_shipment"; shipment: string };

const SENTENCES: Record<DeedNamed["deed"], Record<Language, string>> = {
  move: {
    en: "Move {amount} from {from} to {to}",
    de: "Bitte {amount} von {from} nach {to} umlagern",
    fr: "Transférez {amount} de {from} à {to}",
    es: "Traslada {amount} de {from} a {to}",
    nl: "Verplaats {amount} van {from} naar {to}",
  },
  reserve: {
    en: "Reserve {amount} in {at} for {order}",
    de: "Reserviere {amount} in {at} für {order}",
    fr: "Réservez {amount} à {at} pour {order}",
    es: "Reserva {amount} en {at} para {order}",
    nl: "Reserveer {amount} in {at} voor {order}",
  },
  change: {
    en: "Change {shipment} to {amount}",
    de: "Ändere {shipment} auf {amount}",
    fr: "Modifiez {shipment} : {amount}",
    es: "Cambia {shipment} a {amount}",
    nl: "Wijzig {shipment} naar {amount}",
  },
  free: {
    en: "Release {amount} of {reservation}",
    de: "Gib {amount} von {reservation} frei",
    fr: "Libérez {amount} de {reservation}",
    es: "Libera {amount} de {reservation}",
    nl: "Geef {amount} van {reservation} vrij",
  },
  rebook: {
    en: "Move {shipment} to {service}",
    de: "Setze {shipment} auf {service}",
    fr: "Passez {shipment} sur {service}",
    es: "Pasa {shipment} a {service}",
    nl: "Boek {shipment} om naar {service}",
  },
  show_stock: {
    en: "Only show: how many {goods} are available?",
    de: "Nur zeigen: Wie viele {goods} sind verfügbar?",
    fr: "Montrer seulement : combien de {goods} sont disponibles ?",
    es: "Solo mostrar: ¿cuántos {goods} hay disponibles?",
    nl: "Alleen tonen: hoeveel {goods} zijn beschikbaar?",
  },
  show_shipment: {
    en: "Only show: where is {shipment}?",
    de: "Nur zeigen: Wo ist {shipment}?",
    fr: "Montrer seulement : où est {shipment} ?",
    es: "Solo mostrar: ¿dónde está {shipment}?",
    nl: "Alleen tonen: waar is {shipment}?",
  },
};
const UNTIL: Record<Language, string> = { en: ", by", de: ", bis", fr: ", avant le", es: ", antes del", nl: ", uiterlijk" };

/** The sentence that orders a deed, or asks to be shown something, in a language; it is read like any other turn. */
export function deedSentence(named: DeedNamed, language: Language): string {
  const values: Record<string, string | undefined> = { ...named };
  const sentence = SENTENCES[named.deed][language].replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? "");
  return values.until === undefined ? sentence : `${sentence}${UNTIL[language]} ${values.until}`;
}
