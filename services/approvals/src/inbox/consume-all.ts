import type { Bus, BusConsumer, BusMessage } from "@quartermaster/shared/bus";
import { STREAMS } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { type InboxDeps, onPlanMessage } from "./on-plan-message.ts";
import { onReceiptMessage } from "./on-receipt-message.ts";

/** Messages of one durable handled at the same time. */
const SLOTS = 8;

async function storeDeadLetter(pool: Pool, message: BusMessage, code: string, detail: string): Promise<void> {
  const tenant = /^qm\.(?:plan|execute)\.([^.]+)\.|^qm\.receipt\.[^.]+\.([^.]+)\./.exec(message.subject);
  const name = tenant?.[1] ?? tenant?.[2] ?? "default";
  const values = [
    name,
    message.subject,
    code,
    detail.slice(0, 1_000),
    message.body.replaceAll(String.fromCharCode(0), "\u2400").slice(0, 100_000),
  ];
  await transaction(
    pool,
    name,
    async (tx) => await tx.query("insert into dead_letters (tenant, subject, code, detail, body) values ($1, $2, $3, $4, $5)", values),
  );
}

/** Takes plans, commands and receipts from the bus. */
export async function consumeAll(bus: Bus, inbox: InboxDeps): Promise<BusConsumer[]> {
  const options = {
    slots: SLOTS,
    onDeadLetter: async (message: BusMessage, code: string, detail: string) => {
      inbox.log.warn({ subject: message.subject, code, detail }, "message put aside");
      await storeDeadLetter(inbox.pool, message, code, detail);
    },
  };
  return await Promise.all([
    bus.consume(STREAMS.plans, "approvals", async (message) => await onPlanMessage(inbox, message), options),
    bus.consume(STREAMS.plans, "approvals_execute", async (message) => await onPlanMessage(inbox, message), options),
    bus.consume(STREAMS.receipts, "approvals", async (message) => await onReceiptMessage(inbox, message), options),
  ]);
}
