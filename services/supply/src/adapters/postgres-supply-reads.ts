import type { Tx } from "@quartermaster/shared/db";
import type { Item } from "../domain/item.ts";
import type { Location } from "../domain/location.ts";
import type { SupplyReads } from "../domain/ports.ts";
import type { IncomingTransfer, PurchaseOrder, Reservation, Serial, StockPolicy, StockRow, Transfer } from "../domain/stock.ts";

// Row-level security limits every statement to the transaction's tenant. Quantities come as decimal text without trailing zeros.
const ITEM = `select id as sku, name, base_uom as "baseUom", scale, uom_conversions as conversions, tracking, trim_scale(unit_value_eur)::text as "unitValueEur",
  trim_scale(net_kg_per_base)::text as "netKgPerBase", dg_un as "dgUn", dg_class as "dgClass", dual_use as "dualUse",
  min_remaining_life_days as "minRemainingLifeDays", temperature, origin, cn8, note, version from items`;
const LOCATION = `select id, name, unlocode, country, customs_territory as "customsTerritory", dg_classes as "dgClasses", bonded, cold_storage as cold,
  aliases, state, note, version from locations order by id limit 1000`;
const STOCK = `select id, sku, location, lot, expiry, status, trim_scale(on_hand)::text as "onHand", trim_scale(reserved)::text as reserved, note,
  lot_remark as "lotRemark", version from stock`;
const RESERVATION = `select id, sku, location, lot, stock, trim_scale(quantity)::text as quantity, demand_ref as "demandRef", owner, state,
  expires_at as "expiresAt", note, version from reservations`;
const TRANSFER = `select id, sku, lot, serials, from_location as "fromLocation", to_location as "toLocation", trim_scale(quantity)::text as quantity, state,
  reservation, shipment, needed_by as "neededBy", version from transfers`;
const SERIAL = `select id, sku, stock, state, held_for as "heldFor", version from serials`;
const POLICY = `select sku, location, trim_scale(safety_stock)::text as "safetyStock", trim_scale(reorder_point)::text as "reorderPoint",
  trim_scale(max_level)::text as "maxLevel", preferred_supplier as "preferredSupplier", lead_time_days as "leadTimeDays", version from stock_policies`;
const ORDER = `select id, supplier, location, lines, state, eta, request, note, version from purchase_orders`;
const INCOMING = `select id, trim_scale(quantity - received - rejected - lost)::text as due, state, needed_by as "neededBy", request, version
  from transfers where sku = $1 and to_location = $2 and state in ('proposed', 'approved', 'allocated', 'issued', 'partly_received')
  order by needed_by nulls last, id limit 200`;

const likeWord = (word: string): string => `%${word.replace(/[\\%_]/g, (match) => `\\${match}`)}%`;

/** Reads of supply over one transaction. With `lock` the rows that an effect may write are read `for update`. */
export function createPostgresSupplyReads(tx: Tx, lock = false): SupplyReads {
  const mark = lock ? "-locked" : "";
  const forUpdate = lock ? " for update" : "";
  const all = async <R extends object>(name: string, text: string, values: unknown[] = []): Promise<R[]> =>
    (await tx.query<R & Record<string, unknown>>({ name, text, values })).rows;
  const one = async <R extends object>(name: string, text: string, values: unknown[]): Promise<R | undefined> =>
    (await all<R>(name, text, values))[0];
  return {
    item: (sku) => one<Item>("supply-item", `${ITEM} where id = $1`, [sku.toUpperCase()]),
    searchItems: (text) => {
      const words = text
        .split(/[\s,;/]+/)
        .filter((word) => word.length > 1)
        .slice(0, 6)
        .map((word) => likeWord(word.length > 3 ? word.replace(/e?s$/i, "") : word));
      return words.length === 0
        ? Promise.resolve([])
        : all<Item>("supply-item-search", `${ITEM} where (id || ' ' || name) ilike all ($1) order by id limit 8`, [words]);
    },
    locations: () => all<Location>("supply-locations", LOCATION),
    stock: ({ sku, location, lot, status }) =>
      all<StockRow>(
        `supply-stock${mark}`,
        `${STOCK} where ($1::text is null or sku = $1) and ($2::text is null or location = $2) and ($3::text is null or lot = $3)
          and ($4::text is null or status = $4) order by id limit 2000${forUpdate}`,
        [sku ?? null, location ?? null, lot ?? null, status ?? null],
      ),
    stockRow: (id) => one<StockRow>(`supply-stock-row${mark}`, `${STOCK} where id = $1${forUpdate}`, [id]),
    reservation: (id) => one<Reservation>(`supply-reservation${mark}`, `${RESERVATION} where id = $1${forUpdate}`, [id]),
    activeReservation: (demandRef, sku, location, lot) =>
      one<Reservation>(
        `supply-reservation-of${mark}`,
        `${RESERVATION} where state = 'active' and demand_ref = $1 and sku = $2 and location = $3 and coalesce(lot, '') = coalesce($4, '')${forUpdate}`,
        [demandRef, sku, location, lot],
      ),
    reservationsOn: (stock) =>
      all<Reservation>("supply-reservations-on", `${RESERVATION} where state = 'active' and stock = any ($1) order by id limit 500`, [
        stock,
      ]),
    reservationsFor: (demandRef) =>
      all<Reservation>("supply-reservations-for", `${RESERVATION} where state = 'active' and demand_ref = $1 order by id limit 200`, [
        demandRef,
      ]),
    policies: ({ sku, location }) =>
      all<StockPolicy>(
        "supply-policies",
        `${POLICY} where ($1::text is null or sku = $1) and ($2::text is null or location = $2) order by id limit 2000`,
        [sku ?? null, location ?? null],
      ),
    purchaseOrders: ({ sku, location }) =>
      all<PurchaseOrder>(
        "supply-orders",
        `${ORDER} where state in ('sent', 'confirmed', 'partly_received') and lines @> jsonb_build_array(jsonb_build_object('sku', $1::text))
          and ($2::text is null or location = $2) order by eta, id limit 100`,
        [sku, location ?? null],
      ),
    transfersTo: ({ sku, location }) => all<IncomingTransfer>("supply-transfers-to", INCOMING, [sku, location]),
    suppliers: async () =>
      (
        await all<{ id: string }>(
          "supply-suppliers",
          `select preferred_supplier as id from stock_policies where preferred_supplier is not null
            union select supplier from purchase_orders order by id limit 200`,
        )
      ).map((row) => row.id),
    transfer: (id) => one<Transfer>(`supply-transfer${mark}`, `${TRANSFER} where id = $1${forUpdate}`, [id]),
    serialsOn: (stock) =>
      all<Serial>(`supply-serials${mark}`, `${SERIAL} where stock = $1 and state = 'in_stock' order by id limit 2000${forUpdate}`, [stock]),
    serialsHeldFor: (transfer) =>
      all<Serial>(`supply-serials-held${mark}`, `${SERIAL} where held_for = $1 order by id limit 2000${forUpdate}`, [transfer]),
  };
}
