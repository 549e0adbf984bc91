import { INVISIBLE_TEXT, isVisible, keyText } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { DateText, Quantity } from "./booking-args.ts";

const ShipmentId = keyText(60).describe("Shipment id (SHP-…)");
const Reason = z.string().min(1).max(300).refine(isVisible, INVISIBLE_TEXT);

export const ChangeLinesArgs = z.strictObject({
  shipmentId: ShipmentId,
  changes: z
    .array(
      z.strictObject({
        sku: keyText(60),
        lot: keyText(60).optional().describe("Lot of the line, or the lot that it gets"),
        quantity: Quantity.describe("The whole new quantity of the line, not the difference"),
        uom: keyText(20).describe("Unit code of the sku"),
      }),
    )
    .min(1)
    .max(40),
  ifVersion: z
    .number()
    .int()
    .positive()
    .optional()
    .describe("Only when a change is taken back: the shipment's version after it; refused once anything changed since"),
});
export type ChangeLinesArgs = z.infer<typeof ChangeLinesArgs>;

export const RescheduleLegArgs = z.strictObject({
  shipmentId: ShipmentId,
  legSeq: z.number().int().min(1).max(20).describe("Number of the leg, from 1"),
  serviceId: keyText(60).optional().describe("The other sailing or trip (SVC-…) of the same route"),
  newEtd: DateText.optional().describe("Instead of a service: earliest departure; the next service from then on is taken"),
  reason: Reason,
});
export type RescheduleLegArgs = z.infer<typeof RescheduleLegArgs>;

export const RerouteShipmentArgs = z.strictObject({
  shipmentId: ShipmentId,
  fromLegSeq: z.number().int().min(1).max(20).describe("First leg that is replaced, from 1"),
  newDestination: keyText(60, 2).optional().describe("Own location id, UN/LOCODE or alias; left out: the destination stays"),
  serviceIds: z.array(keyText(60)).min(1).max(6).describe("Services (SVC-…) of the new path, in order"),
  reason: Reason,
});
export type RerouteShipmentArgs = z.infer<typeof RerouteShipmentArgs>;

export const ReleaseHoldArgs = z.strictObject({
  shipmentId: ShipmentId,
  holdId: keyText(60).describe("Hold id (HLD-…)"),
  reason: Reason,
  evidenceRef: keyText(120)
    .optional()
    .describe("Reference of the clearance, licence or result; needed for customs, compliance, licence and dg holds"),
});
export type ReleaseHoldArgs = z.infer<typeof ReleaseHoldArgs>;

export const CancelShipmentArgs = z.strictObject({ shipmentId: ShipmentId, reason: Reason });
export type CancelShipmentArgs = z.infer<typeof CancelShipmentArgs>;
