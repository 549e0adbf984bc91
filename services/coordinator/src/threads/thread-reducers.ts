import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

/** What a conversation keeps besides its messages. */
export interface ThreadRecord {
  language: string | null;
  fields: JsonObject;
  messages: readonly { role: "user" | "assistant"; text: string }[];
}

/** One step's news about a thread; what is not given stays as it is. */
export interface ThreadChange {
  language?: string | null;
  fields?: Record<string, JsonValue>;
  message?: { role: "user" | "assistant"; text: string };
}

/** Overwritten when given; an empty value gives nothing. */
const overwrite = <T>(known: T | null, given: T | null | undefined): T | null => given ?? known;

/** The reducer of each field: messages are appended, the others overwritten when given and kept otherwise. */
export function reduceThread(record: ThreadRecord, change: ThreadChange): ThreadRecord {
  return {
    language: overwrite(record.language, change.language),
    fields: change.fields === undefined ? record.fields : { ...record.fields, ...change.fields },
    messages: change.message === undefined ? record.messages : [...record.messages, change.message],
  };
}

export const EMPTY_THREAD: ThreadRecord = { language: null, fields: {}, messages: [] };
