import { fold, goodsPhrases, looksSomethingUp, namesGoods, type Reading, type Span, words } from "@quartermaster/language";
import type { Language, Question } from "@quartermaster/shared/contracts";
import { type DeedNamed, deedSentence } from "./deed-sentence.ts";
import { intentText } from "./intent-texts.ts";

/** Question about words that name all an order needs but its deed; its options are whole orders. */
export const ORDER_UNSAID = "order_unsaid";

const GOODS: ReadonlySet<string> = new Set(["sku", "code", "lot"]);
/** Objects that stand in orders as often as in questions; whoever names stock, papers or a route wants to know. */
const OF_ORDERS: ReadonlySet<string> = new Set(["shipment", "reservation", "transfer", "lot"]);
/** What one asks to know of goods, a way or a record, without any word of asking. */
const TOPIC =
  /\b(?:times?|duration|costs?|prices?|quotes?|rates?|etas?|etd|schedules?|options?|services?|connections?|routes?|status|history|details?|info\w*|overview|position|\w*kosten|preise?|angebote?|laufzeit|dauer|fahrplan|verbindung\w*|stand|auskunft|ubersicht|couts?|prix|devis|delais?|duree|horaires?|liaisons?|statut|etat|apercu|costes?|precios?|plazos?|duracion|horarios?|conexion\w*|estado|resumen|prij[sz]\w*|duur|looptijd|dienstregeling|verbinding\w*|overzicht)\b/;

/** The goods as written: their key, else the words that name them. */
function goodsOf({ own, ids, quantities }: Reading): string | null {
  const key = ids.find(({ kind }) => kind === "sku" || kind === "code")?.text;
  const [phrase] = goodsPhrases(own);
  const lot = ids.find(({ kind }) => kind === "lot")?.text ?? "";
  if (key !== undefined) return `${key} ${lot}`.trim();
  if (phrase) return `${own.slice(phrase.start, phrase.end)} ${lot}`.trim();
  const word = words(own).find(({ folded, end }) => namesGoods(folded) && quantities.every((amount) => amount.end < end));
  return word ? `${word.text} ${lot}`.trim() : lot || null;
}

/** An amount and its goods as one said them, with the unit or the kind between ("20 crates VLV-080"). */
function amountOfGoods({ own }: Reading, amount: Span & { text: string }, goods: string): string {
  const at = own.indexOf(goods, amount.end);
  const between = at < 0 ? "" : own.slice(amount.end, at);
  return at >= 0 && /^(?: [\p{L}.]+){0,3} $/u.test(between) ? own.slice(amount.start, at + goods.length) : `${amount.text} ${goods}`;
}

/** Orders that the named things would complete. */
function ordersFor(reading: Reading): DeedNamed[] {
  const { ids, places, quantities, dates } = reading;
  const known = places.filter((place) => place.known);
  const goods = goodsOf(reading);
  const [amount] = quantities;
  const found: DeedNamed[] = [];
  const until = dates[0]?.date;
  const only = (kind: string) => (ids.filter((id) => id.kind === kind).length === 1 ? ids.find((id) => id.kind === kind) : undefined);
  const [shipment, service, reservation, demand] = [only("shipment"), only("service"), only("reservation"), only("demand")];
  if (shipment && service) found.push({ deed: "rebook", shipment: shipment.id, service: service.id });
  if (!amount || goods === null || quantities.length > 1 || dates.length > 1) return found;
  const of = { amount: amountOfGoods(reading, amount, goods), until };
  const from = known.find(({ role }) => role === "from") ?? known.find(({ role }) => role === "none" || role === "at");
  const to = known.find(({ role }) => role === "to") ?? known.find((place) => place !== from && place.role !== "from");
  if (known.length === 2 && from && to && from !== to) found.push({ deed: "move", ...of, from: from.text, to: to.text });
  if (demand && known.length === 1 && known[0]) found.push({ deed: "reserve", ...of, at: known[0].text, order: demand.text });
  if (shipment) found.push({ deed: "change", amount: of.amount, shipment: shipment.id });
  if (reservation) found.push({ deed: "free", amount: of.amount, reservation: reservation.id });
  return found;
}

/** True when words that ask nothing hold what an order is about: an amount of goods with a way or a record, or another departure. */
function namesAllButDeed(reading: Reading): boolean {
  const { ids, places, quantities, actions, past } = reading;
  const has = (kind: string) => ids.some((id) => id.kind === kind);
  const goods = ids.some(({ kind }) => GOODS.has(kind)) || goodsOf(reading) !== null;
  const way = places.filter(({ known }) => known).length > 1;
  const record = ["demand", "shipment", "reservation"].some(has);
  const isOrder = (quantities.length > 0 && goods && (way || record)) || (has("shipment") && has("service"));
  return isOrder && past.length === 0 && actions.objects.every((object) => OF_ORDERS.has(object));
}

/**
 * Asks what shall be done, where words name all that an order needs and no deed that is known here: a look-up in its place would leave
 * the order undone and nobody told.
 */
export function unsaidOrderQuestions(reading: Reading, language: Language): Question[] {
  const folded = fold(reading.own);
  const idle = reading.actions.clauses.some((clause) => clause.idle);
  if (idle || /[?¿]/.test(folded) || looksSomethingUp(folded) || TOPIC.test(folded) || !namesAllButDeed(reading)) return [];
  const orders = ordersFor(reading).map((order) => deedSentence(order, language));
  const shipment = reading.ids.find(({ kind }) => kind === "shipment")?.id;
  const goods = goodsOf(reading);
  const shown = deedSentence(
    goods === null || (shipment !== undefined && reading.quantities.length === 0)
      ? { deed: "show_shipment", shipment: shipment ?? "" }
      : { deed: "show_stock", goods },
    language,
  );
  const options = [...orders, shown].map((text) => ({ label: text.slice(0, 200), text }));
  return [{ id: ORDER_UNSAID, text: intentText("order_unsaid", language, { text: reading.own.trim().slice(0, 200) }), options }];
}
