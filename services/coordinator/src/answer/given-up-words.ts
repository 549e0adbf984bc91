import type { Language } from "@quartermaster/shared/contracts";
import type { GaveUpBecause } from "../orchestration/give-up.ts";

type Words = Record<GaveUpBecause | "undone" | "done", string>;

const WORDS: Record<Language, Words> = {
  en: {
    attempts_exhausted: "This request was given up: every attempt to work on it broke off.",
    message_too_large:
      "This request was given up: what the agents found or proposed is too large to be passed on. Please ask for less at once.",
    undone: "Nothing was changed.",
    done: "Some of its steps are done or may still be; their receipts are in the ledger. Please check them before you ask again.",
  },
  de: {
    attempts_exhausted: "Diese Anfrage wurde aufgegeben: Jeder Versuch, sie zu bearbeiten, brach ab.",
    message_too_large:
      "Diese Anfrage wurde aufgegeben: Was die Agenten gefunden oder vorgeschlagen haben, ist zu groß, um es weiterzugeben. Bitte fragen Sie nach weniger auf einmal.",
    undone: "Es wurde nichts geändert.",
    done: "Einige Schritte sind ausgeführt oder werden es noch; ihre Quittungen stehen im Hauptbuch. Bitte prüfen Sie diese, bevor Sie noch einmal fragen.",
  },
  fr: {
    attempts_exhausted: "Cette demande a été abandonnée : chaque tentative de la traiter s'est interrompue.",
    message_too_large:
      "Cette demande a été abandonnée : ce que les agents ont trouvé ou proposé est trop volumineux pour être transmis. Demandez moins à la fois.",
    undone: "Rien n'a été modifié.",
    done: "Certaines étapes sont exécutées ou peuvent encore l'être ; leurs reçus sont au registre. Vérifiez-les avant de redemander.",
  },
  es: {
    attempts_exhausted: "Se abandonó esta solicitud: todos los intentos de tramitarla se interrumpieron.",
    message_too_large:
      "Se abandonó esta solicitud: lo que los agentes encontraron o propusieron es demasiado grande para transmitirlo. Pida menos de una vez.",
    undone: "No se cambió nada.",
    done: "Algunos pasos están hechos o aún pueden hacerse; sus recibos están en el registro. Compruébelos antes de volver a pedirlo.",
  },
  nl: {
    attempts_exhausted: "Deze aanvraag is opgegeven: elke poging om haar te behandelen brak af.",
    message_too_large:
      "Deze aanvraag is opgegeven: wat de agenten vonden of voorstelden is te groot om door te geven. Vraag om minder tegelijk.",
    undone: "Er is niets gewijzigd.",
    done: "Enkele stappen zijn uitgevoerd of worden dat nog; hun ontvangstbewijzen staan in het grootboek. Controleer die voordat u het opnieuw vraagt.",
  },
};

/** Says in the user's language why a request was given up. @param done true when steps of it were carried out, or may be */
export const givenUpSentence = (language: Language, why: GaveUpBecause, done: boolean): string =>
  `${WORDS[language][why]} ${WORDS[language][done ? "done" : "undone"]}`;
