import type { EventsDefinition } from "@quartermaster/events";
import { supplyOutside } from "../adapters/outside-mapping.ts";
import { COUNT_HANDLERS } from "./count-handlers.ts";
import { goodsIssueHandler } from "./goods-issue.ts";
import { goodsLostHandler, goodsReceiptHandler } from "./goods-receipt.ts";
import { ORDER_HANDLERS } from "./order-handlers.ts";
import { purchaseReceiptHandler } from "./purchase-receipt.ts";
import { reservationExpiry } from "./reservation-expiry.ts";

/** World events of supply: goods that move, orders and counts; and reservations that end. */
export const supplyEvents: EventsDefinition = {
  domain: "supply",
  handlers: [goodsIssueHandler, goodsReceiptHandler, goodsLostHandler, purchaseReceiptHandler, ...ORDER_HANDLERS, ...COUNT_HANDLERS],
  scheduled: [reservationExpiry],
  idsOf: supplyOutside.idsOf,
};
