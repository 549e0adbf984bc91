import { Id } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";

export const DeliveryQuery = z.strictObject({
  channel: Id.optional(),
  state: z.enum(["waiting", "sent", "failed"]).optional(),
  limit: wholeNumber(1, 200).default(50),
  /** Id of the last one of the page before. */
  cursor: Id.optional(),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

interface Row {
  id: string;
  channel_id: string;
  message_id: string;
  type: string;
  state: string;
  attempts: number;
  next_at: string;
  created_at: string;
  ended_at: string | null;
  log: { number: number; at: string; ok: boolean; outcome: string; millis: number }[];
}

const TEXT = `select d.id, d.channel_id, d.message_id, d.type, d.state, d.attempts, d.next_at, d.created_at, d.ended_at,
  coalesce((select json_agg(json_build_object('number', a.number, 'at', a.at, 'ok', a.ok, 'outcome', a.outcome, 'millis', a.millis) order by a.number)
    from notification_attempts a where a.delivery_id = d.id), '[]'::json) as log
  from notification_deliveries d join notification_channels c on c.id = d.channel_id
  where d.tenant = $1 and c.owner is not distinct from $2 and ($3::text is null or d.channel_id = $3) and ($4::text is null or d.state = $4)
    and ($5::text is null or d.id < $5) order by d.id desc limit $6`;

/** What was sent, or is to be, newest first, each with its attempts. `owner` null: the company's; else that person's. */
export async function listDeliveries(tx: Tx, tenant: string, owner: string | null, query: DeliveryQuery) {
  const { channel = null, state = null, cursor = null, limit } = query;
  const rows = (await tx.query<Row & Record<string, unknown>>(TEXT, [tenant, owner, channel, state, cursor, limit])).rows;
  const items = rows.map((row) => ({
    id: row.id,
    channelId: row.channel_id,
    messageId: row.message_id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    nextAt: row.state === "waiting" ? row.next_at : null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    log: row.log,
  }));
  return { items, nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null };
}
