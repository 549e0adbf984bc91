import { add, compare, decimal, multiply, type Rational, rational, subtract, sum, ZERO } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";
import type { PurchaseOrder } from "./stock.ts";
import { exact, toBase } from "./units.ts";

/** A purchase order with what arrived of it, base units by sku. */
export interface OrderFlow extends Pick<PurchaseOrder, "id" | "state" | "lines"> {
  received: Record<string, string>;
  /** Share by which more may arrive than was ordered. */
  tolerance: string;
}

export type OrderReceived =
  | { ok: true; state: string; received: Record<string, string> }
  | { ok: false; code: "illegal_transition" | "quantity_mismatch"; detail: string };

/** Base units ordered of an item. */
export function orderedBase(order: Pick<PurchaseOrder, "lines">, item: Item): Rational {
  const amounts = order.lines
    .filter((line) => line.sku === item.sku)
    .map((line) => toBase(item, line.quantity, line.uom))
    .map((base) => (base.ok ? decimal(base.base) : ZERO));
  return sum(amounts);
}

const RECEIVABLE = new Set(["confirmed", "partly_received"]);

function stateOf(order: OrderFlow, items: readonly Item[], received: Record<string, string>): string {
  const complete = items.every((item) => compare(decimal(received[item.sku] ?? "0"), orderedBase(order, item)) >= 0);
  if (complete) return "received";
  return Object.values(received).some((amount) => decimal(amount).numerator > 0n) ? "partly_received" : "confirmed";
}

/**
 * What a receipt makes of an order. Never more than ordered and tolerance together, however many receipts it takes.
 * @param items every item of the order.
 * @param arrived base units by sku of this receipt.
 */
export function receiveOrder(order: OrderFlow, items: readonly Item[], arrived: Readonly<Record<string, string>>): OrderReceived {
  if (!RECEIVABLE.has(order.state))
    return { ok: false, code: "illegal_transition", detail: `${order.id} is ${order.state}; goods arrive for confirmed orders` };
  const received = { ...order.received };
  for (const [sku, amount] of Object.entries(arrived)) {
    const item = items.find((candidate) => candidate.sku === sku);
    const ordered = item ? orderedBase(order, item) : ZERO;
    if (ordered.numerator === 0n) return { ok: false, code: "quantity_mismatch", detail: `${order.id} has no line of ${sku}` };
    const total = add(decimal(received[sku] ?? "0"), decimal(amount));
    const most = multiply(ordered, add(rational(1n), decimal(order.tolerance)));
    if (compare(total, most) > 0)
      return {
        ok: false,
        code: "quantity_mismatch",
        detail: `${exact(total)} ${sku} would have arrived for ${order.id}, at most ${exact(most)} may`,
      };
    received[sku] = exact(total);
  }
  return { ok: true, state: stateOf(order, items, received), received };
}

/** Takes a receipt back that was declared an error. */
export function unreceiveOrder(order: OrderFlow, items: readonly Item[], arrived: Readonly<Record<string, string>>): OrderReceived {
  const received = { ...order.received };
  for (const [sku, amount] of Object.entries(arrived)) {
    const left = subtract(decimal(received[sku] ?? "0"), decimal(amount));
    if (left.numerator < 0n) return { ok: false, code: "quantity_mismatch", detail: `${order.id} has not received ${amount} ${sku}` };
    received[sku] = exact(left);
  }
  return { ok: true, state: stateOf(order, items, received), received };
}
