import { defineReadTool, type ReadOutcome, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject, Snapshot } from "@quartermaster/shared/contracts";
import { add, compare, decimal, multiply, type Rational, subtract, sum } from "@quartermaster/shared/quantity";
import { CheckAvailabilityArgs } from "../../domain/arguments.ts";
import { lifeOn } from "../../domain/choose-lot.ts";
import { dateOf } from "../../domain/days.ts";
import type { Item } from "../../domain/item.ts";
import type { Location } from "../../domain/location.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { resolveItem, resolveLocation } from "../../domain/resolve.ts";
import { stockSnapshot } from "../../domain/snapshots.ts";
import { availableAt, availableOf, type PurchaseOrder, type StockRow } from "../../domain/stock.ts";
import { exact, toBase, unitCode } from "../../domain/units.ts";

const zeroFloor = (value: Rational): Rational => (value.numerator < 0n ? decimal("0") : value);

/** Why a lot does not count on the day, or null when it does. */
function unusable(row: StockRow, item: Item, day: string, minExpiry: string | undefined): string | null {
  if (row.status !== "available") return row.status;
  if (minExpiry !== undefined && row.expiry !== null && row.expiry < dateOf(minExpiry)) return "expires_too_early";
  const life = lifeOn(row, day, item.minRemainingLifeDays);
  return life === "good" ? null : life === "expired" ? "lot_expires_before_arrival" : "remaining_life_below_minimum";
}

function incoming(
  item: Item,
  orders: readonly PurchaseOrder[],
  day: string,
  context: ToolContext<SupplyReads>,
): { arrivals: JsonObject[]; inTime: Rational } {
  const arrivals: JsonObject[] = [];
  let inTime = decimal("0");
  for (const order of orders) {
    for (const line of order.lines.filter((candidate) => candidate.sku === item.sku)) {
      const code = unitCode(item, line.uom);
      if (code === null) continue;
      const base = multiply(decimal(line.quantity), decimal(code === item.baseUom ? "1" : (item.conversions[code] ?? "0")));
      if (order.eta <= day) inTime = add(inTime, base);
      const note = context.text(order.id, "note", order.note ?? null);
      const arrival = { id: order.id, eta: order.eta, quantity: exact(base), unit: item.baseUom, inTime: order.eta <= day };
      arrivals.push(note === null ? arrival : { ...arrival, note });
    }
  }
  return { arrivals, inTime };
}

async function atPlace(
  context: ToolContext<SupplyReads>,
  item: Item,
  location: string,
  places: readonly Location[],
  rows: readonly StockRow[],
  args: CheckAvailabilityArgs,
  records: Snapshot[],
): Promise<{ place: JsonObject; now: Rational; later: Rational }> {
  const reads = context.ports;
  const day = dateOf(args.neededBy);
  const here = rows.filter((row) => row.location === location);
  const [policy] = await reads.policies({ sku: item.sku, location });
  const reservations = await reads.reservationsOn(here.map((row) => row.id));
  const orders = await reads.purchaseOrders({ sku: item.sku, location });
  const { arrivals, inTime } = incoming(item, orders, day, context);
  const usable = here.filter((row) => unusable(row, item, day, args.minExpiry) === null);
  const available = availableAt(usable);
  for (const row of here) records.push(stockSnapshot(row, item, policy, reservations));
  for (const order of orders)
    records.push({
      domain: "supply",
      kind: "purchase_order",
      id: order.id,
      version: order.version,
      fields: { supplier: order.supplier, location: order.location, state: order.state, eta: order.eta },
    });
  const place = {
    location,
    locationName: places.find((place) => place.id === location)?.name ?? null,
    available: exact(available),
    safetyStock: policy?.safetyStock ?? null,
    withoutTouchingSafetyStock: exact(zeroFloor(subtract(available, decimal(policy?.safetyStock ?? "0")))),
    availableByDate: exact(add(available, inTime)),
    unit: item.baseUom,
    lots: here.map((row) => ({
      id: row.id,
      lot: row.lot,
      expiry: row.expiry,
      available: exact(availableOf(row)),
      unit: item.baseUom,
      usable: unusable(row, item, day, args.minExpiry) === null,
      because: unusable(row, item, day, args.minExpiry),
    })),
    arrivals,
  };
  return { place, now: available, later: add(available, inTime) };
}

async function run(args: CheckAvailabilityArgs, context: ToolContext<SupplyReads>): Promise<ReadOutcome | ToolFailure> {
  const reads = context.ports;
  const found = await resolveItem(reads, args.sku);
  if (!found.ok) return found;
  const only = args.location === undefined ? undefined : await resolveLocation(reads, args.location, "location");
  if (only && !only.ok) return only;
  const { item } = found;
  const converted = toBase(item, args.quantity, args.uom);
  if (!converted.ok) return { ok: false, code: "uom_mismatch", hint: `${converted.detail}.`, path: converted.path };
  const rows = await reads.stock({ sku: item.sku, location: only?.location.id });
  const records: Snapshot[] = [];
  const places: JsonObject[] = [];
  const now: Rational[] = [];
  const later: Rational[] = [];
  const locations = only ? [only.location.id] : [...new Set(rows.map((row) => row.location))];
  const named = await reads.locations();
  for (const location of locations) {
    const answer = await atPlace(context, item, location, named, rows, args, records);
    places.push(answer.place);
    now.push(answer.now);
    later.push(answer.later);
  }
  const wanted = decimal(converted.base);
  const enoughIn = (values: readonly Rational[]): string[] =>
    locations.filter((_, index) => compare(values[index] ?? decimal("0"), wanted) >= 0);
  const result = {
    sku: item.sku,
    name: item.name,
    wanted: { quantity: args.quantity, uom: converted.uom, base: converted.base, unit: item.baseUom },
    neededBy: dateOf(args.neededBy),
    enoughNowAt: enoughIn(now),
    enoughByDateAt: enoughIn(later),
    missing: exact(zeroFloor(subtract(wanted, sum(now)))),
    unit: item.baseUom,
    places,
  };
  return { ok: true, result, records };
}

/** Whether a quantity can be had by a day. */
export const checkAvailability = defineReadTool<SupplyReads, CheckAvailabilityArgs>({
  name: "check_availability",
  version: 1,
  description:
    "Tells whether a quantity can be had by a day, where and from which lots, counting remaining life, safety stock and open purchase orders. " +
    "Not for plain balances (find_stock); sets nothing aside (reserve_stock).",
  schema: CheckAvailabilityArgs,
  effect: "read",
  run,
});
