import type { healthWords as english } from "../en/health-words.ts";
import type { Widen } from "../message-type.ts";

/** German words of the review health. */
export const healthWords: Widen<typeof english> = {
  health: "Prüfqualität",
  healthLead:
    "Wie in den letzten 30 Tagen entschieden wurde. Sie sehen Ihre eigene Zeile; Betriebsleitung, Revision und Administration sehen alle.",
  healthEmpty: "Noch hat niemand etwas entschieden.",
  healthPerson: "Person",
  healthDecided: "Entschieden",
  healthApproved: "Freigegeben",
  healthMedian: "Mittlere Dauer",
  healthP90: "Neun von zehn binnen",
  healthFast: "Unter 2 s",
  healthStamping: "Sieht nach Durchwinken aus: Sprechen Sie mit dem Team.",
  healthQueue: (open, expired) => `${open} offen, ${expired} ungesehen abgelaufen.`,
  healthOldest: (time) => `Der älteste wartet seit ${time}.`,
};
