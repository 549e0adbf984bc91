import type { JsonValue } from "@quartermaster/shared/contracts";

/** A fact of a conversation with where it is from and how long it holds. */
export interface ThreadField {
  value: JsonValue;
  source: { by: "requester" | "runtime"; requestId: string };
  at: string;
  /** null: as long as the thread. */
  expiresAt: string | null;
}

export type ThreadFields = Readonly<Record<string, ThreadField>>;

/** What a conversation keeps. */
export interface ThreadRecord {
  language: string | null;
  fields: ThreadFields;
  /** What the turns were about that a reader of the thread is no longer given. */
  summary: string | null;
  messages: readonly { role: "user" | "assistant"; text: string }[];
}

/** One step's news about a thread; what is not given stays as it is. */
export interface ThreadChange {
  language?: string | null;
  fields?: ThreadFields;
  summary?: string | null;
  message?: { role: "user" | "assistant"; text: string };
}

type Reducer<K extends keyof ThreadRecord> = (known: ThreadRecord[K], change: ThreadChange) => ThreadRecord[K];

/** How each field takes a change in: messages are appended, all else is overwritten when given and kept otherwise. */
const REDUCERS: { [K in keyof ThreadRecord]: Reducer<K> } = {
  language: (known, { language }) => language ?? known,
  fields: (known, { fields }) => (fields === undefined ? known : { ...known, ...fields }),
  summary: (known, { summary }) => summary ?? known,
  messages: (known, { message }) => (message === undefined ? known : [...known, message]),
};

/** The record after a change; the record given stays as it is. */
export function reduceThread(record: ThreadRecord, change: ThreadChange): ThreadRecord {
  return {
    language: REDUCERS.language(record.language, change),
    fields: REDUCERS.fields(record.fields, change),
    summary: REDUCERS.summary(record.summary, change),
    messages: REDUCERS.messages(record.messages, change),
  };
}

export const EMPTY_THREAD: ThreadRecord = { language: null, fields: {}, summary: null, messages: [] };
