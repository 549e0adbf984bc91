import type { homeWords as english } from "../en/home-words.ts";
import type { Widen } from "../message-type.ts";
import { plural } from "../plural.ts";

/** German words of the first page. */
export const homeWords: Widen<typeof english> = {
  needsYou: (count) => (count === 1 ? "Eine Sache braucht Sie" : `${count} Dinge brauchen Sie`),
  nothingNeedsYou: "Nichts wartet auf Sie",
  underWay: (count) => `${plural(count, "Anfrage läuft", "Anfragen laufen")}.`,
  nearestDeadline: (time) => `Die nächste Frist endet in ${time}.`,
  decide: "Entscheiden",
  answerThese: "Antworten",
  lookAt: "Ansehen",
  yourRequests: "Ihre Anfragen",
  noRequestsYet: "Sie haben noch nichts angefragt.",
};
