import type { signInWords as english } from "../en/sign-in-words.ts";
import type { Widen } from "../message-type.ts";

/** German words of the sign-in page. */
export const signInWords: Widen<typeof english> = {
  signInTitle: "Wer sind Sie heute?",
  signInLead: "Dies ist eine Vorführung. Wählen Sie eine Person; Sie können jederzeit wechseln.",
  signInFirst: "Zum ersten Mal hier? Beginnen Sie als planner.anna mit einem Auftrag und geben Sie ihn als stock.ben frei.",
  signInOthers: "Alle anderen",
  firstPeople: {
    "planner.anna": "stellt Aufträge: hier beginnen",
    "stock.ben": "entscheidet Umlagerungen: hier freigeben",
    "transport.cleo": "entscheidet Buchungen mit Risiko",
    "customs.dirk": "entscheidet Zollanmeldungen",
    "audit.lena": "liest das Protokoll",
  },
  signInEmpty: "Es gibt keine Personen zur Vorführung.",
  signInOidc: "Dieser Server verlangt die Anmeldung über Ihr Unternehmen. Dieser Weg gehört noch nicht zu dieser Oberfläche.",
  signedOutTitle: "Sie wurden abgemeldet",
  signedOutText: "Melden Sie sich erneut an. Was Sie geschrieben haben, bleibt erhalten.",
  signIn: "Anmelden",
};
