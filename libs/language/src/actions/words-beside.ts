import { unitCodes } from "../figures/units-table.ts";
import type { NamedId } from "../names/find-ids.ts";
import type { NamedPlace } from "../names/find-places.ts";
import { goodsPhrases } from "../names/goods-phrases.ts";
import { namesGoods } from "../names/goods-words.ts";
import { blank, type Span } from "../text/span.ts";
import { type Word, words } from "../text/words.ts";

/** What was found in a text beside its deeds. */
export interface Said {
  ids: readonly NamedId[];
  dates: readonly Span[];
  quantities: readonly Span[];
  places: readonly NamedPlace[];
  /** Names of those who get goods, with the place where they are. */
  receivers: readonly Span[];
}

/** Words that an order may hold beside its goods, amounts, places and days without saying anything else. */
const ORDER_WORDS = new Set(
  (
    "from to into towards in at of by until before on for the a an our depot warehouse and order please pls kindly urgent urgently asap today latest pieces " +
    "von aus ab nach zum zur in ins im bei bis vor am uber fur der die das dem den des unser unserem unserer lager werk und auftrag bitte dringend eilig spatestens sofort stuck " +
    "de du des d depuis vers a au jusqu jusque dans avant le la les l pour notre nos entrepot et commande svp s'il s il vous te plait d'ici ici plus tard pieces " +
    "desde del al hacia hasta en antes el los las para nuestro nuestra almacen y pedido por favor porfa urgente unidades " +
    "van uit naar tot te bij voor op het onze ons magazijn en opdracht bestelling graag aub alstublieft alsjeblieft spoed uiterlijk stuks"
  ).split(" "),
);

/** Thanks for what was ordered stand behind it; before it they are for something that was done. */
const THANKS = new Set("thanks thank you danke merci gracias bedankt dank je u".split(" "));

/** True for a folded word that orders, asks and denies nothing. */
const isOrderWord = (folded: string): boolean =>
  ORDER_WORDS.has(folded.replace(/'$/, "")) || namesGoods(folded) || (folded.length > 1 && unitCodes(folded).length > 0);

/** "40 pallets EPAL (PKG-PAL)": what stands between an amount and the key in brackets is the name of the goods. */
function bracketed(text: string, { ids, quantities }: Said): Span[] {
  return ids.flatMap((id) => {
    const amount = quantities.findLast((quantity) => quantity.end <= id.start);
    const between = amount ? text.slice(amount.end, id.start) : "";
    return amount && /^[^.,;:!?()]{0,40}\($/.test(between) ? [{ start: amount.end, end: id.start }] : [];
  });
}

/** Words of a text that are none of its keys, amounts, days, places and goods, nor such as any order holds. */
export function wordsBeside(text: string, said: Said): Word[] {
  const places = said.places.filter(({ known }) => known);
  const known = [...said.ids, ...said.dates, ...said.quantities, ...goodsPhrases(text), ...places, ...bracketed(text, said)];
  const end = Math.max(0, ...known.map((span) => span.end));
  return words(blank(text, known)).filter(({ folded, start }) => !isOrderWord(folded) && !(start >= end && THANKS.has(folded)));
}
