const TYPES: [string, RegExp][] = [
  [
    "quality",
    /\b(?:quality|defect\w*|damage\w*|leak\w*|qualitat\w*|mangel|defekt\w*|undicht\w*|beschadigt\w*|qualite|defaut\w*|endommage\w*|calidad|defecto\w*|danad\w*|kwaliteit\w*|gebrek\w*|beschadigd\w*)\b/,
  ],
  [
    "credit",
    /\b(?:credit|unpaid|not paid|payment|pays?|overdue|kredit\w*|bezahlt|zahlt|zahlung\w*|impaye\w*|paye|paie|paiement|credito|impago\w*|pago|paga|pagado|betaald|betaalt|betaling\w*|krediet)\b/,
  ],
  ["customs", /\b(?:customs|zoll\w*|douane\w*|aduana\w*)\b/],
  ["compliance", /\b(?:compliance|sanction\w*|embargo|sanktion\w*|screening|conformite|cumplimiento|sancie\w*)\b/],
  ["licence", /\b(?:licen[cs]es?|genehmigung fehlt|lizenz\w*|licencia|vergunning\w*)\b/],
  ["dg", /\b(?:dangerous goods|dg|hazmat|gefahrgut\w*|matieres dangereuses|mercancias peligrosas|gevaarlijke stoffen)\b/],
  ["customer", /\b(?:customer|client|kunden?\w*|cliente|klant\w*)\b/],
];

/** The type of hold that folded words speak of, among those a tool knows; null when they tell none. */
export const holdTypeIn = (folded: string, known: readonly string[]): string | null =>
  TYPES.find(([name, pattern]) => (known.length === 0 || known.includes(name)) && pattern.test(folded))?.[0] ?? null;
