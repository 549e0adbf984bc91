import { fold } from "../text/fold.ts";

/** Values of closed arguments that a text names, by the words of the five languages. */
export interface NamedChoices {
  /** Statuses of goods. */
  statuses: string[];
  /** Kinds of hold. */
  holdTypes: string[];
  /** True when the text speaks of all or several things of a kind without listing them. */
  all: boolean;
  /** Which way an amount goes from what is there: so many more (found), or fewer (lost). */
  ways: ("more" | "fewer")[];
}

const STATUSES: [string, RegExp][] = [
  ["quarantine", /quarant|cuarenten|karantan/],
  ["blocked", /\b(?:block\w*|gesperrt\w*|sperr\w*|bloqu\w*|blokke\w*|geblokkeerd\w*)\b/],
  ["damaged", /\b(?:damag\w*|beschadigt\w*|kaputt\w*|endommag\w*|abim\w*|danad\w*|dano\w*|beschadigd\w*|kapot\w*|broken|crushed)\b/],
  [
    "available",
    /\b(?:available|free|unblock\w*|(?:out of|from|aus der|hors(?: de)?|de(?: la)?|uit(?: de)?) (?:quarant\w*|cuarentena)|verfugbar\w*|freigeb\w*|freigegeben|frei|disponib\w*|liber\w*|beschikbaar\w*|vrijge\w*|vrij)\b/,
  ],
];
const HOLD_TYPES: [string, RegExp][] = [
  ["customer", /\b(?:customer|kunde\w*|client\w*|klant\w*)\b/],
  ["quality", /\b(?:quality|qualitat\w*|qualite|calidad|kwaliteit\w*)\b/],
  [
    "credit",
    /\b(?:credit|kredit\w*|credito|krediet\w*|unpaid|paid|overdue|payment|pays?|zahlung\w*|zahlt|bezahlt|paiement|paye\w*|paie|impaye\w*|pago|paga|pagado|impag\w*|betaling\w*|betaal\w*)\b/,
  ],
  ["customs", /\b(?:customs|zoll\w*|douan\w*|aduan\w*)\b/],
];
const WAYS: ["more" | "fewer", RegExp][] = [
  [
    "more",
    /\b(?:more|additional|extra|further|another|on top|add\w*|found|surplus|increase\w*|mehr|weitere\w*|zusatzlich\w*|\w*gefunden|erhoh\w*|dazu|aufgetaucht|de plus|en plus|supplement\w*|ajoute\w*|trouv\w*|mas|adicional\w*|anad\w*|encontr\w*|hallad\w*|meer|bij|\w*gevonden|verhoog\w*|toevoeg\w*)\b/,
  ],
  [
    "fewer",
    /\b(?:fewer|less|missing|lost|lose|short|gone|stolen|crush\w*|damag\w*|broke\w*|smash\w*|leak\w*|spoil\w*|expired|write\w* off|written off|scrap\w*|reduce\w*|remove\w*|take off|drop\w*|weniger|fehl\w*|verloren|kaputt\w*|beschadigt\w*|abschreib\w*|ausbuch\w*|gestohlen|zerbroch\w*|defekt\w*|de moins|perim\w*|perte\w*|manqu\w*|perdu\w*|cass\w*|abim\w*|endommag\w*|vol\w*|menos|falta\w*|perdid\w*|rot[oa]s?|danad\w*|romp\w*|robad\w*|baja|minder|mist\w*|ontbre\w*|kwijt|kapot\w*|beschadigd\w*|verloren|afboek\w*|afschrij\w*|gestolen|stuk)\b/,
  ],
];
const ALL =
  /\b(?:all|every|each|both|any|everything|alle\w*|jede\w*|beide\w*|samtliche\w*|tous|toutes|tout|chaque|les deux|todos|todas|todo|cada|ambos|ambas|allemaal|elke?|ieder\w*|the (?:two|three|four|five)|shipments|reservations|declarations|holds|sendungen|reservierungen|envios|reservas|expeditions|reservations|zendingen|reserveringen)\b/;

/** Finds the values of closed arguments in a user's own words. */
export function namedChoices(own: string): NamedChoices {
  const folded = fold(own);
  const named = (table: readonly [string, RegExp][]) => table.filter(([, pattern]) => pattern.test(folded)).map(([value]) => value);
  return {
    statuses: named(STATUSES),
    holdTypes: named(HOLD_TYPES),
    all: ALL.test(folded),
    ways: WAYS.filter(([, pattern]) => pattern.test(folded)).map(([way]) => way),
  };
}
