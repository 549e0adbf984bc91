import type { EventHandler } from "@quartermaster/events";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { lockOrder, writeOrder } from "./order-rows.ts";

const What = z.strictObject({ purchaseOrderId: z.string().min(1).max(80) });

const handler = (bizStep: string, from: readonly string[], to: string): EventHandler<z.infer<typeof What>> => ({
  bizStep,
  sources: ["supplier"],
  what: What,
  async plan({ purchaseOrderId }, context) {
    const order = await lockOrder(purchaseOrderId, context);
    if (!from.includes(order.state))
      throw new AppError("illegal_transition", { detail: `${order.id} is ${order.state}; ${bizStep} is possible in ${from.join(", ")}` });
    return {
      entities: [order.id],
      apply: async () => ({ records: [await writeOrder(order.id, { state: to, received: order.received }, context)], undo: null }),
    };
  },
});

/** What a supplier says of an order. It is cancelled before any receipt only. */
export const ORDER_HANDLERS = [
  handler("order_confirmed", ["draft", "sent"], "confirmed"),
  handler("order_cancelled", ["draft", "sent", "confirmed"], "cancelled"),
] as const;
