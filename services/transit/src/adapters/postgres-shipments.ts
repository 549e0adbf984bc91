import type { Tx } from "@quartermaster/shared/db";
import type { ShipmentFilter } from "../domain/ports.ts";
import type { Service } from "../domain/service.ts";
import type { Hold, Leg, Shipment, ShipmentLine } from "../domain/shipment.ts";

export const SERVICE_COLUMNS =
  "id, carrier, from_unlocode, to_unlocode, etd, eta, cutoff_docs, cutoff_cargo, cutoff_dg, temperature_controlled, trim_scale(capacity_kg)::text as capacity_kg, version";

type Row = Record<string, unknown>;
const text = (value: unknown): string => String(value);
const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const cutoffsOf = (row: Row) => ({ docs: textOrNull(row.cutoff_docs), cargo: textOrNull(row.cutoff_cargo), dg: textOrNull(row.cutoff_dg) });

/** Maps a row of `services`. */
export const toService = (row: Row): Service => ({
  id: text(row.id),
  carrier: text(row.carrier),
  from: text(row.from_unlocode),
  to: text(row.to_unlocode),
  etd: text(row.etd),
  eta: text(row.eta),
  cutoffs: cutoffsOf(row),
  temperatureControlled: row.temperature_controlled === true,
  capacityKg: text(row.capacity_kg),
  version: Number(row.version),
});

const toLine = (row: Row): ShipmentLine => ({
  line: Number(row.line),
  sku: text(row.sku),
  lot: textOrNull(row.lot),
  quantity: text(row.quantity),
  uom: text(row.uom),
  baseQuantity: text(row.base_quantity),
  baseUom: text(row.base_uom),
});

const toLeg = (row: Row): Leg => ({
  seq: Number(row.seq),
  mode: text(row.mode),
  carrier: text(row.carrier),
  serviceId: textOrNull(row.service_id),
  from: text(row.from_unlocode),
  to: text(row.to_unlocode),
  etd: text(row.etd),
  eta: text(row.eta),
  atd: textOrNull(row.atd),
  ata: textOrNull(row.ata),
  cutoffs: cutoffsOf(row),
});

const toHold = (row: Row): Hold => ({
  id: text(row.id),
  type: text(row.type),
  state: text(row.state),
  scope: text(row.scope),
  placedBy: text(row.placed_by),
  placedAt: text(row.placed_at),
  reason: text(row.reason),
});

function toShipment(row: Row, lines: ShipmentLine[], legs: Leg[], holds: Hold[]): Shipment {
  return {
    id: text(row.id),
    kind: text(row.kind),
    state: text(row.state),
    origin: text(row.origin),
    destination: text(row.destination),
    originUnlocode: text(row.origin_unlocode),
    destinationUnlocode: text(row.destination_unlocode),
    originTerritory: text(row.origin_territory),
    destinationTerritory: text(row.destination_territory),
    consignee: textOrNull(row.consignee),
    supplier: textOrNull(row.supplier),
    incoterm: textOrNull(row.incoterm),
    promisedDelivery: textOrNull(row.promised_delivery),
    transferRef: textOrNull(row.transfer_ref),
    demandRef: textOrNull(row.demand_ref),
    purchaseOrder: textOrNull(row.purchase_order),
    declarationId: textOrNull(row.declaration_id),
    dangerousGoods: row.dangerous_goods === true,
    goodsIssuePosted: row.goods_issue_posted === true,
    cancelRequestedAt: textOrNull(row.cancel_requested_at),
    originalEta: textOrNull(row.original_eta),
    delayReason: text(row.delay_reason),
    exception: textOrNull(row.exception),
    note: text(row.note),
    lines,
    legs,
    holds,
    version: Number(row.version),
  };
}

const group = <T>(rows: readonly Row[], map: (row: Row) => T): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(text(row.shipment), [...(groups.get(text(row.shipment)) ?? []), map(row)]);
  return groups;
};

/** Shipments with lines, legs and holds, by id; `lock` is "" or " for update" and locks the shipment rows in id order. */
export async function shipmentsById(tx: Tx, ids: readonly string[], lock = ""): Promise<Shipment[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query(`select * from shipments where id = any($1) order by id${lock}`, [[...ids]]);
  const lines = await tx.query(
    "select *, trim_scale(quantity)::text as quantity, trim_scale(base_quantity)::text as base_quantity from shipment_lines where shipment = any($1) order by shipment, line",
    [[...ids]],
  );
  const legs = await tx.query("select * from legs where shipment = any($1) order by shipment, seq", [[...ids]]);
  const holds = await tx.query("select * from holds where shipment = any($1) order by shipment, id", [[...ids]]);
  const linesOf = group(lines.rows, toLine);
  const legsOf = group(legs.rows, toLeg);
  const holdsOf = group(holds.rows, toHold);
  return rows.map((row) => toShipment(row, linesOf.get(row.id) ?? [], legsOf.get(row.id) ?? [], holdsOf.get(row.id) ?? []));
}

const MATCHING = `from shipments s where ($1::text is null or s.state = $1) and ($2::text[] is null or s.origin = any($2) or s.origin_unlocode = any($2))
  and ($3::text[] is null or s.destination = any($3) or s.destination_unlocode = any($3))
  and ($4::text is null or exists (select from shipment_lines l where l.tenant = s.tenant and l.shipment = s.id and l.sku = $4))
  and ($5::text is null or exists (select from legs g where g.tenant = s.tenant and g.shipment = s.id and g.carrier = $5))
  and ($6::text is null or s.demand_ref = $6) and ($7::boolean is not true or (s.state <> 'cancelled' and not s.goods_issue_posted))
  and ($8::text is null or (s.origin_unlocode collate "C" >= $8 and s.origin_unlocode collate "C" < $8 || '~'))
  and ($9::text is null or (s.destination_unlocode collate "C" >= $9 and s.destination_unlocode collate "C" < $9 || '~'))`;

const valuesOf = (filter: ShipmentFilter): unknown[] => [
  filter.state ?? null,
  filter.origin ?? null,
  filter.destination ?? null,
  filter.sku ?? null,
  filter.carrier ?? null,
  filter.demandRef ?? null,
  filter.holdsUnits ?? null,
  filter.originCountry ?? null,
  filter.destinationCountry ?? null,
];

/** Shipments that match all given members of the filter, from behind the id `after`. */
export async function findShipments(tx: Tx, filter: ShipmentFilter, limit: number, after: string | null): Promise<Shipment[]> {
  const { rows } = await tx.query<{ id: string }>(`select s.id ${MATCHING} and ($10::text is null or s.id > $10) order by s.id limit $11`, [
    ...valuesOf(filter),
    after,
    limit,
  ]);
  return shipmentsById(
    tx,
    rows.map((row) => row.id),
  );
}

export async function countShipments(tx: Tx, filter: ShipmentFilter): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(`select count(*)::int as count ${MATCHING}`, valuesOf(filter));
  return rows[0]?.count ?? 0;
}
