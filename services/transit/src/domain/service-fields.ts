import type { JsonObject } from "@quartermaster/shared/contracts";
import { bookingLimit, type Carrier, type Service } from "./service.ts";

/** What others may know of a service. `bookable` is added by a quote, which knows goods and time. */
export function serviceFields(service: Service, carrier: Carrier | undefined, capacityLeftKg: string): JsonObject {
  return {
    id: service.id,
    carrier: service.carrier,
    mode: carrier?.mode ?? null,
    from: service.from,
    to: service.to,
    etd: service.etd,
    eta: service.eta,
    cutoffs: { ...service.cutoffs },
    bookBy: bookingLimit(service, false),
    temperatureControlled: service.temperatureControlled,
    capacityKg: service.capacityKg,
    capacityLeftKg,
    carrierDgClasses: carrier?.dgClasses ?? [],
    carrierUnForbidden: carrier?.unForbidden ?? [],
  };
}

/** What others may know of a carrier; its name and message are free text. */
export const carrierFields = (carrier: Carrier): JsonObject => ({
  id: carrier.id,
  mode: carrier.mode,
  dgClasses: carrier.dgClasses,
  unForbidden: carrier.unForbidden,
  maxKg: carrier.maxKg,
});
