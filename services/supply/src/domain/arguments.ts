import { INVISIBLE_TEXT, isVisible, keyText } from "@quartermaster/shared/contracts";
import { z } from "zod";

/** Positive decimal as text, never a number: 0.1 must stay 0.1. */
const Quantity = z.string().regex(/^(0|[1-9]\d{0,14})(\.\d{1,9})?$/, 'a decimal number as text, e.g. "60"');
/** ISO date, or date and time in UTC. */
const DateText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/, "an ISO date or UTC time, e.g. 2026-12-14")
  .refine(
    (text) => Number.isFinite(Date.parse(text)) && new Date(text).toISOString().startsWith(text.slice(0, 10)),
    "no day of the calendar",
  );
const Sku = keyText(60).describe("Sku, e.g. VLV-050; or words of the item's name");
const Place = keyText(60, 2);
const Uom = keyText(20).describe("Unit code of the sku, e.g. PCE or BOX");
const Lot = keyText(60).describe("Only when the user named a lot, or another than the first-expiring one is needed");

export const ReserveStockArgs = z.strictObject({
  sku: Sku,
  location: Place.describe("Own location id (LOC-…), UN/LOCODE or alias"),
  quantity: Quantity,
  uom: Uom,
  lot: Lot.optional(),
  demandRef: keyText(60, 2).describe("What the units are for: order (SO-…), shipment (SHP-…) or other demand"),
  expiresAt: DateText.optional().describe("When the reservation lapses; left out: after 30 days"),
});
export type ReserveStockArgs = z.infer<typeof ReserveStockArgs>;

export const ReleaseReservationArgs = z.strictObject({
  reservationId: keyText(60).describe("Reservation id (RSV-…) or @ref of a planned reservation"),
  quantity: Quantity.optional().describe("Left out: all of it"),
  uom: Uom.optional(),
  reason: z.string().min(1).max(300).refine(isVisible, INVISIBLE_TEXT),
});
export type ReleaseReservationArgs = z.infer<typeof ReleaseReservationArgs>;

export const TransferStockArgs = z.strictObject({
  sku: Sku,
  fromLocation: Place.describe("Own location id, UN/LOCODE or alias that gives the units"),
  toLocation: Place.describe("Own location id, UN/LOCODE or alias that receives them"),
  quantity: Quantity,
  uom: Uom,
  lot: Lot.optional(),
  serials: z.array(keyText(60)).min(1).max(500).optional().describe("Serial numbers; needed for controlled goods, else chosen at picking"),
  neededBy: DateText.optional().describe("Day on which the units are needed there"),
  reason: z.string().min(1).max(300).refine(isVisible, INVISIBLE_TEXT).optional(),
});
export type TransferStockArgs = z.infer<typeof TransferStockArgs>;

export const FindStockArgs = z.strictObject({
  sku: Sku.optional(),
  location: Place.optional().describe("Own location id, UN/LOCODE or alias"),
  lot: keyText(60).optional(),
  status: z.enum(["available", "quarantine", "damaged", "blocked"]).optional(),
  expiringBefore: DateText.optional().describe("Only lots that expire before this day"),
  belowSafety: z.boolean().optional().describe("true: only items whose available units are under safety stock"),
});
export type FindStockArgs = z.infer<typeof FindStockArgs>;

export const CheckAvailabilityArgs = z.strictObject({
  sku: Sku,
  quantity: Quantity,
  uom: Uom,
  location: Place.optional().describe("Own location; left out: all of them"),
  neededBy: DateText.describe("Day on which the units are needed"),
  minExpiry: DateText.optional().describe("Lots must expire on this day or later"),
});
export type CheckAvailabilityArgs = z.infer<typeof CheckAvailabilityArgs>;

export const CreateReorderArgs = z.strictObject({
  sku: Sku,
  location: Place.describe("Own location that the goods are for: id, UN/LOCODE or alias"),
  quantity: Quantity,
  uom: Uom,
  supplier: keyText(60, 2).optional().describe("Supplier id (SUP-…); left out: the usual supplier of the item there"),
  neededBy: DateText.optional().describe("Day on which the goods are needed there"),
});
export type CreateReorderArgs = z.infer<typeof CreateReorderArgs>;

const STATUS = z.enum(["available", "quarantine", "damaged", "blocked"]);

export const AdjustStockArgs = z.strictObject({
  sku: Sku,
  location: Place.describe("Own location id, UN/LOCODE or alias"),
  lot: keyText(60).optional().describe("Needed when the item has several lots there"),
  status: STATUS.optional().describe("Status of the stock that was counted; left out: available"),
  countedQuantity: Quantity.describe("All that is there after counting, not the difference"),
  uom: Uom,
  reason: z.enum(["count", "damage", "loss", "found", "expiry"]),
  serials: z
    .array(keyText(60))
    .min(1)
    .max(500)
    .optional()
    .describe("Serial numbers that are gone or were found; needed for items with serial numbers"),
});
export type AdjustStockArgs = z.infer<typeof AdjustStockArgs>;

export const SetStockStatusArgs = z.strictObject({
  sku: Sku,
  location: Place.describe("Own location id, UN/LOCODE or alias"),
  lot: keyText(60).optional().describe("Needed when the item has several lots there"),
  status: STATUS.describe("Status that the goods get"),
  reason: z.string().min(1).max(300).refine(isVisible, INVISIBLE_TEXT),
});
export type SetStockStatusArgs = z.infer<typeof SetStockStatusArgs>;

export const RequestCycleCountArgs = z.strictObject({
  location: Place.describe("Own location id, UN/LOCODE or alias"),
  skus: z.array(Sku).min(1).max(50),
  completeBy: DateText.describe("Day by which people have counted"),
});
export type RequestCycleCountArgs = z.infer<typeof RequestCycleCountArgs>;
