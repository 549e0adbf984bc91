import { keyText } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { REGIMES } from "./territory.ts";

/** Incoterms 2020; the last four are for sea and inland waterway only. */
export const INCOTERMS = ["EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP", "FAS", "FOB", "CFR", "CIF"] as const;

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

export const DraftDeclarationArgs = z.strictObject({
  shipmentId: keyText(60).describe("Shipment id (SHP-…) or @ref of a planned shipment"),
  declarationId: keyText(60).optional().describe("Existing draft (EXD-…) to revise; leave out for a new one"),
  regime: z.enum(REGIMES).optional(),
  lines: z
    .array(z.strictObject({ sku: keyText(60), quantity: Quantity, uom: keyText(20) }))
    .min(1)
    .max(40)
    .optional()
    .describe("All lines of the declaration; leave out to declare what the shipment carries"),
  incoterm: z.enum(INCOTERMS).optional(),
});
export type DraftDeclarationArgs = z.infer<typeof DraftDeclarationArgs>;

export const LodgeDeclarationArgs = z.strictObject({
  declarationId: keyText(60).describe("Draft (EXD-…) or @ref of a planned draft"),
});
export type LodgeDeclarationArgs = z.infer<typeof LodgeDeclarationArgs>;
