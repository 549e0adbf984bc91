import type { ledgerWords as english } from "../en/ledger-words.ts";
import type { Widen } from "../message-type.ts";
import { plural } from "../plural.ts";

/** German words of the ledger. */
export const ledgerWords: Widen<typeof english> = {
  verify: "Prüfen",
  verifying: "Wird geprüft …",
  verifyOk: (entries) => `${plural(entries, "Eintrag", "Einträge")} geprüft: Verkettung, Inhalte und Signaturen stimmen.`,
  verifyWaiting: (count) => `${plural(count, "Eintrag wartet", "Einträge warten")} auf die Verkettung.`,
  verifyBad: (position, code) => `Gebrochen bei Eintrag ${position ?? "?"}: ${code}`,
  ledgerLead: "Was geplant, entschieden, erlaubt und getan wurde; Ältestes zuerst.",
  ledgerEmpty: "Noch nichts geschrieben.",
  download: "Herunterladen",
  time: "Zeit",
  kind: "Was",
  who: "Wer",
  subject: "Worüber",
  request: "Anfrage",
  hash: "Prüfsumme",
};
