import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";

/** Names of goods that only several words tell, or one compound: folded words of German, French, Spanish and Dutch with their English. */
const PHRASES: [english: string, words: string][] = [
  [
    "ball valve",
    "kugelhahne?n?|kugelhahns|kugelventile?n?|(?:vannes?|robinets?) a (?:bille|boisseau spherique)|valvulas? de bola|valvulas? esfericas?|kogel(?:kraan|kranen|klep|kleppen|afsluiters?)",
  ],
  ["butterfly valve", "absperrklappen?|drosselklappen?|vannes? papillon|valvulas? (?:de )?mariposa|vlinderklep(?:pen)?"],
  [
    "gate valve",
    "absperrschiebern?|schieberventile?|vannes? (?:a )?(?:guillotine|opercule)|robinets?-vannes?|valvulas? de compuerta|schuifafsluiters?",
  ],
  [
    "check valve",
    "ruckschlagventile?n?|ruckschlagklappen?|clapets? anti-?retour|valvulas? anti-?retorno|valvulas? de retencion|terugslagklep(?:pen)?",
  ],
  ["solenoid valve", "magnetventile?n?|electrovannes?|electrovalvulas?|magneetklep(?:pen)?|magneetventiel(?:en)?"],
  ["centrifugal pump", "kreiselpumpen?|zentrifugalpumpen?|pompes? centrifuges?|bombas? centrifugas?|centrifugaalpomp(?:en)?"],
  ["submersible pump", "tauchpumpen?|pompes? (?:immergees?|submersibles?)|bombas? sumergibles?|dompelpomp(?:en)?"],
  ["pressure sensor", "drucksensor(?:en)?|capteurs? de pression|sensor(?:es)? de presion|druksensor(?:en)?"],
  [
    "temperature sensor",
    "temperatursensor(?:en)?|temperaturfuhler|capteurs? de temperature|sensor(?:es)? de temperatura|temperatuursensor(?:en)?",
  ],
];
const PATTERNS = PHRASES.map(([english, words]) => ({
  english,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "gu"),
}));

/** Names of goods that stand in a text, each with the English words that item names tend to hold, in reading order. */
export function goodsPhrases(text: string): (Span & { english: string })[] {
  const folded = fold(text);
  return PATTERNS.flatMap(({ english, pattern }) => matchesOf(folded, pattern).map(({ span }) => ({ ...span, english }))).sort(
    (a, b) => a.start - b.start,
  );
}
