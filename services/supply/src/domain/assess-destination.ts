import { add, compare, decimal, multiply, sum } from "@quartermaster/shared/quantity";
import { dateOf } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import type { Problem } from "./problem.ts";
import type { IncomingTransfer, PurchaseOrder } from "./stock.ts";
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

/** Base units that open orders bring to a place; a line whose unit the item does not have counts for nothing. */
const ordered = (item: Item, orders: readonly PurchaseOrder[]) =>
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

/** What is to come to a place. */
export interface Bringing {
  /** Base units. */
  base: string;
  neededBy: string | undefined;
  /** The request that wants it: what its own steps have ordered already is no news to it. Null = not known. */
  requestId: string | null;
}

/** Something that is on its way already, and the day on which it comes; null when nobody named one. */
interface Coming {
  id: string;
  day: string | null;
  request: string | null;
  version: number;
}

/** Of what others ordered that which comes in time; a transfer without a day is taken to come as soon as it can. */
function inTime(coming: readonly Coming[], { neededBy, requestId }: Bringing): Coming[] {
  if (neededBy === undefined) return [];
  return coming.filter(({ day, request }) => (requestId === null || request !== requestId) && (day === null || day <= dateOf(neededBy)));
}

function alreadyInbound(
  item: Item,
  to: Location,
  wish: Bringing,
  orders: readonly PurchaseOrder[],
  transfers: readonly IncomingTransfer[],
): Problem[] {
  const ofTransfers = inTime(
    transfers.map((transfer) => ({ ...transfer, day: transfer.neededBy })),
    wish,
  );
  const early = [
    ...inTime(
      orders.map((order) => ({ ...order, day: order.eta })),
      wish,
    ),
    ...ofTransfers,
  ];
  if (early.length === 0) return [];
  const named = early.map(({ id, day }) => (day === null ? id : `${id} (${day})`)).join(", ");
  return [
    {
      code: "duplicate_of_inbound",
      severity: "ask",
      detail: `${named} already brings ${item.sku} to ${to.id} in time`,
      records: early.map(({ id, version }) => `${id}@${version}`),
      values: { orders: early.map(({ id }) => id), transfers: ofTransfers.map(({ id }) => id) },
    },
  ];
}

/** What is on its way to a place already, by purchase or transfer, and how much it may hold. */
export async function levelThere(reads: SupplyReads, item: Item, to: Location, wish: Bringing): Promise<Problem[]> {
  const place = { sku: item.sku, location: to.id };
  const [policy] = await reads.policies(place);
  const orders = await reads.purchaseOrders(place);
  const transfers = await reads.transfersTo(place);
  const problems = alreadyInbound(item, to, wish, orders, transfers);
  if (!policy) return problems;
  const there = sum((await reads.stock(place)).map((row) => decimal(row.onHand)));
  const coming = add(ordered(item, orders), sum(transfers.map((transfer) => decimal(transfer.due))));
  const after = add(add(there, coming), decimal(wish.base));
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
export async function assessDestination(reads: SupplyReads, item: Item, from: Location, to: Location, wish: Bringing): Promise<Problem[]> {
  return [...atDestination(item, to), ...crossing(from, to), ...(await levelThere(reads, item, to, wish))];
}
