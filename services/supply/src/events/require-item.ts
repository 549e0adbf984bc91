import type { EventContext } from "@quartermaster/events";
import { AppError } from "@quartermaster/shared/errors";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import type { Item } from "../domain/item.ts";
import { toBase } from "../domain/units.ts";

/** Master data of a sku. @throws AppError unknown_record */
export async function requireItem(sku: string, { tx }: Pick<EventContext, "tx">): Promise<Item> {
  const item = await createPostgresSupplyReads(tx).item(sku);
  if (!item) throw new AppError("unknown_record", { detail: `there is no sku ${sku}` });
  return item;
}

/** A reported quantity in base units, exact; zero and left out are "0". @throws AppError invalid_request naming the field */
export function baseOf(item: Item, quantity: string | undefined, uom: string | undefined, path: string): string {
  if (quantity === undefined || Number(quantity) === 0) return "0";
  const base = toBase(item, quantity, uom ?? item.baseUom);
  if (base.ok) return base.base;
  throw new AppError("invalid_request", { detail: base.detail, errors: [{ path: `/what/${path}`, message: base.detail }] });
}
