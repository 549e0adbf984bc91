import { Role as A2aRole, type Message, Task, type TaskStatus } from "@a2a-js/sdk";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import type { A2aCaller, A2aEvent, A2aTaskSource } from "@quartermaster/agent/a2a";
import { FINAL_REQUEST_STATUSES, Id, newId, type Principal, RequestStatus, type Role } from "@quartermaster/shared/contracts";
import { type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { readPlanPicture } from "../handoff/plan-store.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { cancelRequest } from "../requests/cancel-request.ts";
import { createRequest } from "../requests/create-request.ts";
import { RequestBody } from "../requests/request-body.ts";
import { camelRow, type RequestRow } from "../requests/request-row.ts";
import { readRequest } from "../requests/request-store.ts";
import { fetchRequestToken } from "../requests/request-token.ts";
import { validateActions } from "../requests/validate-actions.ts";
import { bodyHashOf } from "../rest/idempotency.ts";
import { requestState } from "./request-states.ts";

/** A2A sequence numbers per feed event: 0 for an artifact, 1 for the status. */
const PER_EVENT = 2;
const WAIT_MS = 1_000;

const principalOf = (caller: A2aCaller): Principal => ({ user: caller.user, tenant: caller.tenant, roles: [...caller.roles] as Role[] });

const statusOf = (status: RequestStatus, at: string, text: string | null, row: RequestRow): TaskStatus => ({
  state: requestState(status),
  timestamp: at,
  message: text
    ? {
        messageId: `${row.id}-${status}`,
        contextId: row.threadId,
        taskId: row.id,
        role: A2aRole.ROLE_AGENT,
        parts: [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "text/plain" }],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      }
    : undefined,
});

const wordsFor = (status: RequestStatus, row: RequestRow): string | null => (status === "awaiting_input" ? row.questions.map((question) => question.text).join("\n") || null : null);

/** Approvals that are waited for, so that a client can send people to them. */
async function openApprovals(tx: Tx, row: RequestRow): Promise<string[]> {
  if (row.status !== "awaiting_approval") return [];
  const { steps } = await readPlanPicture(tx, row.id);
  return steps.flatMap((step) => (step.approval && step.state === "pending" ? [step.approval.id] : []));
}

async function artifactsOf(tx: Tx, row: RequestRow): Promise<Record<string, unknown>[]> {
  if (!FINAL_REQUEST_STATUSES.includes(row.status) || row.answer === null) return [];
  const { steps, earlier } = await readPlanPicture(tx, row.id);
  const receipts = [...earlier, ...steps].flatMap((step) => (step.receipt ? [step.receipt] : []));
  return [
    { artifactId: "answer", name: "answer", parts: [{ text: row.answer, mediaType: "text/plain" }, { data: { answerFacts: row.answerFacts }, mediaType: "application/json" }] },
    ...(receipts.length > 0 ? [{ artifactId: "receipts", name: "receipts", parts: [{ data: { receipts }, mediaType: "application/json" }] }] : []),
  ];
}

async function taskOf(tx: Tx, row: RequestRow): Promise<Task> {
  const approvals = await openApprovals(tx, row);
  const task = Task.fromJSON({ id: row.id, contextId: row.threadId, artifacts: await artifactsOf(tx, row), metadata: { requestStatus: row.status, ...(approvals.length > 0 ? { approvals } : {}) } });
  return { ...task, status: statusOf(row.status, row.updatedAt, wordsFor(row.status, row), row) };
}

