import { estimateTokens, trimThread } from "@quartermaster/agent/agent";
import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { EMPTY_THREAD, reduceThread } from "./thread-reducers.ts";

const HISTORY_LIMIT = 40;
/** Earlier turns that a reader of the intent gets at most; the thread itself keeps all. */
const HISTORY_TOKENS = 6_000;

export interface ThreadPicture {
  language: string | null;
  fields: JsonObject;
  history: { role: "user" | "assistant"; text: string }[];
}

/** The thread as the intent step needs it: fields, and the turns before this request. */
export async function readThread(tx: Tx, threadId: string, beforeRequest: string): Promise<ThreadPicture> {
  const thread = (
    await tx.query<{ language: string | null; fields: JsonObject }>("select language, fields from threads where id = $1", [threadId])
  ).rows[0];
  const turns = await tx.query<{ role: "user" | "assistant"; text: string }>(
    `select role, text from (select seq, role, text from messages where thread_id = $1
       and seq < (select min(seq) from messages where request_id = $2) order by seq desc limit $3) newest order by seq`,
    [threadId, beforeRequest, HISTORY_LIMIT],
  );
  const { kept } = trimThread(turns.rows, HISTORY_TOKENS, (turn) => estimateTokens(turn.text));
  return { language: thread?.language ?? null, fields: thread?.fields ?? {}, history: kept };
}

/** Overwrites the fields given and keeps the rest. */
export async function mergeThreadFields(
  tx: Tx,
  threadId: string,
  fields: Record<string, JsonValue>,
  language: string | null,
): Promise<void> {
  const found = await tx.query<{ language: string | null; fields: JsonObject }>(
    "select language, fields from threads where id = $1 for update",
    [threadId],
  );
  const known = found.rows[0];
  if (!known) return;
  // The first turn's language stays the thread's own; a later turn may be in another.
  const next = reduceThread({ ...EMPTY_THREAD, ...known }, { fields, language: known.language ?? language });
  await tx.query("update threads set fields = $2::jsonb, language = $3, updated_at = now() where id = $1", [
    threadId,
    JSON.stringify(next.fields),
    next.language,
  ]);
}

/** Writes a checkpoint of the thread after a step of a request. */
export async function writeCheckpoint(
  tx: Tx,
  request: { tenant: string; threadId: string; id: string },
  step: string,
  state: JsonObject,
): Promise<void> {
  const values = [request.tenant, request.threadId, request.id, step, JSON.stringify(state)];
  await tx.query({
    name: "checkpoint-insert",
    text: "insert into thread_checkpoints (tenant, thread_id, request_id, step, state) values ($1, $2, $3, $4, $5)",
    values,
  });
}
