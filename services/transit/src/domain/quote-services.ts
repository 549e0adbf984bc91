import { compare, decimal, subtract } from "@quartermaster/shared/quantity";
import { acceptsDangerousGoods, bookingLimit, type Carrier, type Service } from "./service.ts";
import { exact } from "./units.ts";

export interface QuoteInput {
  services: readonly { service: Service; carrier: Carrier; bookedKg: string }[];
  readyAt: string | null;
  deliverBy: string | null;
  mode: string | null;
  grossKg: string | null;
  dangerousGoods: { un: string; dgClass: string | null } | null;
  businessNow: string;
}

export interface QuotedService {
  service: Service;
  carrier: Carrier;
  capacityLeftKg: string;
  /** Last moment for a booking. */
  bookBy: string;
  bookable: boolean;
  /** Null when no date was asked for. */
  meetsDeliverBy: boolean | null;
  acceptsGoods: boolean;
  /** Why it cannot be booked, as stable codes. */
  reasons: string[];
}

/** A date without time means the whole day. */
export const endOf = (text: string): number => Date.parse(text.length === 10 ? `${text}T23:59:59.999Z` : text);

/** Lists the services with what decides between them, earliest arrival first, ties by id. */
export function quoteServices(input: QuoteInput): QuotedService[] {
  const now = Date.parse(input.businessNow);
  const quoted = input.services
    .filter(({ carrier }) => input.mode === null || carrier.mode === input.mode)
    .map(({ service, carrier, bookedKg }): QuotedService => {
      const capacityLeftKg = exact(subtract(decimal(service.capacityKg), decimal(bookedKg)));
      const bookBy = bookingLimit(service, input.dangerousGoods !== null);
      const acceptsGoods = input.dangerousGoods === null || acceptsDangerousGoods(carrier, service, input.dangerousGoods);
      const reasons: string[] = [];
      if (Date.parse(bookBy) <= now) reasons.push("cutoff_missed");
      if (input.readyAt !== null && Date.parse(input.readyAt) > Date.parse(bookBy)) reasons.push("ready_after_cutoff");
      if (!acceptsGoods) reasons.push("carrier_dg_forbidden");
      const overCarrier = input.grossKg !== null && carrier.maxKg !== null && compare(decimal(input.grossKg), decimal(carrier.maxKg)) > 0;
      if (input.grossKg !== null && (overCarrier || compare(decimal(input.grossKg), decimal(capacityLeftKg)) > 0))
        reasons.push("capacity_exceeded");
      const meetsDeliverBy = input.deliverBy === null ? null : Date.parse(service.eta) <= endOf(input.deliverBy);
      return { service, carrier, capacityLeftKg, bookBy, bookable: reasons.length === 0, meetsDeliverBy, acceptsGoods, reasons };
    });
  return quoted.sort((a, b) => Date.parse(a.service.eta) - Date.parse(b.service.eta) || (a.service.id < b.service.id ? -1 : 1));
}
