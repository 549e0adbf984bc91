import type { NoteBody, NoteKind } from "../notes/note.ts";

/** What one happening looks like to whoever is told. */
export interface TellingOf extends NoteBody {
  kind: NoteKind;
  approvalId: string;
  at: string;
  /** Where the console shows it; null when the installation did not say where its console is. */
  url: string | null;
}

/** A message in the form of Standard Webhooks; its JSON text is what is signed, and what a mail is made from. */
export type Message =
  | { type: NoteKind; timestamp: string; data: TellingOf }
  | {
      type: "notifications.digest";
      timestamp: string;
      data: {
        /** The newest, 50 at most. */
        items: TellingOf[];
        /** How many more there were. */
        more: number;
        /** How many were settled before this was sent, and are left out. */
        settled: number;
      };
    }
  | { type: "notifications.test"; timestamp: string; data: { by: string } }
  | { type: "notifications.confirm"; timestamp: string; data: { code: string; validMinutes: number } };

const MOST_ITEMS = 50;

/** One message for everything that collected; null when nothing is left to tell. */
export function messageOf(items: readonly TellingOf[], settled: number, timestamp: string): Message | null {
  const [only] = items;
  if (!only) return null;
  if (items.length === 1 && settled === 0) return { type: only.kind, timestamp, data: only };
  const newest = items.slice(-MOST_ITEMS);
  return { type: "notifications.digest", timestamp, data: { items: newest, more: items.length - newest.length, settled } };
}
