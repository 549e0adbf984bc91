import type { JsonObject } from "@quartermaster/shared/contracts";
import { decimal, formatDecimal, multiply, parseDecimal } from "@quartermaster/shared/quantity";
import { z } from "zod";

const World = z.looseObject({
  locations: z.array(z.looseObject({ id: z.string(), unlocode: z.string() })),
  skus: z.array(
    z.looseObject({
      sku: z.string(),
      base_uom: z.string(),
      uom_conversions: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
      dual_use: z.unknown().optional(),
    }),
  ),
  reservations: z.array(z.looseObject({ id: z.string(), sku: z.string() })).default([]),
  users: z.array(z.looseObject({ id: z.string(), roles: z.array(z.string()) })),
});

/** Master data that a comparison needs: places, units, and who may decide. */
export interface EvalWorld {
  raw: JsonObject;
  users: { id: string; roles: string[] }[];
  placeOf(text: string): string;
  /** Quantity in base units as exact decimal text; as it is when sku or unit are not known. */
  baseOf(sku: string | undefined, quantity: string, uom: string | undefined): string;
  skuOfReservation(id: string): string | undefined;
  isControlled(sku: string | undefined): boolean;
}

const plain = (quantity: string): string => {
  const value = parseDecimal(quantity);
  return (value && formatDecimal(value)) ?? quantity;
};

/** Reads the world that tenants are made from. @throws when it has not the agreed form. */
export function readWorld(raw: JsonObject): EvalWorld {
  const world = World.parse(raw);
  const items = new Map(world.skus.map((item) => [item.sku, item]));
  const own = new Map(world.locations.map((location) => [location.unlocode, location.id]));
  return {
    raw,
    users: world.users.map(({ id, roles }) => ({ id, roles })),
    placeOf: (text) => own.get(text) ?? text,
    baseOf(sku, quantity, uom) {
      const item = sku === undefined ? undefined : items.get(sku);
      const factor = item && uom !== undefined && uom !== item.base_uom ? item.uom_conversions[uom] : undefined;
      const amount = parseDecimal(quantity);
      if (amount === null || factor === undefined) return plain(quantity);
      return formatDecimal(multiply(amount, decimal(String(factor)))) ?? quantity;
    },
    skuOfReservation: (id) => world.reservations.find((reservation) => reservation.id === id)?.sku,
    isControlled: (sku) => sku !== undefined && items.get(sku)?.dual_use != null,
  };
}
