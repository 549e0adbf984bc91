import type { JsonObject } from "@quartermaster/shared/contracts";
import { compare, parseDecimal } from "@quartermaster/shared/quantity";
import type { Place } from "./place.ts";
import type { ShipmentLine } from "./shipment.ts";

/** Says how a booking differs from the planned transfer that it carries, or null. Quantities are compared in the transfer's unit. */
export function transferMismatch(
  transfer: JsonObject,
  route: { origin: Place; destination: Place },
  lines: readonly ShipmentLine[],
): string | null {
  if (transfer.fromLocation !== route.origin.id || transfer.toLocation !== route.destination.id)
    return "the booking goes another way than the transfer";
  const [line] = lines;
  if (lines.length !== 1 || line === undefined || line.sku !== transfer.sku)
    return "the booking carries other goods than the transfer moves";
  const carried = transfer.uom === line.uom ? line.quantity : line.baseQuantity;
  const moved = typeof transfer.quantity === "string" ? parseDecimal(transfer.quantity) : null;
  const wanted = parseDecimal(carried);
  return moved !== null && wanted !== null && compare(moved, wanted) !== 0
    ? "the booking carries another quantity than the transfer moves"
    : null;
}
