import { type Message, Task } from "@a2a-js/sdk";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import { type AgentName, type Brief, Id, Instant, type JsonObject, newId, subjects } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { pageCursor } from "@quartermaster/shared/http";
import { contentHash, type Signed } from "@quartermaster/shared/signing";
import { z } from "zod";
import { a2aState } from "../service/a2a-frame.ts";
import type { AgentServices } from "../service/agent-services.ts";
import { verifyBrief } from "../service/parse-task-message.ts";
import type { NewTask, TaskRow } from "../service/task-store.ts";
import type { A2aCaller, A2aEvent, A2aTaskSource, TaskListQuery } from "./task-source.ts";

/** What a user's own text may cost; nothing it leads to can enter a plan. */
const USER_BUDGET = { steps: 12, tokens: 60_000, costMicros: null, wallMs: 60_000 };
const POLL_MS = 1_000;

const PAGE_TOKEN = pageCursor(z.tuple([Instant, Id]));

/** @throws RequestMalformedError for a token that no list gave */
function readPageToken(text: string): [string, string] {
  try {
    return PAGE_TOKEN.read(text);
  } catch {
    throw new RequestMalformedError({ message: "the pageToken is not valid" });
  }
}

type BriefStatus = Parameters<typeof a2aState>[0];

/** Events by phase: 1 working, 2 the result, 3 the final status. Fixed numbers, so every reader sees the same order. */
const PHASES = { queued: 0, running: 1, done: 3 } as const;

const stateOf = (row: TaskRow): string =>
  row.state === "done"
    ? a2aState((row.status ?? "failed") as BriefStatus)
    : row.state === "running"
      ? "TASK_STATE_WORKING"
      : "TASK_STATE_SUBMITTED";
const contextOf = (row: TaskRow): string => row.context_id ?? row.thread_id;
const statusOf = (row: TaskRow) => ({ state: stateOf(row), timestamp: row.finished_at ?? row.started_at ?? row.created_at });

const artifactOf = (row: TaskRow): JsonObject | null => {
  if (!row.result) return null;
  const parts: JsonObject[] = [{ data: { result: row.result as unknown as JsonObject }, mediaType: "application/json" }];
  if (row.result.body.answer) parts.unshift({ text: row.result.body.answer, mediaType: "text/plain" });
  return { artifactId: "result", name: "result", parts };
};

const taskOf = (row: TaskRow): Task => {
  const artifact = artifactOf(row);
  return Task.fromJSON({
    id: row.task_id,
    contextId: contextOf(row),
    status: statusOf(row),
    artifacts: artifact ? [artifact] : [],
    metadata: row.stop_reason ? { stopReason: row.stop_reason } : undefined,
  });
};

const ownedBy = (row: TaskRow, caller: A2aCaller): boolean => row.caller === caller.user || row.brief.body.requester === caller.user;

/** A brief of the agent's own for a user's text: read tools only, whatever the text says. */
async function briefForText(services: AgentServices, caller: A2aCaller, message: Message, text: string): Promise<Signed<Brief>> {
  const agent = services.agent as AgentName;
  const clock = await transaction(services.pool, caller.tenant, (tx) =>
    tx.query<{ business: string; now: string }>("select business_now($1) as business, now() as now", [caller.tenant]),
  );
  const { business, now } = clock.rows[0] ?? { business: new Date().toISOString(), now: new Date().toISOString() };
  const body: Brief = {
    v: 1,
    briefId: newId("brf"),
    taskId: newId("tsk"),
    tenant: caller.tenant,
    threadId: Id.safeParse(message.contextId).success ? message.contextId : newId("thr"),
    requestId: newId("req"),
    agent,
    kind: "work",
    requester: caller.user,
    language: "en",
    businessNow: business,
    goal: text.slice(0, 12_000),
    intent: {
      actionKinds: [],
      derivedKinds: [],
      entities: [],
      agents: [agent],
      limits: { quantities: [], dates: [] },
      language: "en",
      structured: false,
    },
    facts: { planned: [], results: [], fields: {} },
    calls: [],
    selectors: [],
    wave: 0,
    budget: USER_BUDGET,
    deadlineAt: new Date(Date.parse(now) + USER_BUDGET.wallMs).toISOString(),
    issuedAt: now,
  };
  return services.signer.sign("brief", body);
}

