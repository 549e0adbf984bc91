import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { contentHash } from "@quartermaster/shared/signing";
import type { DueEvent, Message, Party, TakenMessage } from "./message.ts";

interface Entry {
  message: TakenMessage;
  hash: string;
}

type Line = { taken: Entry } | { delivered: { party: Party; tenant: string; ourReference: string; eventId: string } };

/** What the parties have taken in. Written down before it is answered, so that a message outlives the process. */
export interface MessageStore {
  /** Stores a message, or finds the one with its reference: `fresh` is false then, and `same` says whether the body is the same. */
  take(message: TakenMessage): { message: TakenMessage; fresh: boolean; same: boolean };
  find(party: Party, tenant: string, ourReference: string): TakenMessage | null;
  /** A tenant's messages in the order they arrived, each with how often it was sent since this process began. */
  ofTenant(tenant: string): (Pick<TakenMessage, "party" | "ourReference" | "tool"> & { sendings: number })[];
  /** Events not delivered yet, the earliest first. */
  due(): { message: TakenMessage; event: DueEvent }[];
  delivered(message: TakenMessage, eventId: string): void;
}

/** More than a demo sends in weeks; the oldest answered ones are forgotten. */
const MOST_MESSAGES = 5_000;

const keyOf = (party: Party, tenant: string, ourReference: string): string => `${party} ${tenant} ${ourReference}`;
const hashOf = ({ tenant, tool, content }: Message): string => contentHash({ tenant, tool, content });

/**
 * Opens the store.
 * @param file JSON lines that survive a restart; null keeps everything in memory.
 */
export function createMessageStore(file: string | null): MessageStore {
  const entries = new Map<string, Entry>();
  const sendings = new Map<string, number>();
  const write = (line: Line): void => {
    if (file !== null) appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  const apply = (line: Line): void => {
    if ("taken" in line) {
      const { party, tenant, ourReference } = line.taken.message;
      entries.set(keyOf(party, tenant, ourReference), line.taken);
      return;
    }
    const { party, tenant, ourReference, eventId } = line.delivered;
    const entry = entries.get(keyOf(party, tenant, ourReference));
    if (entry) entry.message.due = entry.message.due.filter((event) => event.eventId !== eventId);
  };
  const forgetOldest = (): void => {
    for (const [key, entry] of entries) {
      if (entries.size <= MOST_MESSAGES) return;
      if (entry.message.due.length > 0) continue;
      entries.delete(key);
      sendings.delete(key);
    }
  };
  if (file !== null && existsSync(file)) {
    for (const text of readFileSync(file, "utf8").split("\n")) {
      // The last line of a process that was killed may be half a line.
      try {
        if (text !== "") apply(JSON.parse(text) as Line);
      } catch {}
    }
    forgetOldest();
  }
  if (file !== null) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, [...entries.values()].map((taken) => `${JSON.stringify({ taken })}\n`).join(""), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return {
    take(message) {
      const key = keyOf(message.party, message.tenant, message.ourReference);
      const hash = hashOf(message);
      const known = entries.get(key);
      sendings.set(key, (sendings.get(key) ?? 0) + 1);
      if (known) return { message: known.message, fresh: false, same: known.hash === hash };
      const taken = { message, hash };
      write({ taken });
      entries.set(key, taken);
      forgetOldest();
      return { message, fresh: true, same: true };
    },
    find: (party, tenant, ourReference) => entries.get(keyOf(party, tenant, ourReference))?.message ?? null,
    ofTenant: (tenant) =>
      [...entries]
        .filter(([, { message }]) => message.tenant === tenant)
        .map(
          ([
            key,
            {
              message: { party, ourReference, tool },
            },
          ]) => ({ party, ourReference, tool, sendings: sendings.get(key) ?? 0 }),
        ),
    due: () =>
      [...entries.values()]
        .flatMap(({ message }) => message.due.slice(0, 1).map((event) => ({ message, event })))
        .sort((a, b) => a.event.at - b.event.at),
    delivered(message, eventId) {
      const line: Line = { delivered: { party: message.party, tenant: message.tenant, ourReference: message.ourReference, eventId } };
      write(line);
      apply(line);
    },
  };
}
