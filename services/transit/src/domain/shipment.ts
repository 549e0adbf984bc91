import type { Cutoffs } from "./service.ts";

export interface ShipmentLine {
  line: number;
  sku: string;
  lot: string | null;
  quantity: string;
  uom: string;
  baseQuantity: string;
  baseUom: string;
}

export interface Leg {
  seq: number;
  mode: string;
  carrier: string;
  serviceId: string | null;
  from: string;
  to: string;
  etd: string;
  eta: string;
  atd: string | null;
  ata: string | null;
  cutoffs: Cutoffs;
}

export interface Hold {
  id: string;
  type: string;
  state: string;
  scope: string;
  placedBy: string;
  placedAt: string;
  reason: string;
}

export interface Shipment {
  id: string;
  kind: string;
  state: string;
  origin: string;
  destination: string;
  originUnlocode: string;
  destinationUnlocode: string;
  originTerritory: string;
  destinationTerritory: string;
  consignee: string | null;
  supplier: string | null;
  incoterm: string | null;
  promisedDelivery: string | null;
  transferRef: string | null;
  demandRef: string | null;
  purchaseOrder: string | null;
  declarationId: string | null;
  dangerousGoods: boolean;
  goodsIssuePosted: boolean;
  /** When the carrier was asked to take the goods off again. */
  cancelRequestedAt?: string | null;
  originalEta: string | null;
  delayReason: string;
  /** Trouble on the way (damage, loss, refused …), beside the state; absent while there is none. */
  exception?: string | null;
  note: string;
  lines: ShipmentLine[];
  legs: Leg[];
  holds: Hold[];
  version: number;
}

const LEFT = new Set(["departed", "arrived", "delivered"]);
const ENDED = new Set(["delivered", "cancelled"]);

export const hasDeparted = (state: string): boolean => LEFT.has(state);
export const hasEnded = (state: string): boolean => ENDED.has(state);

/** Arrival of the last leg: actual when known, else estimated. */
export function finalEta(shipment: Pick<Shipment, "legs">): string | null {
  const last = shipment.legs.at(-1);
  return last ? (last.ata ?? last.eta) : null;
}

/** Late: arrives, or arrived, after the promise or the first estimate, or should have arrived by now. */
export function isLate(shipment: Shipment, now: string): boolean {
  const eta = finalEta(shipment);
  if (eta === null || shipment.state === "cancelled") return false;
  if (shipment.promisedDelivery !== null && eta.slice(0, 10) > shipment.promisedDelivery) return true;
  if (shipment.originalEta !== null && Date.parse(eta) > Date.parse(shipment.originalEta)) return true;
  return !hasEnded(shipment.state) && shipment.legs.at(-1)?.ata === null && Date.parse(eta) < Date.parse(now);
}
