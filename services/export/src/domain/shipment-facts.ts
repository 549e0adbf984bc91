import { z } from "zod";

const Cutoffs = z.object({ docs: z.string().nullable(), cargo: z.string().nullable(), dg: z.string().nullable() });

/** The members of a shipment, as transport states them, that papers depend on. Unknown members are dropped. */
export const ShipmentFacts = z.object({
  id: z.string().nullable(),
  kind: z.string(),
  state: z.string(),
  destination: z.string(),
  originCountry: z.string().length(2),
  destinationCountry: z.string().length(2),
  originTerritory: z.string(),
  destinationTerritory: z.string(),
  consignee: z.string().nullable(),
  incoterm: z.string().nullable(),
  dangerousGoods: z.boolean(),
  lines: z.array(z.object({ sku: z.string(), quantity: z.string(), uom: z.string(), baseQuantity: z.string() })),
  modes: z.array(z.string()),
  etd: z.string().nullable(),
  cutoffs: Cutoffs,
});
export type ShipmentFacts = z.infer<typeof ShipmentFacts>;

/** Reads shipment facts from a record's fields; undefined when they do not have the form that transport states. */
export function readShipmentFacts(fields: unknown): ShipmentFacts | undefined {
  const parsed = ShipmentFacts.safeParse(fields);
  return parsed.success ? parsed.data : undefined;
}

const earliest = (times: readonly (string | null)[]): string | null =>
  times.filter((time): time is string => time !== null).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;

const MARGIN_MS = 30 * 60_000;

/** Earliest cut-off that papers must meet: documents always, dangerous goods for such goods. */
export const papersCutoff = (shipment: ShipmentFacts): string | null =>
  earliest([shipment.cutoffs.docs, shipment.dangerousGoods ? shipment.cutoffs.dg : null]);

/** Last moment to lodge: thirty minutes before the cut-off, never after departure, never after a licence's last day. */
export function lodgingLimit(shipment: ShipmentFacts, licenceEnds: readonly string[]): string | null {
  const cutoff = papersCutoff(shipment);
  const before = cutoff === null ? null : new Date(Date.parse(cutoff) - MARGIN_MS).toISOString();
  return earliest([before, shipment.etd, ...licenceEnds.map((day) => `${day}T23:59:59.000Z`)]);
}

const LEFT = new Set(["departed", "arrived", "delivered"]);
export const hasLeft = (shipment: ShipmentFacts): boolean => LEFT.has(shipment.state);
