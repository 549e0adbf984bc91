/** Who carries. */
export interface Carrier {
  id: string;
  name: string;
  mode: string;
  dgClasses: string[];
  /** UN numbers that the carrier refuses; "*" refuses all. */
  unForbidden: string[];
  /** Largest single consignment in kg, or null. */
  maxKg: string | null;
  version: number;
}

export interface Cutoffs {
  docs: string | null;
  cargo: string | null;
  dg: string | null;
}

/** A sailing or trip that can be booked. */
export interface Service {
  id: string;
  carrier: string;
  from: string;
  to: string;
  etd: string;
  eta: string;
  cutoffs: Cutoffs;
  temperatureControlled: boolean;
  capacityKg: string;
  version: number;
}

/** Execution must end this long before the earliest cut-off. */
const MARGIN_MS = 30 * 60_000;

export const earliest = (times: readonly (string | null)[]): string | null =>
  times.filter((time): time is string => time !== null).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;

/** Earliest cut-off that counts for the goods: cargo and papers always, dangerous goods only for such. */
export function relevantCutoff(cutoffs: Cutoffs, dangerousGoods: boolean): string | null {
  return earliest([cutoffs.cargo, cutoffs.docs, dangerousGoods ? cutoffs.dg : null]);
}

/** Last moment at which a booking may still be executed: thirty minutes before the cut-off, never after departure. */
export function bookingLimit(service: Service, dangerousGoods: boolean): string {
  const cutoff = relevantCutoff(service.cutoffs, dangerousGoods);
  const limit = cutoff === null ? service.etd : new Date(Date.parse(cutoff) - MARGIN_MS).toISOString();
  return earliest([limit, service.etd]) ?? service.etd;
}

/** False when the carrier takes neither the class nor the UN number, or the service has no cut-off for such goods. */
export function acceptsDangerousGoods(carrier: Carrier, service: Service, goods: { un: string; dgClass: string | null }): boolean {
  if (carrier.unForbidden.includes("*") || carrier.unForbidden.includes(goods.un)) return false;
  if (service.cutoffs.dg === null || carrier.dgClasses.length === 0) return false;
  return goods.dgClass === null || carrier.dgClasses.includes(goods.dgClass);
}
