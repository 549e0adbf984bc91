import { defineReadTool, type ReadOutcome, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject, JsonValue, Snapshot } from "@quartermaster/shared/contracts";
import { compare, decimal, sum } from "@quartermaster/shared/quantity";
import { FindStockArgs } from "../../domain/arguments.ts";
import { dateOf } from "../../domain/days.ts";
import type { Item } from "../../domain/item.ts";
import type { Location } from "../../domain/location.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { resolveItem, resolveLocation } from "../../domain/resolve.ts";
import { reservationSnapshot, stockSnapshot } from "../../domain/snapshots.ts";
import { availableAt, type Reservation, type StockPolicy, type StockRow } from "../../domain/stock.ts";
import { exact } from "../../domain/units.ts";

const MAX_ROWS = 40;
const MAX_RESERVATIONS = 12;

interface World {
  items: Map<string, Item>;
  locations: Map<string, Location>;
  policies: StockPolicy[];
  reservations: Reservation[];
}

const policyOf = (world: World, row: StockRow): StockPolicy | undefined =>
  world.policies.find((policy) => policy.sku === row.sku && policy.location === row.location);

/** Rows whose place has less available than its safety stock. */
function underSafety(rows: readonly StockRow[], policies: readonly StockPolicy[]): StockRow[] {
  return rows.filter((row) => {
    const policy = policies.find((candidate) => candidate.sku === row.sku && candidate.location === row.location);
    const here = rows.filter((other) => other.sku === row.sku && other.location === row.location);
    return policy !== undefined && compare(availableAt(here), decimal(policy.safetyStock)) < 0;
  });
}

const written = (texts: Record<string, JsonValue>): JsonObject =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));

function describeRow(row: StockRow, world: World, context: ToolContext<SupplyReads>): JsonObject {
  const item = world.items.get(row.sku) as Item;
  const { reservations, ...fields } = stockSnapshot(row, item, policyOf(world, row), world.reservations).fields;
  const now = Date.parse(context.businessNow);
  const held = world.reservations.filter((reservation) => reservation.stock === row.id);
  const place = world.locations.get(row.location);
  // What people wrote: on the row, its lot, its item and its place; empty texts are left out.
  const texts = {
    note: context.text(row.id, "note", row.note),
    lotRemark: context.text(row.id, "lotRemark", row.lotRemark),
    itemNote: context.text(row.sku, "note", item.note ?? null),
    placeNote: context.text(row.location, "note", place?.note ?? null),
  };
  return {
    id: row.id,
    ...fields,
    locationName: place?.name ?? null,
    version: row.version,
    reservations: held.slice(0, MAX_RESERVATIONS).map((reservation) => ({
      id: reservation.id,
      quantity: reservation.quantity,
      demandRef: reservation.demandRef,
      expiresAt: reservation.expiresAt,
      expired: reservation.expiresAt !== null && Date.parse(reservation.expiresAt) <= now,
      ...written({ note: context.text(reservation.id, "note", reservation.note) }),
    })),
    ...written(texts),
  };
}

function totals(rows: readonly StockRow[], world: World): JsonValue {
  const keys = [...new Set(rows.map((row) => `${row.sku}|${row.location}`))];
  return keys.slice(0, MAX_ROWS).map((key) => {
    const [sku = "", location = ""] = key.split("|");
    const here = rows.filter((row) => row.sku === sku && row.location === location);
    const policy = world.policies.find((candidate) => candidate.sku === sku && candidate.location === location);
    return {
      sku,
      location,
      onHand: exact(sum(here.map((row) => decimal(row.onHand)))),
      reserved: exact(sum(here.map((row) => decimal(row.reserved)))),
      available: exact(availableAt(here)),
      safetyStock: policy?.safetyStock ?? null,
      unit: world.items.get(sku)?.baseUom ?? "",
    };
  });
}

async function loadWorld(
  reads: SupplyReads,
  rows: readonly StockRow[],
  filter: { sku?: string | undefined; location?: string | undefined },
): Promise<World> {
  const items = new Map<string, Item>();
  for (const sku of new Set(rows.map((row) => row.sku))) {
    const item = await reads.item(sku);
    if (item) items.set(sku, item);
  }
  const locations = new Map((await reads.locations()).map((location) => [location.id, location]));
  return { items, locations, policies: await reads.policies(filter), reservations: await reads.reservationsOn(rows.map((row) => row.id)) };
}

async function run(args: FindStockArgs, context: ToolContext<SupplyReads>): Promise<ReadOutcome | ToolFailure> {
  const reads = context.ports;
  const item = args.sku === undefined ? undefined : await resolveItem(reads, args.sku);
  if (item && !item.ok) return item;
  const place = args.location === undefined ? undefined : await resolveLocation(reads, args.location, "location");
  if (place && !place.ok) return place;
  const filter = { sku: item?.item.sku, location: place?.location.id };
  // Safety stock is judged over all rows of a place, so the other filters come after it.
  const all = await reads.stock(filter);
  const wanted = args.belowSafety === true ? underSafety(all, await reads.policies(filter)) : all;
  const rows = wanted.filter(
    (row) =>
      (args.lot === undefined || row.lot?.toUpperCase() === args.lot.toUpperCase()) &&
      (args.status === undefined || row.status === args.status) &&
      (args.expiringBefore === undefined || (row.expiry !== null && row.expiry < dateOf(args.expiringBefore))),
  );
  const shown = rows.slice(0, MAX_ROWS);
  const world = await loadWorld(reads, shown, filter);
  const records: Snapshot[] = shown.map((row) =>
    stockSnapshot(row, world.items.get(row.sku) as Item, policyOf(world, row), world.reservations),
  );
  for (const reservation of world.reservations.slice(0, 80))
    records.push(reservationSnapshot(reservation, world.items.get(reservation.sku) as Item));
  const result = {
    rows: shown.map((row) => describeRow(row, world, context)),
    totals: totals(shown, world),
    notShown: rows.length - shown.length,
  };
  return { ok: true, result, records };
}

/** Balances now. */
export const findStock = defineReadTool<SupplyReads, FindStockArgs>({
  name: "find_stock",
  version: 1,
  description:
    "Lists stock now: on hand, reserved, available (on hand less reserved), safety stock, lots and who holds the reservations. " +
    "Not for promising a date or a quantity (check_availability); available is what may be promised, never on hand.",
  schema: FindStockArgs,
  effect: "read",
  run,
});
