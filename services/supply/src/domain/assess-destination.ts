import { add, compare, decimal, multiply, sum } from "@quartermaster/shared/quantity";
import { dateOf } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import type { Problem } from "./problem.ts";
import type { PurchaseOrder } from "./stock.ts";
import { exact, unitCode } from "./units.ts";

const version = (location: Location): string => `${location.id}@${location.version}`;

/** What a place may store. */
export function atDestination(item: Item, to: Location): Problem[] {
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

/** What is on its way to a place already, and how much it may hold. */
export async function levelThere(
  reads: SupplyReads,
  item: Item,
  to: Location,
  base: string,
  neededBy: string | undefined,
): Promise<Problem[]> {
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

/** Judges bringing base units of an item to a place: what it may store, customs, what comes anyway, and how much it may hold. */
export async function assessDestination(
  reads: SupplyReads,
  item: Item,
  from: Location,
  to: Location,
  wish: { base: string; neededBy: string | undefined },
): Promise<Problem[]> {
  return [...atDestination(item, to), ...crossing(from, to), ...(await levelThere(reads, item, to, wish.base, wish.neededBy))];
}
