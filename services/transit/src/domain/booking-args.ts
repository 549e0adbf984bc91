import { INVISIBLE_TEXT, isVisible, keyText } from "@quartermaster/shared/contracts";
import { z } from "zod";

/** Incoterms 2020; the last four are for sea and inland waterway only. */
export const INCOTERMS = ["EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP", "FAS", "FOB", "CFR", "CIF"] as const;
export const HOLD_TYPES = ["customer", "quality", "credit", "customs", "compliance", "licence", "dg"] as const;

/** Positive decimal as text, never a number: 0.1 must stay 0.1. */
export const Quantity = z.string().regex(/^(0|[1-9]\d{0,14})(\.\d{1,9})?$/, 'a decimal number as text, e.g. "60"');
/** ISO date, or date and time in UTC. */
export const DateText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/, "an ISO date or UTC time, e.g. 2026-12-14")
  .refine(
    (text) => Number.isFinite(Date.parse(text)) && new Date(text).toISOString().startsWith(text.slice(0, 10)),
    "no day of the calendar",
  );

export const BookShipmentArgs = z.strictObject({
  origin: keyText(60, 2).describe("Own location id (LOC-…), UN/LOCODE or alias where the goods leave"),
  destination: keyText(60, 2).describe("Own location id, UN/LOCODE or alias where the goods go"),
  consignee: keyText(80, 2).optional().describe("Party id (PTY-…) of the customer; leave out for moves between own locations"),
  lines: z
    .array(
      z.strictObject({
        sku: keyText(60),
        lot: keyText(60).optional(),
        quantity: Quantity,
        uom: keyText(20).describe("Unit code of the sku"),
      }),
    )
    .min(1)
    .max(40),
  serviceId: keyText(60).describe("Service id (SVC-…) from quote_options"),
  incoterm: z.enum(INCOTERMS).optional(),
  transferRef: keyText(60).optional().describe("Transfer that this shipment carries: TRF-… or @ref of a planned transfer"),
  demandRef: keyText(60).optional().describe("Customer order or other demand that the goods are for"),
});
export type BookShipmentArgs = z.infer<typeof BookShipmentArgs>;

export const PlaceHoldArgs = z.strictObject({
  shipmentId: keyText(60).describe("Shipment id (SHP-…) or @ref of a planned shipment"),
  type: z.enum(HOLD_TYPES).describe("Who must lift it: customer, quality, credit, customs, compliance, licence or dg"),
  reason: z.string().min(1).max(300).refine(isVisible, INVISIBLE_TEXT),
});
export type PlaceHoldArgs = z.infer<typeof PlaceHoldArgs>;
