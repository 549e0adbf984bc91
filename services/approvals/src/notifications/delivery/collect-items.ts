import { newId } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { asksForDecision, type NoteBody, type NoteKind } from "../notes/note.ts";
import { type Message, messageOf, type TellingOf } from "./message.ts";

interface DueRow {
  channel_id: string;
  owner: string | null;
  /** False once the owner may not sign in any more. */
  reads: boolean;
  note_id: string;
  kind: NoteKind;
  approval_id: string;
  body: NoteBody;
  at: string;
  /** State of the item now; null when it is gone. */
  state_now: string | null;
  filled_by: string[] | null;
}

interface Prepared {
  channelId: string;
  messageId: string;
  message: Message;
}

const CHANNELS_A_ROUND = 20;
const ITEMS_A_CHANNEL = 200;

// The channel is what is locked: two replicas never make two messages of what belongs into one.
const CHANNELS = `select c.id from notification_channels c where c.tenant = $1 and c.stopped is null
  and exists (select from notification_items i where i.channel_id = c.id and not i.done and i.due_at <= now())
  limit ${CHANNELS_A_ROUND} for update skip locked`;
const DUE = `select i.channel_id, c.owner,
  c.owner is null or exists (select from users u where u.tenant = c.tenant and u.id = c.owner and u.active) as reads, n.id as note_id, n.kind, n.approval_id, n.body, n.at, a.state as state_now, a.filled_by
  from unnest($1::text[]) as wanted(id) join notification_channels c on c.id = wanted.id
  cross join lateral (select * from notification_items d where d.channel_id = wanted.id and not d.done and d.due_at <= now()
    order by d.due_at, d.note_id limit ${ITEMS_A_CHANNEL}) i
  join notification_notes n on n.id = i.note_id left join approvals a on a.id = n.approval_id order by i.channel_id, n.seq`;
const DONE = `update notification_items i set done = true from unnest($1::text[], $2::text[]) as d(channel, note)
  where i.channel_id = d.channel and i.note_id = d.note`;
const INSERT = `insert into notification_deliveries (tenant, id, channel_id, message_id, type, payload)
  select $1, d.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as d(id, channel_id, message_id, type, payload)`;

function tellingOf(row: DueRow, consoleUrl: string | undefined): TellingOf {
  const url = consoleUrl === undefined ? null : `${consoleUrl}/approvals/${row.approval_id}`;
  return { kind: row.kind, approvalId: row.approval_id, at: row.at, url, ...row.body };
}

/** A question that has its answer by now is not worth a person's time: an item that is closed, or that they approved themselves. */
const isSettled = (row: DueRow): boolean =>
  asksForDecision(row.kind) && (row.state_now !== "pending" || (row.owner !== null && row.filled_by?.includes(row.owner) === true));

function prepare(rows: readonly DueRow[], consoleUrl: string | undefined, now: string): Prepared[] {
  const [first] = rows;
  // Whoever left since is not told of what collected before.
  if (!first?.reads) return [];
  const channelId = first.channel_id;
  // A system gets each happening by itself and in order; a person gets one message.
  if (first.owner === null)
    return rows.flatMap((row) => {
      const message = messageOf([tellingOf(row, consoleUrl)], 0, row.at);
      return message ? [{ channelId, messageId: row.note_id, message }] : [];
    });
  const open = rows.filter((row) => !isSettled(row));
  const told = open.map((row) => tellingOf(row, consoleUrl));
  const message = messageOf(told, rows.length - open.length, now);
  if (!message) return [];
  const single = message.type !== "notifications.digest" && open[0];
  return [{ channelId, messageId: single ? single.note_id : newId("ntf"), message }];
}

/** Makes messages of what is due on a tenant's channels, everything of one person's channel in one. Returns how many channels had any. */
export async function collectItems(tx: Tx, tenant: string, consoleUrl: string | undefined): Promise<number> {
  const channels = (await tx.query<{ id: string }>(CHANNELS, [tenant])).rows.map((row) => row.id);
  if (channels.length === 0) return 0;
  const rows = (await tx.query<DueRow & Record<string, unknown>>(DUE, [channels])).rows;
  const now = new Date().toISOString();
  const prepared = channels.flatMap((id) =>
    prepare(
      rows.filter((row) => row.channel_id === id),
      consoleUrl,
      now,
    ),
  );
  await tx.query(DONE, [rows.map((row) => row.channel_id), rows.map((row) => row.note_id)]);
  if (prepared.length > 0) await storeDeliveries(tx, tenant, prepared);
  return channels.length;
}

/** Stores messages for their channels; they are sent at once, and again until they arrive. */
export async function storeDeliveries(tx: Tx, tenant: string, prepared: readonly Prepared[]): Promise<void> {
  await tx.query(INSERT, [
    tenant,
    prepared.map(() => newId("dlv")),
    prepared.map((one) => one.channelId),
    prepared.map((one) => one.messageId),
    prepared.map((one) => one.message.type),
    prepared.map((one) => JSON.stringify(one.message)),
  ]);
}
