import { fold } from "../text/fold.ts";

/** Words of the five languages by which people ask for records in a state. Folded: no accents, lower case. */
const STATES: [state: string, words: string][] = [
  ["draft", "drafts?|drafted|entwurf\\w*|entwurfe\\w*|brouillons?|borrador(?:es)?|concept(?:en)?|conceptaangiftes?|klad"],
  ["lodged", "lodged|submitted|filed|eingereicht\\w*|angemeldet\\w*|deposee?s?|soumise?s?|presentad[ao]s?|ingediend\\w*"],
  ["accepted", "accepted|angenommen\\w*|acceptee?s?|aceptad[ao]s?|aanvaard\\w*|geaccepteerd\\w*"],
  [
    "under_control",
    "under (?:customs )?control|under (?:customs )?inspection|being (?:inspected|checked)|in (?:der )?(?:zoll)?kontrolle|in (?:der )?zollprufung|zollbeschau|sous controle|en controle|en control|bajo control|en inspeccion|in (?:de )?(?:douane)?controle",
  ],
  ["released", "released|cleared|freigegeben\\w*|liberee?s?|liberad[ao]s?|vrijgegeven|vrijgemaakt\\w*"],
  ["not_released", "(?:not|nicht|non|no|niet) (?:released|cleared|freigegeben\\w*|liberee?s?|liberad[ao]s?|vrijgegeven)"],
  [
    "arrived_at_exit",
    "(?:arrived )?at (?:the )?(?:office of )?exit|an der ausgangszollstelle|au bureau de sortie|en la aduana de salida|bij het kantoor van uitgang",
  ],
  [
    "exited",
    "exited|left the (?:eu|union|country)|ausgefuhrt\\w*|ausgegangen|sorties? (?:du territoire|de l'ue)|exportee?s?|exportad[ao]s?|uitgegaan|uitgevoerd\\w*",
  ],
  [
    "rejected",
    "rejected|refused|turned down|abgelehnt\\w*|zuruckgewiesen\\w*|refusee?s?|rejetee?s?|rechazad[ao]s?|afgewezen|geweigerd\\w*|afgekeurd\\w*",
  ],
  [
    "amendment_pending",
    "(?:amendment|change) (?:pending|requested)|anderung beantragt|modification demandee|enmienda pendiente|wijziging aangevraagd",
  ],
  [
    "invalidation_pending",
    "invalidation (?:pending|requested)|ungultigerklarung beantragt|invalidation demandee|invalidacion pendiente|ongeldigverklaring aangevraagd",
  ],
  ["invalidated", "invalidated|invalid|ungultig\\w*|invalidee?s?|invalidad[ao]s?|ongeldig\\w*"],
  ["booked", "booked|gebucht\\w*|reservee?s?|reservad[ao]s?|geboekt\\w*"],
  ["picking", "being picked|in (?:der )?kommissionierung|en preparation|en preparacion|in picking|wordt verzameld"],
  ["packed", "packed|gepackt\\w*|verpackt\\w*|emballee?s?|embalad[ao]s?|empaquetad[ao]s?|ingepakt\\w*|verpakt\\w*"],
  ["loaded", "loaded|on board|verladen|geladen|an bord|chargee?s?|a bord|cargad[ao]s?|a bordo|aan boord"],
  [
    "departed",
    "departed|(?:have|has|are|is) (?:already )?(?:left|gone)|already left|sailed|in transit|on (?:the|its|their) way|under ?way|abgefahren\\w*|abgegangen\\w*|losgefahren\\w*|unterwegs|parties|en transit|en route|en chemin|salieron|han salido|en transito|en camino|de camino|vertrokken|onderweg",
  ],
  ["arrived", "arrived|angekommen\\w*|eingetroffen\\w*|arrivee?s|llegad[ao]s|llegaron|han llegado|aangekomen"],
  ["delivered", "delivered|geliefert\\w*|zugestellt\\w*|ausgeliefert\\w*|livree?s?|entregad[ao]s?|geleverd\\w*|afgeleverd\\w*"],
  ["cancelled", "cancell?ed|storniert\\w*|abgesagt\\w*|annulee?s?|cancelad[ao]s?|anulad[ao]s?|geannuleerd\\w*"],
  ["quarantine", "quarantined?|in quarantine|quarantane\\w*|quarantaine|cuarentena"],
  ["blocked", "blocked|gesperrt\\w*|bloquee?s?|bloquead[ao]s?|geblokkeerd\\w*"],
  ["damaged", "damaged|beschadigt\\w*|endommagee?s?|abimee?s?|danad[ao]s?|beschadigd\\w*"],
];
const PATTERNS = STATES.map(([state, words]) => ({
  state,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "gu"),
}));

/** Denials that stand before a state; only "not yet lodged" names a state of its own. */
const DENIED =
  /(?:\b(?:not|isn't|aren't|haven't|hasn't|never|nicht|noch kein\w*|nie|pas|jamais|no|aun no|todavia no|sin|niet|nooit)\b)(?:\s+(?:yet|been|already|all|encore|ete|todavia|aun|sido|estan|esta|han|noch|nog|al|ont|sont))*\s*$/;
/** Papers that were not lodged are drafts. */
const BEFORE: Partial<Record<string, string>> = { lodged: "draft" };

/**
 * The states that words name among the ones a record can have, in any of the five languages. A denied state counts only where its
 * contrary is a state too: "not lodged yet" are drafts, "not delivered yet" is none.
 */
export function statesNamed(text: string, known: readonly string[]): string[] {
  const folded = fold(text);
  const found: { state: string; start: number; end: number }[] = [];
  for (const { state, pattern } of PATTERNS) {
    for (const match of folded.matchAll(pattern)) {
      const denied = DENIED.test(folded.slice(0, match.index)) && state !== "not_released";
      const meant = denied ? BEFORE[state] : state;
      if (meant !== undefined) found.push({ state: meant, start: match.index, end: match.index + match[0].length });
    }
  }
  const within = (one: (typeof found)[number]) =>
    found.some((other) => other.end - other.start > one.end - one.start && other.start <= one.start && other.end >= one.end);
  return [...new Set(found.filter((one) => !within(one)).map(({ state }) => state))].filter((state) => known.includes(state));
}