async function newTask(services: AgentServices, caller: A2aCaller, message: Message): Promise<NewTask> {
  const data = message.parts.find((part) => part.content?.$case === "data")?.content?.value as { brief?: unknown } | undefined;
  if (data?.brief !== undefined) {
    const { brief, origin } = verifyBrief(data.brief, services.agent as AgentName, services.verifier);
    // The agent's own signature is for its stream only; nobody may bring it in from outside.
    if (origin === "user") throw new AppError("unauthenticated");
    return {
      brief,
      origin,
      caller: "coordinator",
      messageId: message.messageId,
      messageHash: contentHash(brief.body),
      contextId: message.contextId || brief.body.threadId,
    };
  }
  const text = message.parts
    .flatMap((part) => (part.content?.$case === "text" ? [part.content.value] : []))
    .join("\n")
    .trim();
  if (text === "") throw new RequestMalformedError({ message: "a text part or a data part with a signed brief is needed" });
  const brief = await briefForText(services, caller, message, text);
  return {
    brief,
    origin: "user",
    caller: caller.user,
    messageId: message.messageId,
    messageHash: contentHash(["text", text]),
    contextId: message.contextId || brief.body.threadId,
  };
}

/** The A2A face's view of the agent's task table. */
export function createAgentTaskSource(services: AgentServices): A2aTaskSource {
  const { store, outbox, agent } = services;
  const find = async (caller: A2aCaller, taskId: string): Promise<TaskRow | null> => {
    if (!Id.safeParse(taskId).success) return null;
    const row = await store.find(caller.tenant, taskId);
    return row && ownedBy(row, caller) ? row : null;
  };
  return {
    async send(caller, message) {
      const task = await newTask(services, caller, message);
      const { tenant, taskId, threadId } = task.brief.body;
      const written = await outbox.transaction(tenant, async (tx) => {
        if (!(await store.insertQueued(tx, task))) return false;
        const body = {
          jsonrpc: "2.0",
          id: taskId,
          method: "SendMessage",
          params: {
            message: {
              messageId: message.messageId,
              role: "ROLE_USER",
              contextId: task.contextId,
              parts: [{ data: { brief: task.brief } }],
            },
          },
        };
        tx.send({ subject: subjects.task(agent, tenant, threadId), msgId: `task:${taskId}:0`, body, headers: { "qm-task": taskId } });
        return true;
      });
      if (written) return { taskId };
      const known = (await store.findByMessage(tenant, task.caller, message.messageId)) ?? (await store.find(tenant, taskId));
      if (!known || known.message_hash !== task.messageHash)
        throw new RequestMalformedError({ message: "this messageId was used with another body" });
      return { taskId: known.task_id };
    },
    async read(caller, taskId) {
      const row = await find(caller, taskId);
      return row ? { task: taskOf(row), sequence: PHASES[row.state] } : undefined;
    },
    async eventsAfter(caller, taskId, sequence) {
      const row = await find(caller, taskId);
      if (!row) return [];
      const head = { taskId, contextId: contextOf(row), metadata: undefined };
      const task = taskOf(row);
      const events: A2aEvent[] = [];
      if (row.state === "running")
        events.push({ sequence: 1, event: { payload: { $case: "statusUpdate", value: { ...head, status: task.status } } } });
      if (row.state === "done") {
        const artifact = task.artifacts[0];
        if (artifact)
          events.push({
            sequence: 2,
            event: { payload: { $case: "artifactUpdate", value: { ...head, artifact, append: false, lastChunk: true } } },
          });
        events.push({ sequence: 3, event: { payload: { $case: "statusUpdate", value: { ...head, status: task.status } } } });
      }
      return events.filter((event) => event.sequence > sequence);
    },
    waitForChange(_caller, taskId, _sequence, signal) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          unsubscribe();
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, POLL_MS);
        const unsubscribe = services.subscribe(taskId, done);
        signal.addEventListener("abort", done);
        if (signal.aborted) done();
      });
    },
    async cancel(caller, taskId) {
      const row = await find(caller, taskId);
      if (!row) return "not_found";
      if (row.state === "done") return "final";
      const asked = await services.cancelTask(taskId, caller.tenant);
      return asked?.state === "done" ? "final" : "accepted";
    },
    async list(caller, query: TaskListQuery) {
      const filter = {
        caller: caller.user,
        limit: query.pageSize + 1,
        ...(query.contextId ? { contextId: query.contextId } : {}),
        ...(query.pageToken ? { before: readPageToken(query.pageToken) } : {}),
      };
      const rows = await store.list(caller.tenant, filter);
      const page = rows.slice(0, query.pageSize);
      const last = page.at(-1);
      return {
        tasks: page.map(taskOf),
        nextPageToken: rows.length > page.length && last ? PAGE_TOKEN.write([last.created_at, last.task_id]) : "",
        totalSize: page.length,
      };
    },
  };
}
