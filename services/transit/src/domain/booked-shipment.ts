import type { Place } from "./place.ts";
import type { Carrier, Service } from "./service.ts";
import type { Leg, Shipment, ShipmentLine } from "./shipment.ts";

export interface NewBooking {
  origin: Place;
  destination: Place;
  consignee: string | null;
  incoterm: string | null;
  transferRef: string | null;
  demandRef: string | null;
  promisedDelivery: string | null;
  lines: ShipmentLine[];
  service: Service;
  carrier: Carrier;
  dangerousGoods: boolean;
}

/** The one leg of a booking on a service. */
export const legOf = (service: Service, carrier: Carrier): Leg => ({
  seq: 1,
  mode: carrier.mode,
  carrier: carrier.id,
  serviceId: service.id,
  from: service.from,
  to: service.to,
  etd: service.etd,
  eta: service.eta,
  atd: null,
  ata: null,
  cutoffs: service.cutoffs,
});

/** The shipment that a booking makes. A move to an own location without a customer is a transfer, all else outbound. */
export function bookedShipment(id: string, booking: NewBooking): Shipment {
  return {
    id,
    kind: booking.consignee === null && booking.destination.own !== null ? "transfer" : "outbound",
    state: "booked",
    origin: booking.origin.id,
    destination: booking.destination.id,
    originUnlocode: booking.origin.unlocode,
    destinationUnlocode: booking.destination.unlocode,
    originTerritory: booking.origin.territory,
    destinationTerritory: booking.destination.territory,
    consignee: booking.consignee,
    supplier: null,
    incoterm: booking.incoterm,
    promisedDelivery: booking.promisedDelivery,
    transferRef: booking.transferRef,
    demandRef: booking.demandRef,
    purchaseOrder: null,
    declarationId: null,
    dangerousGoods: booking.dangerousGoods,
    goodsIssuePosted: false,
    originalEta: null,
    delayReason: "",
    note: "",
    lines: booking.lines,
    legs: [legOf(booking.service, booking.carrier)],
    holds: [],
    version: 1,
  };
}
