import { type Action, newId, type Principal } from "@quartermaster/shared/contracts";
import type { OutboxTx, StoredAnswer } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { recordEvent } from "../events/record-event.ts";
import { sendPlanCommand } from "../handoff/send-plan-command.ts";
import { findStoredAnswer, storeAnswer } from "../rest/idempotency.ts";
import type { ThreadFields } from "../threads/thread-reducers.ts";
import { writeCheckpoint } from "../threads/thread-store.ts";
import type { RequestBody } from "./request-body.ts";

/** Longest time that a turn keeps the thread's open items from being decided while it is read. */
const PAUSE_MS = 120_000;

export interface NewRequest {
  id: string;
  caller: Principal;
  body: RequestBody;
  token: unknown;
  idempotency: { key: string; hash: string } | null;
}

const wordsOf = (actions: readonly Action[]): string => actions.map((action) => `${action.agent}.${action.tool}`).join(", ");

/** A language that is asked for sticks to the thread; one that was only found in a turn does not. */
function languageField(request: NewRequest): ThreadFields {
  const { language } = request.body;
  const source = { by: "requester" as const, requestId: request.id };
  return language === undefined ? {} : { language: { value: language, source, at: new Date().toISOString(), expiresAt: null } };
}

async function openThread(tx: OutboxTx, request: NewRequest): Promise<string> {
  const { caller, body } = request;
  const fields = JSON.stringify(languageField(request));
  if (body.threadId === undefined) {
    const id = newId("thr");
    await tx.query("insert into threads (tenant, id, created_by, language, fields) values ($1, $2, $3, $4, $5::jsonb)", [
      caller.tenant,
      id,
      caller.user,
      body.language ?? null,
      fields,
    ]);
    return id;
  }
  const known = await tx.query<{ created_by: string }>(
    "update threads set updated_at = now(), language = coalesce($2, language), fields = fields || $3::jsonb where id = $1 returning created_by",
    [body.threadId, body.language ?? null, fields],
  );
  const thread = known.rows[0];
  if (!thread) throw new AppError("not_found", { detail: "there is no such thread" });
  // The words of one person would become the plan of another, who is then not kept from approving it.
  if (thread.created_by !== caller.user) throw new AppError("forbidden", { detail: "only the user who opened the thread continues it" });
  return body.threadId;
}

/** Keeps the thread's pending items from being decided until this turn is read; the commands go out with the turn itself. */
async function pauseOpenItems(tx: OutboxTx, tenant: string, threadId: string, requestId: string): Promise<string[]> {
  const open = await tx.query<{ id: string; plan_id: string }>(
    "select id, plan_id from requests where thread_id = $1 and phase <> 'done' and plan_id is not null order by created_at",
    [threadId],
  );
  const until = new Date(Date.now() + PAUSE_MS).toISOString();
  for (const row of open.rows) {
    sendPlanCommand(tx, { type: "pause", tenant, requestId: row.id, planId: row.plan_id, until }, `pause:${requestId}:${row.id}`);
  }
  return open.rows.map((row) => row.id);
}

/** Words tell their own language unless one was asked for; known steps have none and take the thread's. */
const INSERT_REQUEST = `insert into requests (tenant, id, thread_id, requester, requester_roles, text, actions, mode, acknowledge, language, request_token, paused)
  select $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, coalesce($10, (select case when $6::text is null then language else fields->'language'->>'value' end from threads where id = $3)), $11::jsonb, $12`;

async function insertRequest(tx: OutboxTx, request: NewRequest, threadId: string): Promise<void> {
  const { id, caller, body } = request;
  const paused = body.text === undefined ? [] : await pauseOpenItems(tx, caller.tenant, threadId, id);
  const actions = body.actions === undefined ? null : JSON.stringify(body.actions);
  const token = request.token === null ? null : JSON.stringify(request.token);
  const values = [
    caller.tenant,
    id,
    threadId,
    caller.user,
    caller.roles,
    body.text ?? null,
    actions,
    body.mode ?? "execute",
    body.acknowledge ?? [],
    body.language ?? null,
    token,
    paused,
  ];
  await tx.query({ name: "request-insert", text: INSERT_REQUEST, values });
  await tx.query({
    name: "message-insert",
    text: "insert into messages (tenant, id, thread_id, request_id, role, text) values ($1, $2, $3, $4, 'user', $5)",
    values: [caller.tenant, newId("msg"), threadId, id, body.text ?? wordsOf(body.actions ?? [])],
  });
  await recordEvent(tx, { id, tenant: caller.tenant, threadId }, "request.status", {
    status: "received",
    waitingFor: null,
    attention: false,
  });
}

/**
 * Stores a request, its message and its first event in one transaction. The same Idempotency-Key and body gives the first
 * answer again, also when both calls run at the same time.
 */
export async function createRequest(
  context: Pick<CoordinatorContext, "outbox">,
  request: NewRequest,
): Promise<StoredAnswer & { replayed: boolean }> {
  const { caller, idempotency } = request;
  return await context.outbox.transaction(caller.tenant, async (tx) => {
    if (idempotency) {
      const lock = `${caller.tenant}/${caller.user}/${idempotency.key}`;
      await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 1))", [lock]);
      const stored = await findStoredAnswer(tx, caller, idempotency.key, idempotency.hash);
      if (stored) return { ...stored, replayed: true };
    }
    const threadId = await openThread(tx, request);
    await insertRequest(tx, request, threadId);
    await writeCheckpoint(tx, { id: request.id, tenant: caller.tenant, threadId }, "received", {});
    const links = { self: `/v1/requests/${request.id}`, events: `/v1/requests/${request.id}/events`, thread: `/v1/threads/${threadId}` };
    const answer = { status: 202, body: { id: request.id, threadId, status: "received", links } };
    // Taken in between by another call, which has another body.
    if (idempotency && !(await storeAnswer(tx, caller, idempotency.key, idempotency.hash, answer)))
      throw new AppError("idempotency_mismatch");
    return { ...answer, replayed: false };
  });
}
