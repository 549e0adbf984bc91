import type { Tx } from "@quartermaster/shared/db";
import { activeUsers } from "../../adapters/user-store.ts";
import type { NoteBody, NoteKind } from "../notes/note.ts";
import { isTold, type Person } from "../notes/who-is-told.ts";
import type { Channel } from "../settings/channel.ts";
import { DEFAULT_SETTINGS, dueAt, OwnSettings } from "../settings/own-settings.ts";

interface NoteRow {
  id: string;
  kind: NoteKind;
  body: NoteBody;
  at: string;
}

interface ChannelRow extends Channel {
  settings: unknown;
  waiting: number;
}

/** More than this waits for no channel: a receiver that is down for long is told how many are missing, not of each. */
const MOST_WAITING = 2_000;
const NOTES_A_ROUND = 100;

// In the order of their numbers; those that another replica has in hand are left to it.
const NEW = `select id, kind, body, at from notification_notes where tenant = $1 and spread_at is null order by seq limit ${NOTES_A_ROUND} for update skip locked`;
const CHANNELS = `select c.*, s.body as settings,
  ((select count(*) from notification_items i where i.channel_id = c.id and not i.done)
    + (select count(*) from notification_deliveries d where d.channel_id = c.id and d.state = 'waiting'))::int as waiting
  from notification_channels c left join notification_settings s on s.tenant = c.tenant and s.user_id = c.owner
  where c.tenant = $1 and c.confirmed and c.stopped is null`;
const INSERT = `insert into notification_items (tenant, channel_id, note_id, due_at)
  select $1, i.channel, i.note, i.due from unnest($2::text[], $3::text[], $4::timestamptz[]) as i(channel, note, due) on conflict do nothing`;
const DROPPED =
  "update notification_channels c set dropped = c.dropped + d.n from unnest($1::text[], $2::int[]) as d(id, n) where c.id = d.id";
const DONE = "update notification_notes set spread_at = now() where id = any($1)";

/** Settings as stored; what an older version stored and this one does not know counts as not set. */
const settingsOf = (stored: unknown): OwnSettings => OwnSettings.safeParse(stored).data ?? DEFAULT_SETTINGS;

function wants(channel: Channel, note: NoteRow, people: ReadonlyMap<string, Person>): boolean {
  if (!channel.events.includes(note.kind)) return false;
  if (channel.owner === null) return true;
  const person = people.get(channel.owner);
  return person !== undefined && isTold(note.kind, note.body, person);
}

/** Turns new notes of a tenant into what each channel has to tell, and when. Returns how many notes there were. */
export async function spreadNotes(tx: Tx, tenant: string): Promise<number> {
  const notes = (await tx.query<NoteRow & Record<string, unknown>>(NEW, [tenant])).rows;
  if (notes.length === 0) return 0;
  const channels = (await tx.query<ChannelRow & Record<string, unknown>>(CHANNELS, [tenant])).rows;
  const people = new Map((await activeUsers(tx, tenant)).map((user) => [user.id, user]));
  const items: { channel: string; note: string; due: string }[] = [];
  const dropped = new Map<string, number>();
  for (const channel of channels) {
    const settings = settingsOf(channel.settings);
    let room = MOST_WAITING - channel.waiting;
    for (const note of notes) {
      if (!wants(channel, note, people)) continue;
      if (room-- <= 0) {
        dropped.set(channel.id, (dropped.get(channel.id) ?? 0) + 1);
        continue;
      }
      const at = Date.parse(note.at);
      const due = channel.owner === null ? at : dueAt(at, note.kind, settings);
      items.push({ channel: channel.id, note: note.id, due: new Date(due).toISOString() });
    }
  }
  if (items.length > 0) await tx.query(INSERT, [tenant, items.map((i) => i.channel), items.map((i) => i.note), items.map((i) => i.due)]);
  if (dropped.size > 0) await tx.query(DROPPED, [[...dropped.keys()], [...dropped.values()]]);
  await tx.query(DONE, [notes.map((note) => note.id)]);
  return notes.length;
}
