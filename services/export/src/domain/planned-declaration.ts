import type { JsonObject } from "@quartermaster/shared/contracts";
import { z } from "zod";
import type { DeclarationContent } from "./declaration.ts";
import { contentFields } from "./declaration-fields.ts";
import { ShipmentFacts } from "./shipment-facts.ts";

const nullableText = z.string().nullable();

const Planned = z.object({
  id: nullableText,
  shipmentId: z.string(),
  regime: z.string(),
  exporter: z.string(),
  consignee: nullableText,
  destinationCountry: z.string(),
  incoterm: nullableText,
  officeOfExport: nullableText,
  officeOfExit: nullableText,
  lines: z.array(
    z.object({
      line: z.number(),
      sku: z.string(),
      cn8: z.string(),
      quantity: z.string(),
      uom: z.string(),
      baseQuantity: z.string(),
      baseUom: z.string(),
      netKg: z.string(),
      statisticalValueEur: z.string(),
      origin: nullableText,
      licence: nullableText,
    }),
  ),
  shipment: ShipmentFacts.nullable(),
});

/** A draft as an earlier step of the plan will leave it, with the shipment it was made from. */
export interface PlannedDeclaration {
  id: string | null;
  shipmentId: string;
  content: DeclarationContent;
  shipment: ShipmentFacts | null;
}

/** Form in which a planned draft travels to later steps. */
export const plannedDeclarationFields = (planned: PlannedDeclaration): JsonObject => ({
  id: planned.id,
  state: "draft",
  shipmentId: planned.shipmentId,
  ...contentFields(planned.content),
  shipment:
    planned.shipment === null
      ? null
      : { ...planned.shipment, lines: planned.shipment.lines.map((line) => ({ ...line })), cutoffs: { ...planned.shipment.cutoffs } },
});

/** Reads a planned draft back; undefined when it was planned before its shipment was known. */
export function readPlannedDeclaration(fields: unknown): PlannedDeclaration | undefined {
  const parsed = Planned.safeParse(fields);
  if (!parsed.success) return undefined;
  const { id, shipmentId, shipment, ...content } = parsed.data;
  return { id, shipmentId, shipment, content };
}
