import { type Tokenizer, trimThread } from "@quartermaster/agent/agent";
import type { IntentEntity, JsonObject } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { summariseTurns } from "./summarise-turns.ts";
import { fieldValues } from "./thread-fields.ts";
import { EMPTY_THREAD, reduceThread, type ThreadChange, type ThreadFields } from "./thread-reducers.ts";

const HISTORY_LIMIT = 40;
/** Earlier turns that a reader of the intent gets at most; the thread itself keeps all. */
const HISTORY_TOKENS = 6_000;
const SUMMARY_TOKENS = 300;
/** Requests that a summary looks back on at most. */
const SUMMARY_REQUESTS = 40;

export interface ThreadPicture {
  language: string | null;
  /** Values of the fields that still hold. */
  fields: JsonObject;
  history: { role: "user" | "assistant"; text: string }[];
  /** What the turns before the history were about; null when the history is whole. */
  summary: string | null;
}

interface Turn {
  seq: string;
  role: "user" | "assistant";
  text: string;
}

// By the column: a bare `seq` would be the selected text, where turn 9 comes after turn 10.
const TURNS = `select seq::text, role, text from (select seq, role, text from messages where thread_id = $1
    and seq < (select min(seq) from messages where request_id = $2) order by seq desc limit $3) newest order by newest.seq`;
const DROPPED = `select id, status, intent from (select r.id, r.status, r.intent, m.seq from messages m join requests r on r.id = m.request_id
    where m.thread_id = $1 and m.role = 'user' and m.seq < $2 order by m.seq desc limit ${SUMMARY_REQUESTS}) newest order by seq`;

async function summaryBefore(tx: Tx, threadId: string, seq: string, tokenizer: Tokenizer): Promise<string | null> {
  const rows = await tx.query<{ id: string; status: string; intent: { actionKinds: string[]; entities: IntentEntity[] } | null }>(DROPPED, [
    threadId,
    seq,
  ]);
  const turns = rows.rows.map(({ id, status, intent }) => ({
    requestId: id,
    kinds: intent?.actionKinds ?? [],
    entities: intent?.entities.map((entity) => entity.id) ?? [],
    status,
  }));
  return summariseTurns(turns, SUMMARY_TOKENS, (text) => tokenizer.count(text));
}

/** The thread as the intent step needs it: fields, the turns before this request, and what those before them were about. */
export async function readThread(tx: Tx, threadId: string, beforeRequest: string, tokenizer: Tokenizer): Promise<ThreadPicture> {
  const thread = (
    await tx.query<{ language: string | null; fields: JsonObject }>("select language, fields from threads where id = $1", [threadId])
  ).rows[0];
  const turns = (await tx.query<Turn & Record<string, unknown>>(TURNS, [threadId, beforeRequest, HISTORY_LIMIT])).rows;
  const { kept, dropped } = trimThread(turns, HISTORY_TOKENS, (turn) => tokenizer.count(turn.text));
  const cut = dropped.length > 0 || turns.length === HISTORY_LIMIT;
  const first = kept[0]?.seq ?? (turns.at(-1) === undefined ? null : String(Number(turns.at(-1)?.seq) + 1));
  return {
    language: thread?.language ?? null,
    fields: fieldValues(thread?.fields ?? {}, new Date()),
    history: kept.map(({ role, text }) => ({ role, text })),
    summary: cut && first !== null ? await summaryBefore(tx, threadId, first, tokenizer) : null,
  };
}

/** Takes a change into the thread's record: what is given overwrites, the rest stays. Messages have a table of their own. */
export async function changeThread(tx: Tx, threadId: string, change: Omit<ThreadChange, "message">): Promise<void> {
  const found = await tx.query<{ language: string | null; fields: ThreadFields; summary: string | null }>(
    "select language, fields, summary from threads where id = $1 for update",
    [threadId],
  );
  const known = found.rows[0];
  if (!known) return;
  // The first turn's language stays the thread's own; a later turn may be in another.
  const next = reduceThread({ ...EMPTY_THREAD, ...known }, { ...change, language: known.language ?? change.language ?? null });
  await tx.query("update threads set fields = $2::jsonb, language = $3, summary = $4, updated_at = now() where id = $1", [
    threadId,
    JSON.stringify(next.fields),
    next.language,
    next.summary,
  ]);
}

const CHECKPOINT = `insert into thread_checkpoints (tenant, thread_id, request_id, step, state, record)
  select $1, $2, $3, $4, $5, jsonb_build_object('language', t.language, 'fields', t.fields, 'summary', t.summary,
    'messages', m.count, 'lastMessage', m.last)
  from threads t, lateral (select count(*)::int as count, (array_agg(id order by seq desc))[1] as last from messages where thread_id = t.id) m
  where t.id = $2`;

/**
 * Writes a checkpoint of the thread after a step of a request, in the step's own transaction: what the step did, and the whole
 * record as it is then. Messages stand in it by count and last id; they are appended only, so that says which they were.
 */
export async function writeCheckpoint(
  tx: Pick<Tx, "query">,
  request: { tenant: string; threadId: string; id: string },
  step: string,
  state: JsonObject,
): Promise<void> {
  const values = [request.tenant, request.threadId, request.id, step, JSON.stringify(state)];
  await tx.query({ name: "checkpoint-insert", text: CHECKPOINT, values });
}
