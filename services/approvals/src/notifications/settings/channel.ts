import type { NoteKind } from "../notes/note.ts";

/** A way to be told: a person's, or the company's when `owner` is null. */
export interface Channel {
  tenant: string;
  id: string;
  owner: string | null;
  kind: "webhook" | "email";
  /** Address of the receiver. */
  target: string;
  events: NoteKind[];
  secret: string | null;
  old_secret: string | null;
  old_secret_until: string | null;
  confirmed: boolean;
  /** Why nothing is sent any more. */
  stopped: string | null;
  failures: number;
  dropped: number;
  created_by: string;
  created_at: string;
}

/** A channel as its owner or an admin sees it; never with the key. */
export const viewChannel = (channel: Channel) => ({
  id: channel.id,
  kind: channel.kind,
  target: channel.target,
  events: channel.events,
  confirmed: channel.confirmed,
  stopped: channel.stopped,
  dropped: channel.dropped,
  createdBy: channel.created_by,
  createdAt: channel.created_at,
});
