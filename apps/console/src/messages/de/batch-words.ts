import type { batchWords as english } from "../en/batch-words.ts";
import type { Widen } from "../message-type.ts";

/** German words for several items at once. */
export const batchWords: Widen<typeof english> = {
  keyChoose: "auswählen, mehrere auf einmal",
  batchChosen: (count) => `${count} ausgewählt`,
  batchClear: "Auswahl aufheben",
  batchApprove: (count) => `${count === 1 ? "Einen" : count} freigeben`,
  batchTitle: (count) => `${count === 1 ? "Einen Eintrag" : `${count} Einträge`} freigeben?`,
  batchLead: "Übliche Einträge einer Art, ohne Konflikte. Jeder wird für sich geprüft und entschieden, und jeder sagt, was daraus wurde.",
  batchChanged: "Seit Ihrer Auswahl geändert. Öffnen Sie den Eintrag einzeln.",
  batchSum: "Zusammen",
};
