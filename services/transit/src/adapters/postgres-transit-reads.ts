import type { Tx } from "@quartermaster/shared/db";
import type { Item } from "../domain/item.ts";
import type { Location } from "../domain/place.ts";
import type { CarrierMessage, ShipmentDocument, TransitReads } from "../domain/ports.ts";
import type { Carrier, Service } from "../domain/service.ts";
import type { Hold } from "../domain/shipment.ts";
import { countShipments, findShipments, SERVICE_COLUMNS, shipmentsById, toService } from "./postgres-shipments.ts";

const ITEM = `select id as "sku", name, base_uom as "baseUom", uom_conversions as "conversions", trim_scale(unit_value_eur)::text as "unitValueEur",
  trim_scale(net_kg_per_base)::text as "netKgPerBase", dg_un as "dgUn", dg_class as "dgClass", dual_use as "dualUse", temperature, version from skus`;
const LOCATION = `select id, name, unlocode, country, customs_territory as "customsTerritory", dg_classes as "dgClasses", cold, state, version from locations`;
const CARRIER = `select id, name, mode, dg_classes as "dgClasses", un_forbidden as "unForbidden", trim_scale(max_kg)::text as "maxKg", version from carriers`;
const BOOKED_KG = `select trim_scale(coalesce(sum(l.base_quantity * k.net_kg_per_base), 0))::text as kg
  from legs g join shipments s on s.tenant = g.tenant and s.id = g.shipment and s.state <> 'cancelled'
  join shipment_lines l on l.tenant = s.tenant and l.shipment = s.id join skus k on k.tenant = l.tenant and k.id = l.sku where g.service_id = $1`;

const withTextFactors = (item: Item): Item => ({
  ...item,
  conversions: Object.fromEntries(Object.entries(item.conversions).map(([unit, factor]) => [unit, String(factor)])),
});

export interface TransitReadOptions {
  /** True in an execution: the shipment and the service are locked while they are judged. */
  lock?: boolean;
}

/** Transport's reading side on one transaction; row-level security keeps it inside the tenant. */
export function createTransitReads(tx: Tx, options: TransitReadOptions = {}): TransitReads {
  const lock = options.lock ? " for update" : "";
  return {
    async item(sku) {
      const { rows } = await tx.query<Item & Record<string, unknown>>(`${ITEM} where upper(id) = upper($1)`, [sku]);
      return rows[0] && withTextFactors(rows[0]);
    },
    async items(skus) {
      const { rows } = await tx.query<Item & Record<string, unknown>>(`${ITEM} where id = any($1) order by id`, [[...skus]]);
      return rows.map(withTextFactors);
    },
    async classOfUn(un) {
      const { rows } = await tx.query<{ dg_class: string }>(
        "select dg_class from skus where dg_un = $1 and dg_class is not null order by id limit 1",
        [un],
      );
      return rows[0]?.dg_class ?? null;
    },
    async location(text) {
      const condition =
        "where lower($1) in (lower(id), lower(unlocode), lower(name)) or lower($1) in (select lower(a) from unnest(aliases) a) order by id limit 1";
      const { rows } = await tx.query<Location & Record<string, unknown>>(`${LOCATION} ${condition}`, [text.trim()]);
      return rows[0];
    },
    async carrier(id) {
      const { rows } = await tx.query<Carrier & Record<string, unknown>>(`${CARRIER} where id = $1`, [id]);
      return rows[0];
    },
    async service(id) {
      const { rows } = await tx.query(`select ${SERVICE_COLUMNS} from services where id = $1${lock}`, [id]);
      return rows[0] && toService(rows[0]);
    },
    async servicesBetween(from, to): Promise<Service[]> {
      const { rows } = await tx.query(
        `select ${SERVICE_COLUMNS} from services where from_unlocode = $1 and to_unlocode = $2 order by eta, id limit 100`,
        [from, to],
      );
      return rows.map(toService);
    },
    async bookedKg(serviceId) {
      const { rows } = await tx.query<{ kg: string }>(BOOKED_KG, [serviceId]);
      return rows[0]?.kg ?? "0";
    },
    async shipment(id) {
      return (await shipmentsById(tx, [id], lock))[0];
    },
    shipments: (filter, limit, after) => findShipments(tx, filter, limit, after ?? null),
    countShipments: (filter) => countShipments(tx, filter),
    async hasShipmentOf(transferRef) {
      const { rows } = await tx.query<{ id: string }>("select id from shipments where transfer_ref = $1 and state <> 'cancelled'", [
        transferRef,
      ]);
      return rows[0]?.id ?? null;
    },
    async carrierMessages(shipments) {
      const text = `select id, shipment, carrier, received_at as "receivedAt", message from (
          select m.*, row_number() over (partition by shipment order by received_at desc, id) as place
          from carrier_messages m where shipment = any($1)) newest
        where place <= 5 order by received_at desc, id`;
      const { rows } = await tx.query<CarrierMessage & Record<string, unknown>>(text, [[...shipments]]);
      return rows;
    },
    async carrierTexts(carriers) {
      const { rows } = await tx.query<{ id: string; message: string }>(
        "select id, message from carriers where id = any($1) and message <> '' order by id",
        [[...carriers]],
      );
      return new Map(rows.map((row) => [row.id, row.message]));
    },
    async documents(shipments) {
      const text = "select id, shipment, kind, ref, name, text from documents where shipment = any ($1) order by id limit 100";
      return (await tx.query<ShipmentDocument & Record<string, unknown>>(text, [[...shipments]])).rows;
    },
    async hold(id) {
      const columns = `id, shipment, type, state, scope, placed_by as "placedBy", placed_at as "placedAt", reason, version`;
      const { rows } = await tx.query<Hold & { shipment: string; version: number } & Record<string, unknown>>(
        `select ${columns} from holds where id = $1`,
        [id],
      );
      return rows[0];
    },
  };
}
