/** Words that a reason opens with, folded. "Leave it as it is" gives none. */
const OPENS =
  "because|given that|seeing that|(?<!\\bas \\S+ )as(?= (?:it|they|he|she|we|you|there|nobody|the customer|the client)\\b)(?! (?:it|they) (?:is|are)\\s*(?:$|[,.;!]))|since(?= (?:it|they|he|she|we|there|nobody|the customer|the client)\\b)|" +
  "weil|(?<!\\bsei )denn(?= (?:der|die|das|wir|er|sie|es|ich)\\b)|(?<!\\b(?:ist|sind|liegt|liegen|noch|wieder|nicht|wer|was) )da(?= (?:der|die|das|wir|er|sie|es|kein\\w*|unser\\w*)\\b)|" +
  "parce qu\\S*|puisqu\\S*|etant donne qu\\S*|vu que|car(?= (?:le|la|les|l'\\S*|il|ils|elle|elles|on|nous|ce|notre|nos)\\b)|" +
  "porque|puesto que|ya que|dado que|debido a que|" +
  "omdat|aangezien";
const REASON = new RegExp(`\\b(?:${OPENS})(?= )`);
const AT_START = new RegExp(`^[\\s,:-]*(?:(?:and|und|et|y|en|but|aber|mais|pero|maar)\\s+)?(?:${OPENS})(?= )`);
/** What is done without, before or in place of something else: the deed behind these words is none that is ordered. */
const ASIDE = new RegExp(
  "\\b(?:(?:instead of|rather than|without|before|after) \\w+ing|(?:an)?statt (?:.*\\b)?zu|ohne (?:.*\\b)?zu|" +
    "au lieu d'?e? ?\\w+(?:er|ir|re)|plutot que d'?e? ?\\w+(?:er|ir|re)|sans (?:plus )?\\w+(?:er|ir|re)|avant d'?e? ?\\w+(?:er|ir|re)|" +
    "en (?:lugar|vez) de \\w+(?:ar|er|ir)|sin \\w+(?:ar|er|ir)|antes de \\w+(?:ar|er|ir)|in plaats van (?:.*\\b)?te|zonder (?:.*\\b)?te)\\b",
);
const ASIDE_FIRST = new RegExp(`^[\\s,:-]*${ASIDE.source}`);
const TELLS = /\b(?:tell|show|sag\w*|zeig\w*|dis|dites|montre\w*|dime|muestra\w*|zeg|vertel|toon)\b/;
/** In a reason without a comma behind it, these begin what is ordered. */
const PLEASE = /\b(?:please|pls|bitte|svp|s'il (?:te|vous) plait|merci de|por favor|porfa|aub|alstublieft)\b/;

/** A folded clause without what tells why: nothing is ordered, forbidden or named there. */
export function withoutReason(folded: string): string {
  const at = folded.search(REASON);
  return at < 0 ? folded : folded.slice(0, at);
}

/** A folded clause without what is not done: "move 20 instead of waiting". A clause that begins so stays as it is. */
export function withoutAside(folded: string): string {
  const at = folded.search(ASIDE);
  return at < 0 || folded.slice(0, at).trim() === "" ? folded : folded.slice(0, at);
}

/** True for a clause that begins with a reason, or with what is not done: an order may stand behind it. */
export const opensWithReason = (folded: string): boolean => AT_START.test(folded) || (ASIDE_FIRST.test(folded) && !TELLS.test(folded));

/** Where an order begins behind a reason that no comma ends ("because it is late please cancel it"); -1 where no word tells. */
export const orderBehindReason = (folded: string): number => (AT_START.test(folded) ? folded.search(PLEASE) : -1);
