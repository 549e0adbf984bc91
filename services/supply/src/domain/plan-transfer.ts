import { add, compare, decimal, multiply, sum } from "@quartermaster/shared/quantity";
import type { TransferStockArgs } from "./arguments.ts";
import { assessTaking, type Taking } from "./assess-taking.ts";
import { chooseSerials } from "./choose-serials.ts";
import { dateOf } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { type Problem, type Rejection, reject } from "./problem.ts";
import { resolveItem, resolveLocation } from "./resolve.ts";
import type { PurchaseOrder, Serial, StockPolicy } from "./stock.ts";
import { exact, unitCode } from "./units.ts";

export interface TransferPlan {
  ok: true;
  args: TransferStockArgs;
  item: Item;
  from: Location;
  to: Location;
  policy: StockPolicy | undefined;
  taking: Taking;
  /** Serial numbers that go; empty when they are chosen at picking. */
  serials: Serial[];
  /** The numbers were chosen here, not named. */
  serialsChosen: boolean;
  crossesTerritory: boolean;
  problems: Problem[];
}

const version = (location: Location): string => `${location.id}@${location.version}`;

function atDestination(item: Item, to: Location): Problem[] {
  if (item.dgClass === null || to.dgClasses.includes(item.dgClass)) return [];
  return [
    {
      code: "location_dg_not_allowed",
      severity: "ask",
      detail: `${to.id} may not store class ${item.dgClass} (${item.dgUn})`,
      records: [version(to)],
      values: { dgClass: item.dgClass, allowed: to.dgClasses },
    },
  ];
}

function crossing(from: Location, to: Location): Problem[] {
  if (from.customsTerritory === to.customsTerritory) return [];
  return [
    {
      code: "customs_territory_crossed",
      severity: "warn",
      detail: `the goods leave ${from.customsTerritory} for ${to.customsTerritory}`,
      records: [version(from), version(to)],
      values: { from: from.customsTerritory, to: to.customsTerritory },
    },
  ];
}

/** Base units that open orders bring to a place by a day; a line whose unit the item does not have counts for nothing. */
const inbound = (item: Item, orders: readonly PurchaseOrder[]) =>
  sum(
    orders
      .flatMap((order) => order.lines.filter((line) => line.sku === item.sku))
      .flatMap((line) => {
        const code = unitCode(item, line.uom);
        return code === null
          ? []
          : [multiply(decimal(line.quantity), decimal(code === item.baseUom ? "1" : (item.conversions[code] ?? "0")))];
      }),
  );

async function level(reads: SupplyReads, item: Item, to: Location, base: string, neededBy: string | undefined): Promise<Problem[]> {
  const [policy] = await reads.policies({ sku: item.sku, location: to.id });
  const orders = await reads.purchaseOrders({ sku: item.sku, location: to.id });
  const problems: Problem[] = [];
  const early = orders.filter((order) => neededBy !== undefined && order.eta <= dateOf(neededBy));
  if (early.length > 0) {
    const named = early.map((order) => `${order.id} (${order.eta})`).join(", ");
    problems.push({
      code: "duplicate_of_inbound",
      severity: "ask",
      detail: `${named} already brings ${item.sku} to ${to.id} in time`,
      records: early.map((order) => `${order.id}@${order.version}`),
      values: { orders: early.map((order) => order.id) },
    });
  }
  if (!policy) return problems;
  const there = sum((await reads.stock({ sku: item.sku, location: to.id })).map((row) => decimal(row.onHand)));
  const after = add(add(there, inbound(item, orders)), decimal(base));
  if (compare(after, decimal(policy.maxLevel)) > 0) {
    problems.push({
      code: "above_max_level",
      severity: "warn",
      detail: `${exact(after)} ${item.baseUom} would be at or on the way to ${to.id}, the maximum is ${policy.maxLevel}`,
      records: [version(to)],
      values: { after: exact(after), maxLevel: policy.maxLevel },
    });
  }
  return problems;
}

/**
 * Works out what ordering a transfer would do. `look` reads what is not written; in an execution it does not lock, so that two
 * transfers between the same places in opposite directions cannot wait for each other.
 */
export async function planTransfer(
  reads: SupplyReads,
  look: SupplyReads,
  given: TransferStockArgs,
  businessNow: string,
): Promise<TransferPlan | Rejection> {
  const found = await resolveItem(reads, given.sku);
  if (!found.ok) return found;
  const from = await resolveLocation(reads, given.fromLocation, "fromLocation");
  if (!from.ok) return from;
  const to = await resolveLocation(reads, given.toLocation, "toLocation");
  if (!to.ok) return to;
  if (from.location.id === to.location.id) return reject("same_location", `${from.location.id} cannot transfer to itself.`, "toLocation");
  const { item } = found;
  const rows = await reads.stock({ sku: item.sku, location: from.location.id });
  const [policy] = await reads.policies({ sku: item.sku, location: from.location.id });
  const day = dateOf(given.neededBy ?? businessNow);
  const taking = assessTaking({
    item,
    location: from.location,
    rows,
    policy,
    quantity: given.quantity,
    uom: given.uom,
    lot: given.lot ?? null,
    day,
  });
  if (!taking.ok) return taking;
  const serials = await chooseSerials(reads, item, taking, given.serials);
  if (!serials.ok) return serials;
  const args: TransferStockArgs = {
    sku: item.sku,
    fromLocation: from.location.id,
    toLocation: to.location.id,
    quantity: given.quantity,
    uom: taking.uom,
    ...(taking.lotMatters && taking.row.lot !== null ? { lot: taking.row.lot } : {}),
    ...(serials.names.length > 0 ? { serials: serials.names } : {}),
    ...(given.neededBy === undefined ? {} : { neededBy: given.neededBy }),
    ...(given.reason === undefined ? {} : { reason: given.reason }),
  };
  const problems = [
    ...taking.problems,
    ...serials.problems,
    ...atDestination(item, to.location),
    ...crossing(from.location, to.location),
    ...(await level(look, item, to.location, taking.base, given.neededBy)),
  ];
  const crossesTerritory = from.location.customsTerritory !== to.location.customsTerritory;
  return {
    ok: true,
    args,
    item,
    from: from.location,
    to: to.location,
    policy,
    taking,
    serials: serials.chosen,
    serialsChosen: serials.chosenHere,
    crossesTerritory,
    problems,
  };
}