/** One text part in plain words, or one data part `{ actions }`. */
function bodyOf(message: Message): RequestBody {
  const [part, more] = message.parts;
  if (!part || more) throw new RequestMalformedError({ message: "exactly one part is needed: text, or data with actions" });
  const words = part.content?.$case === "text" ? { text: part.content.value } : part.content?.$case === "data" ? { actions: (part.content.value as { actions?: unknown } | undefined)?.actions } : {};
  const parsed = RequestBody.safeParse({ ...words, ...(message.contextId ? { threadId: message.contextId } : {}) });
  if (!parsed.success) throw new RequestMalformedError({ message: parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ") });
  return parsed.data;
}

interface FeedRow {
  id: number;
  name: string;
  data: { status?: string };
  at: string;
}

/** The A2A face's view of requests: messageId is the Idempotency-Key, contextId the thread, the task id the request's. */
export function createRequestTaskSource(context: CoordinatorContext, orchestrator: Orchestrator): A2aTaskSource {
  const inTenant = <T>(caller: A2aCaller, work: (tx: Tx) => Promise<T>): Promise<T> => transaction(context.pool, caller.tenant, work);
  const find = (tx: Tx, taskId: string): Promise<RequestRow | null> => (Id.safeParse(taskId).success ? readRequest(tx, taskId) : Promise.resolve(null));
  return {
    async send(caller, message) {
      const body = bodyOf(message);
      if (body.actions) validateActions(body.actions, context.catalogue);
      const id = newId("req");
      const token = await fetchRequestToken(context, id, caller.authorization);
      const idempotency = { key: `a2a:${message.messageId}`, hash: bodyHashOf("A2A", "SendMessage", body) };
      const answer = await createRequest(context, { id, caller: principalOf(caller), body, token, idempotency }).catch((error: unknown) => {
        if (AppError.isInstance(error) && error.code === "idempotency_mismatch") throw new RequestMalformedError({ message: "this messageId was used with another body" });
        throw error;
      });
      const taskId = (answer.body as { id: string }).id;
      if (!answer.replayed) orchestrator.kick(caller.tenant, taskId);
      return { taskId };
    },
    read: (caller, taskId) =>
      inTenant(caller, async (tx) => {
        const row = await find(tx, taskId);
        return row ? { task: await taskOf(tx, row), sequence: Number(row.lastEvent) * PER_EVENT + 1 } : undefined;
      }),
    eventsAfter: (caller, taskId, sequence) =>
      inTenant(caller, async (tx) => {
        const row = await find(tx, taskId);
        if (!row) return [];
        const text = "select id, name, data, at from request_events where request_id = $1 and id >= $2 and name = 'request.status' order by id limit 200";
        const rows = (await tx.query<FeedRow & Record<string, unknown>>(text, [taskId, Math.floor(sequence / PER_EVENT)])).rows;
        const events: A2aEvent[] = [];
        for (const feed of rows) {
          const status = RequestStatus.safeParse(feed.data.status);
          if (!status.success) continue;
          const head = { taskId: row.id, contextId: row.threadId };
          if (FINAL_REQUEST_STATUSES.includes(status.data)) {
            for (const artifact of (await taskOf(tx, row)).artifacts) {
              events.push({ sequence: feed.id * PER_EVENT, event: { payload: { $case: "artifactUpdate", value: { ...head, artifact, append: false, lastChunk: true, metadata: undefined } } } });
            }
          }
          const metadata = { requestStatus: status.data, ...(status.data === "awaiting_approval" ? { approvals: await openApprovals(tx, row) } : {}) };
          events.push({ sequence: feed.id * PER_EVENT + 1, event: { payload: { $case: "statusUpdate", value: { ...head, status: statusOf(status.data, feed.at, wordsFor(status.data, row), row), metadata } } } });
        }
        return events.filter((event) => event.sequence > sequence);
      }),
    waitForChange: (_caller, taskId, _sequence, signal) => context.news.wait(taskId, WAIT_MS, signal),
    async cancel(caller, taskId) {
      try {
        await cancelRequest(context, orchestrator, principalOf(caller), taskId);
        return "accepted";
      } catch (error) {
        if (!AppError.isInstance(error)) throw error;
        if (error.code === "not_found") return "not_found";
        if (error.code === "conflict" || error.code === "forbidden") return "final";
        throw error;
      }
    },
    list: (caller, query) =>
      inTenant(caller, async (tx) => {
        const text = `select * from requests where requester = $1 and ($2 = '' or thread_id = $2) and ($3 = '' or id < $3) order by id desc limit $4`;
        const rows = (await tx.query(text, [caller.user, query.contextId, query.pageToken, query.pageSize + 1])).rows.map((row) => camelRow<RequestRow>(row));
        const page = rows.slice(0, query.pageSize);
        const tasks: Task[] = [];
        for (const row of page) tasks.push(await taskOf(tx, row));
        return { tasks, nextPageToken: rows.length > page.length ? (page.at(-1)?.id ?? "") : "", totalSize: page.length };
      }),
  };
}
