import type { Language } from "@quartermaster/shared/contracts";

interface Texts {
  question: string;
  again: { label: string; text: string };
  stop: { label: string; text: string };
}

export const REPLAN_TEXTS: Record<Language, Texts> = {
  en: {
    question: "The records changed again before the plan could be carried out. Shall I plan it once more?",
    again: { label: "Plan again", text: "Yes, plan it again." },
    stop: { label: "Leave it", text: "No, leave it." },
  },
  de: {
    question: "Die Daten haben sich erneut geändert, bevor der Plan ausgeführt werden konnte. Soll ich noch einmal planen?",
    again: { label: "Neu planen", text: "Ja, noch einmal planen." },
    stop: { label: "Lassen", text: "Nein, lassen." },
  },
  fr: {
    question: "Les données ont encore changé avant l'exécution du plan. Dois-je planifier une nouvelle fois ?",
    again: { label: "Replanifier", text: "Oui, planifie à nouveau." },
    stop: { label: "Laisser", text: "Non, laisse." },
  },
  es: {
    question: "Los datos cambiaron otra vez antes de ejecutar el plan. ¿Lo planifico de nuevo?",
    again: { label: "Planificar de nuevo", text: "Sí, planifícalo de nuevo." },
    stop: { label: "Dejarlo", text: "No, déjalo." },
  },
  nl: {
    question: "De gegevens zijn opnieuw gewijzigd voordat het plan kon worden uitgevoerd. Zal ik het nog eens plannen?",
    again: { label: "Opnieuw plannen", text: "Ja, plan het opnieuw." },
    stop: { label: "Laten", text: "Nee, laat maar." },
  },
};
