import type { queueWords as english } from "../en/queue-words.ts";
import type { Widen } from "../message-type.ts";

/** German words of the queue. */
export const queueWords: Widen<typeof english> = {
  openCount: (count) => `${count} offen`,
  search: "Artikel, Sendung, Person suchen",
  views: "Ansichten",
  viewMine: "Für mich",
  viewClaimed: "Von mir übernommen",
  viewTainted: "Ungeprüfter Text",
  viewAll: "Alle",
  viewDecided: "Entschieden",
  sort: "Sortieren",
  sortRisk: "Risiko, dann Frist",
  sortExpiry: "Frist",
  sortAge: "Alter",
  filter: "Filtern",
  filterAgent: "Agent",
  filterRisk: "Risiko",
  clearFilters: "Filter entfernen",
  removeFilter: (name) => `Filter ${name} entfernen`,
  queueEmpty: (roles) => `Keine offenen Freigaben für Ihre Rollen (${roles}).`,
  queueOthers: (others) => (others === 0 ? "Auch für andere nicht." : `Andere haben ${others}.`),
  queueEmptyAll: "Keine offenen Freigaben.",
  queueNoMatch: "Nichts passt.",
  queueList: "Offene Freigaben",
  newItems: (count) => `${count} neu`,
  claimedBy: (user) => `übernommen von ${user}`,
  you: "Sie",
  peopleGiven: (given, required) => `${given} von ${required} ${required === 1 ? "Person" : "Personen"}`,
  untrustedText: "ungeprüfter Text",
  outsideFilter: "Dieser Eintrag steht nicht in der Liste links.",
};
