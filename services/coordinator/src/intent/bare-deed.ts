import { type Reading, readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { lastOrder } from "./addition.ts";

type Words = Record<Language, (record: string) => string>;

/** What is given back, lifted or freed of what the last order made, as a whole order of its own. */
const GIVES_BACK: Record<string, { record: (order: Reading) => string | undefined; words: Words }> = {
  place_hold: {
    record: (order) => order.ids.find(({ kind }) => kind === "shipment")?.id,
    words: {
      en: (record) => `release the hold on ${record}`,
      de: (record) => `Sperre auf ${record} aufheben`,
      fr: (record) => `lever le blocage de ${record}`,
      es: (record) => `levantar la retención de ${record}`,
      nl: (record) => `blokkade op ${record} opheffen`,
    },
  },
  set_stock_status: {
    record: (order) => order.ids.find(({ kind }) => kind === "lot")?.id,
    words: {
      en: (record) => `release lot ${record}`,
      de: (record) => `Charge ${record} freigeben`,
      fr: (record) => `libérer le lot ${record}`,
      es: (record) => `liberar el lote ${record}`,
      nl: (record) => `partij ${record} vrijgeven`,
    },
  },
  reserve_stock: {
    record: (order) => {
      const demand = order.ids.find(({ kind }) => kind === "demand")?.id;
      const goods = order.ids.find(({ kind }) => kind === "sku")?.id ?? order.places.find(({ known }) => known)?.text;
      return demand === undefined || goods === undefined ? undefined : `${goods} ${demand}`;
    },
    words: {
      en: (record) => `release the reservation ${record}`,
      de: (record) => `Reservierung ${record} freigeben`,
      fr: (record) => `libérer la réservation ${record}`,
      es: (record) => `liberar la reserva ${record}`,
      nl: (record) => `reservering ${record} vrijgeven`,
    },
  },
};

/** True when a turn gives back something that it does not name: "release it again". */
const isBare = ({ actions, ids, quantities, dates, places, conditions, own }: Reading): boolean =>
  actions.verbs.length === 1 &&
  actions.verbs[0] === "release" &&
  actions.kinds.length + actions.objects.length + ids.length + quantities.length + dates.length + conditions.length === 0 &&
  !places.some(({ known }) => known) &&
  !/[?¿]/.test(own);

/**
 * The whole order behind a turn that says "release it" right after a hold, a quarantine or a reservation: it names what that order was
 * about. Null when the turn says more, or the order before made nothing that can be given back.
 */
export function bareDeedOf(text: string, turns: readonly string[], language: Language, now: string): string | null {
  if (!isBare(readText(text, language, now))) return null;
  const order = lastOrder(turns, language, now);
  const back = order?.actions.kinds.length === 1 ? GIVES_BACK[order.actions.kinds[0] ?? ""] : undefined;
  const record = order && back ? back.record(order) : undefined;
  return back && record !== undefined ? back.words[language](record) : null;
}
