import type { Item } from "./item.ts";
import type { Location } from "./place.ts";
import type { Carrier, Service } from "./service.ts";
import type { Hold, Shipment } from "./shipment.ts";

/** What a carrier wrote about a shipment; the words are data. */
export interface CarrierMessage {
  id: string;
  shipment: string;
  carrier: string;
  receivedAt: string;
  message: string;
}

/** A paper that goes with a shipment; its words are data. */
export interface ShipmentDocument {
  id: string;
  shipment: string;
  kind: string;
  ref: string;
  name: string;
  text: string;
}

export interface ShipmentFilter {
  sku?: string | undefined;
  state?: string | undefined;
  /** Own location ids or UN/LOCODEs that mean the same place. */
  origin?: string[] | undefined;
  destination?: string[] | undefined;
  /** Countries by their two letters: every place in them, ours and others'. */
  originCountry?: string | undefined;
  destinationCountry?: string | undefined;
  carrier?: string | undefined;
  /** What the goods are for. */
  demandRef?: string | undefined;
  /** True: only shipments whose units the books still hold. */
  holdsUnits?: boolean | undefined;
}

/** Reading side of transport, bound to one tenant and one transaction. MUST NOT change anything. */
export interface TransitReads {
  item(sku: string): Promise<Item | undefined>;
  items(skus: readonly string[]): Promise<Item[]>;
  /** Dangerous-goods class of a UN number in our assortment. */
  classOfUn(un: string): Promise<string | null>;
  /** Own location by id, UN/LOCODE, name or alias; exact after folding case. */
  location(text: string): Promise<Location | undefined>;
  carrier(id: string): Promise<Carrier | undefined>;
  service(id: string): Promise<Service | undefined>;
  servicesBetween(from: string, to: string): Promise<Service[]>;
  /** Net kilograms booked on a service, decimal text. */
  bookedKg(serviceId: string): Promise<string>;
  shipment(id: string): Promise<Shipment | undefined>;
  /** At most `limit` shipments, by id, from behind the id `after`. */
  shipments(filter: ShipmentFilter, limit: number, after?: string): Promise<Shipment[]>;
  /** How many shipments match. */
  countShipments(filter: ShipmentFilter): Promise<number>;
  /** True when an open shipment already serves the transfer. */
  hasShipmentOf(transferRef: string): Promise<string | null>;
  /** Newest messages of carriers about these shipments, at most 5 each. */
  carrierMessages(shipments: readonly string[]): Promise<CarrierMessage[]>;
  /** What carriers say of themselves, by carrier id; empty texts are left out. */
  carrierTexts(carriers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Papers that go with these shipments, by id; at most 100. */
  documents(shipments: readonly string[]): Promise<ShipmentDocument[]>;
  hold(id: string): Promise<(Hold & { shipment: string; version: number }) | undefined>;
}
