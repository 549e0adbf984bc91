const MODES: [string, RegExp][] = [
  [
    "sea",
    /\b(?:by sea|by ship|by vessel|sea ?freight|ocean|per (?:see|schiff)\w*|auf dem seeweg|see(?:fracht|strecke|transport|teil)\w*|par mer|par (?:bateau|navire)|maritime|por mar|por barco|maritimo|per (?:zee|boot|schip)\w*|over zee|zee(?:vracht|traject|deel)\w*|sailings?|vessel|schiff|navire|buque|barco|schip|afvaart)\b/,
  ],
  [
    "air",
    /\b(?:by air|by plane|air ?freight\w*|fly|flown|flights?|per (?:luft|flug)\w*|mit dem flug\w*|en avion|en avion|met het vliegtuig|luft(?:fracht|strecke|transport)\w*|flug(?:strecke)?|fliegen|fliege|par avion|aerien\w*|vol|por avion|por via aerea|por aire|aereo|vuelos?|per vliegtuig|door de lucht|luchtvracht|vlucht)\b/,
  ],
  [
    "road",
    /\b(?:by (?:road|truck|lorry)|trucks?|per lkw|lkw|strasse|auf der strase|par (?:route|camion)|camion|por (?:carretera|camion)|per (?:vrachtwagen|truck)|vrachtwagen|over de weg|truck)\b/,
  ],
  [
    "rail",
    /\b(?:by (?:rail|train)|per (?:bahn|zug)|auf der schiene|par (?:rail|train)|por (?:tren|ferrocarril)|per (?:trein|spoor)|over het spoor)\b/,
  ],
  ["barge", /\b(?:barge|binnenschiff|peniche|gabarra|barcaza|binnenvaart\w*)\b/],
];
/** What follows these words is how it goes now, not how it shall go. */
const INSTEAD = /\b(?:instead of|rather than|statt|anstatt|anstelle|au lieu|plutot que|en vez de|en lugar de|in plaats van)\b[^,.;!?]*/g;

/** How goods shall travel, as folded words say it; null when they do not. */
export const transportMode = (folded: string): string | null => {
  const wanted = folded.replace(INSTEAD, " ");
  return MODES.find(([, pattern]) => pattern.test(wanted))?.[0] ?? null;
};
