import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { SealRing } from "@quartermaster/shared/signing";
import { appendEntry } from "../../ledger/append-entry.ts";
import { newWebhookSecret } from "../delivery/sign-webhook.ts";
import type { NoteKind } from "../notes/note.ts";
import type { Channel } from "./channel.ts";
import { openSecret, placeOf } from "./secret-of.ts";

export interface NewChannel extends Pick<Channel, "tenant" | "id" | "owner" | "kind" | "target" | "created_by"> {
  events: readonly NoteKind[];
}

type ChannelRow = Channel & Record<string, unknown>;

/** A company has so many webhooks at most. */
const MOST_WEBHOOKS = 20;

const LOCK = "select pg_advisory_xact_lock(hashtextextended('channels/' || $1, 0))";
const COUNT = "select count(*)::int as n from notification_channels where tenant = $1 and owner is null and id <> $2";
const INSERT = `insert into notification_channels (tenant, id, owner, kind, target, events, secret, confirmed, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`;
const READ = "select * from notification_channels where tenant = $1 and id = $2";
const OF_TENANT = "select * from notification_channels where tenant = $1 and owner is null order by created_at, id";
const OF_PERSON = "select * from notification_channels where tenant = $1 and owner = $2 and kind = $3";
const CHANGE = "update notification_channels set events = $3, stopped = null, failures = 0 where tenant = $1 and id = $2 returning *";
const DELETE = "delete from notification_channels where tenant = $1 and id = $2";

/** The company's webhooks, oldest first. */
export async function tenantWebhooks(tx: Tx, tenant: string): Promise<Channel[]> {
  return (await tx.query<ChannelRow>(OF_TENANT, [tenant])).rows;
}

/** One of the company's webhooks. @throws AppError not_found, also for somebody's own */
export async function tenantWebhook(tx: Tx, tenant: string, id: string): Promise<Channel> {
  const row = (await tx.query<ChannelRow>(READ, [tenant, id])).rows[0];
  if (row?.owner !== null) throw new AppError("not_found", { detail: "there is no such webhook" });
  return row;
}

/** A person's own channel of a kind. */
export async function ownChannel(tx: Tx, tenant: string, user: string, kind: Channel["kind"]): Promise<Channel | null> {
  return (await tx.query<ChannelRow>(OF_PERSON, [tenant, user, kind])).rows[0] ?? null;
}

/** One change of a tenant's channels at a time, so that limits hold. */
export async function lockChannels(tx: Tx, tenant: string): Promise<void> {
  await tx.query(LOCK, [tenant]);
}

/** Makes a channel, gives it with its key in the open; the same id again gives the one that is there. @throws AppError conflict */
export async function addChannel(tx: Tx, ring: SealRing, channel: NewChannel): Promise<Channel> {
  const { tenant, id, owner, kind, events, created_by } = channel;
  // As it is called: what reads a stored address, such as the end of an allowed host, must not meet another spelling of it.
  const target = kind === "webhook" ? new URL(channel.target).href : channel.target;
  if (owner === null && ((await tx.query<{ n: number }>(COUNT, [tenant, id])).rows[0]?.n ?? 0) >= MOST_WEBHOOKS)
    throw new AppError("conflict", { detail: `there are ${MOST_WEBHOOKS} webhooks already` });
  const secret = kind === "webhook" ? ring.seal(newWebhookSecret(), placeOf(channel)) : null;
  const made = await tx.query(INSERT, [tenant, id, owner, kind, target, [...new Set(events)], secret, kind === "webhook", created_by]);
  const row = (await tx.query<ChannelRow>(READ, [tenant, id])).rows[0];
  if (!row) throw new Error("the channel was not stored");
  if (made.rowCount === 1) await recordChannel(tx, channel.created_by, "added", row);
  return { ...row, secret: row.secret === null ? null : openSecret(ring, row, row.secret) };
}

/** Changes what a channel is told of; one that was stopped starts again. */
export async function changeChannel(tx: Tx, by: string, channel: Channel, events: readonly NoteKind[]): Promise<Channel> {
  const row = (await tx.query<ChannelRow>(CHANGE, [channel.tenant, channel.id, [...new Set(events)]])).rows[0];
  if (!row) throw new AppError("not_found", { detail: "this channel is gone" });
  const differs = channel.stopped !== null || [...channel.events].sort().join() !== [...row.events].sort().join();
  if (differs) await recordChannel(tx, by, "changed", row);
  return row;
}

/** Removes a channel with everything that waits for it. */
export async function removeChannel(tx: Tx, by: string, channel: Channel): Promise<void> {
  await tx.query(DELETE, [channel.tenant, channel.id]);
  await recordChannel(tx, by, "removed", channel);
}

/**
 * Writes to the ledger that something of the company's goes, or goes no more, to an address outside. Only its host: the rest of
 * a webhook's address is often a key. A person's e-mail is their own affair, and the ledger forgets nothing.
 */
export async function recordChannel(tx: Tx, by: string, did: "added" | "changed" | "removed" | "rekeyed", channel: Channel): Promise<void> {
  if (channel.kind === "email") return;
  await appendEntry(tx, channel.tenant, {
    kind: "channel.changed",
    requestId: "",
    planId: "",
    stepId: null,
    subject: channel.id,
    actor: by,
    body: { did, owner: channel.owner, host: new URL(channel.target).host, events: [...channel.events].sort() },
  });
}
