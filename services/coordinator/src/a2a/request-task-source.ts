import type { Message, StreamResponse } from "@a2a-js/sdk";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import type { A2aCaller, A2aEvent, A2aTaskSource } from "@quartermaster/agent/a2a";
import { FINAL_REQUEST_STATUSES, Id, type Principal, type RequestStatus } from "@quartermaster/shared/contracts";
import { type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { readPlanPicture } from "../handoff/plan-store.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { cancelRequest } from "../requests/cancel-request.ts";
import { RequestBody } from "../requests/request-body.ts";
import type { RequestRow } from "../requests/request-row.ts";
import { submitRequest } from "../requests/submit-request.ts";
import { readChain } from "./request-chain.ts";
import { artifactEvent, artifactsOf, statusEvent, type TaskPicture, taskOf } from "./task-picture.ts";

const LOOK_EVERY_MS = 1_000;
/** Numbers of one request's events in the task's sequence; a later turn of the chain starts above the earlier ones. */
const PER_REQUEST = 1_000_000;
/** Room before each status for the artifacts that come with it. */
const PER_EVENT = 10;

const principalOf = (caller: A2aCaller): Principal => ({
  user: caller.user,
  tenant: caller.tenant,
  roles: [...caller.roles] as Principal["roles"],
});

const sequenceOf = (turn: number, event: number, part = PER_EVENT - 1): number => turn * PER_REQUEST + event * PER_EVENT + part;

/** One text part, or one data part `{ actions }`; the thread is the context. */
function bodyOf(message: Message, threadId: string | undefined): RequestBody {
  const [part, more] = message.parts;
  if (!part || more) throw new RequestMalformedError({ message: "exactly one part is needed: text, or data with actions" });
  const content = part.content;
  const words =
    content?.$case === "text"
      ? { text: content.value }
      : content?.$case === "data"
        ? { actions: (content.value as { actions?: unknown } | undefined)?.actions }
        : {};
  const parsed = RequestBody.safeParse({ ...words, ...(threadId ? { threadId } : {}) });
  if (parsed.success) return parsed.data;
  throw new RequestMalformedError({ message: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ") });
}

async function pictureOf(tx: Tx, taskId: string, row: RequestRow): Promise<TaskPicture> {
  const { steps, earlier } = await readPlanPicture(tx, row.id);
  return { taskId, row, steps: [...earlier, ...steps] };
}

interface StatusLine {
  id: number;
  data: { status: RequestStatus };
  at: string;
}

const STATUSES =
  "select id, data, at from request_events where request_id = $1 and id > $2 and name = 'request.status' order by id limit 200";

/** Events of one turn: every status, and before the final one the artifacts. */
async function eventsOfTurn(tx: Tx, taskId: string, row: RequestRow, turn: number, after: number, isLast: boolean): Promise<A2aEvent[]> {
  const picture = await pictureOf(tx, taskId, row);
  const from = Math.max(0, Math.floor((after - turn * PER_REQUEST) / PER_EVENT) - 1);
  const lines = (await tx.query<StatusLine & Record<string, unknown>>(STATUSES, [row.id, from])).rows;
  const events = lines.flatMap((line): A2aEvent[] => {
    const final = FINAL_REQUEST_STATUSES.includes(line.data.status);
    // An answered question ends that turn, not the task.
    if (final && !isLast) return [];
    const parts: StreamResponse[] = final ? artifactsOf(picture).map((artifact) => artifactEvent(picture, artifact)) : [];
    const status = { sequence: sequenceOf(turn, line.id), event: statusEvent(picture, line.data.status, line.at) };
    return [...parts.map((event, part) => ({ sequence: sequenceOf(turn, line.id, part), event })), status];
  });
  return events.filter((event) => event.sequence > after);
}

/** The request store as the A2A faces see it: a task is a request, its context the thread, its messageId the idempotency key. */
export function createRequestTaskSource(context: CoordinatorContext, orchestrator: Orchestrator): A2aTaskSource {
  const inChain = async <T>(
    caller: A2aCaller,
    taskId: string,
    work: (tx: Tx, chain: RequestRow[], last: RequestRow) => Promise<T>,
  ): Promise<T | undefined> =>
    await transaction(context.pool, caller.tenant, async (tx) => {
      const chain = await readChain(tx, taskId);
      const last = chain?.at(-1);
      return chain && last ? await work(tx, chain, last) : undefined;
    });

  return {
    async send(caller, message) {
      const existing = message.taskId ? await inChain(caller, message.taskId, async (_tx, _chain, last) => last) : undefined;
      if (message.taskId && existing?.status !== "awaiting_input")
        throw new RequestMalformedError({ message: "the task waits for no answer" });
      const body = bodyOf(message, existing?.threadId ?? (message.contextId || undefined));
      try {
        const answer = await submitRequest(context, orchestrator, {
          caller: principalOf(caller),
          body,
          idempotencyKey: message.messageId,
          authorization: caller.authorization,
        });
        return { taskId: message.taskId || (answer.body as { id: string }).id };
      } catch (error) {
        if (AppError.isInstance(error) && error.status < 500)
          throw new RequestMalformedError({ message: `${error.code}: ${error.message}` });
        throw error;
      }
    },
    read: async (caller, taskId) =>
      await inChain(caller, taskId, async (tx, chain, last) => ({
        task: taskOf(await pictureOf(tx, taskId, last)),
        sequence: sequenceOf(chain.length - 1, last.lastEvent),
      })),
    eventsAfter: async (caller, taskId, sequence) =>
      (await inChain(caller, taskId, async (tx, chain) => {
        const events: A2aEvent[] = [];
        for (const [turn, row] of chain.entries()) {
          if (sequence < (turn + 1) * PER_REQUEST)
            events.push(...(await eventsOfTurn(tx, taskId, row, turn, sequence, turn === chain.length - 1)));
        }
        return events;
      })) ?? [],
    async waitForChange(caller, taskId, _sequence, signal) {
      const last = await inChain(caller, taskId, async (_tx, _chain, row) => row.id);
      await context.news.wait(last ?? taskId, LOOK_EVERY_MS, signal);
    },
    async cancel(caller, taskId) {
      const last = await inChain(caller, taskId, async (_tx, _chain, row) => row.id);
      if (last === undefined) return "not_found";
      try {
        await cancelRequest(context, orchestrator, principalOf(caller), last);
        return "accepted";
      } catch (error) {
        if (AppError.isInstance(error) && (error.code === "conflict" || error.code === "forbidden")) return "final";
        throw error;
      }
    },
    list: async (caller, query) => await transaction(context.pool, caller.tenant, (tx) => listTasks(tx, caller, query)),
  };
}

const LIST = `select id, count(*) over ()::int as total from requests where requester = $1 and answers is null and ($2 = '' or thread_id = $2)
  and ($3 = '' or id < $3) order by id desc limit $4`;

async function listTasks(tx: Tx, caller: A2aCaller, query: { contextId: string; pageSize: number; pageToken: string }) {
  if (query.pageToken !== "" && !Id.safeParse(query.pageToken).success)
    throw new RequestMalformedError({ message: "the pageToken is not valid" });
  const found = (await tx.query<{ id: string; total: number }>(LIST, [caller.user, query.contextId, query.pageToken, query.pageSize + 1]))
    .rows;
  const page = found.slice(0, query.pageSize);
  const tasks = [];
  for (const { id } of page) {
    const last = (await readChain(tx, id))?.at(-1);
    if (last) tasks.push(taskOf(await pictureOf(tx, id, last)));
  }
  return { tasks, nextPageToken: found.length > query.pageSize ? (page.at(-1)?.id ?? "") : "", totalSize: found[0]?.total ?? 0 };
}
