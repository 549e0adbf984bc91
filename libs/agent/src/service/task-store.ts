import type { Brief, JsonObject, TaskResult } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Signed } from "@quartermaster/shared/signing";
import type { CallLease } from "../agent/budget.ts";
import type { JournalEntry } from "../agent/journal.ts";

export const LEASE_SECONDS = 15;

/** A stored task, as the A2A face and the trajectory see it. */
export interface TaskRow {
  task_id: string;
  tenant: string;
  thread_id: string;
  request_id: string;
  kind: Brief["kind"];
  origin: "brief" | "user";
  brief: Signed<Brief>;
  caller: string;
  message_id: string | null;
  message_hash: string | null;
  context_id: string | null;
  state: "queued" | "running" | "done";
  owner: string | null;
  instance: string | null;
  attempts: number;
  cancel_requested: boolean;
  sequence: number;
  /** What a model call in flight may take; left over when a process died with it. */
  call_lease: CallLease | null;
  agent_version: string | null;
  toolset_hash: string | null;
  prompt_hash: string | null;
  status: string | null;
  stop_reason: string | null;
  result: Signed<TaskResult> | null;
  usage: JsonObject | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface NewTask {
  brief: Signed<Brief>;
  origin: TaskRow["origin"];
  caller: string;
  messageId: string | null;
  messageHash: string | null;
  contextId: string | null;
}

/** Versions that a journal belongs to. */
export interface Toolset {
  agentVersion: string;
  toolsetHash: string;
  promptHash: string;
}

export type Claim =
  | { kind: "claimed"; task: TaskRow; previous: Toolset | null }
  | { kind: "busy"; waitMs: number }
  | { kind: "done"; task: TaskRow };

const COLUMNS = `task_id, tenant, thread_id, request_id, kind, origin, brief, caller, message_id, message_hash, context_id, state, owner, instance,
  attempts, cancel_requested, sequence, call_lease, agent_version, toolset_hash, prompt_hash, status, stop_reason, result, usage, created_at, started_at, finished_at`;
const INSERT_COLUMNS =
  "task_id, tenant, thread_id, request_id, brief_id, kind, origin, brief, caller, message_id, message_hash, context_id";

const insertValues = (task: NewTask): unknown[] => {
  const { body } = task.brief;
  return [
    body.taskId,
    body.tenant,
    body.threadId,
    body.requestId,
    body.briefId,
    body.kind,
    task.origin,
    JSON.stringify(task.brief),
    task.caller,
    task.messageId,
    task.messageHash,
    task.contextId,
  ];
};

// The toolset columns keep the version of the journal until the owner decides to go on or to start over.
const CLAIM = `insert into agent_tasks (${INSERT_COLUMNS}, state, owner, instance, lease_until, attempts, started_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'running', $13, $14, now() + interval '${LEASE_SECONDS} seconds', 1, now())
  on conflict (task_id) do update set state = 'running', owner = excluded.owner, instance = excluded.instance, lease_until = excluded.lease_until,
    attempts = agent_tasks.attempts + 1, started_at = coalesce(agent_tasks.started_at, now()), sequence = agent_tasks.sequence + 1
  where agent_tasks.state = 'queued' or (agent_tasks.state = 'running' and agent_tasks.lease_until < now())
  returning ${COLUMNS}`;
const APPEND = `with mine as (
    update agent_tasks set call_lease = null where task_id = $1 and owner = $2 and state = 'running' returning task_id, tenant)
  insert into agent_journal (task_id, position, tenant, owner, entries)
  select task_id, coalesce((select max(position) + 1 from agent_journal where task_id = $1), 0), tenant, $2, $3::json from mine`;
const RESERVE = "update agent_tasks set call_lease = $3::json where task_id = $1 and owner = $2 and state = 'running'";
const FINISH = `update agent_tasks set state = 'done', status = $3, stop_reason = $4, result = $5::json, usage = $6::json, lease_until = null, call_lease = null,
  sequence = sequence + 1, finished_at = now() where task_id = $1 and owner = $2 and state = 'running'`;

/**
 * Tasks and journals. `asyncPool` commits asynchronously: what a crash of the server takes from it is a claim or a model call
 * that happens again, and everything is flushed by the finishing commit.
 */
export function createTaskStore(pool: Pool, asyncPool: Pool) {
  return {
    /** Takes a task for this owner: a new one, a queued one, or one whose lease ran out. */
    async claim(task: NewTask, owner: string, instance: string, toolset: Toolset): Promise<Claim> {
      const { tenant, taskId } = task.brief.body;
      return await transaction(asyncPool, tenant, async (tx): Promise<Claim> => {
        const claimed = (await tx.query<TaskRow>({ name: "agent-claim", text: CLAIM, values: [...insertValues(task), owner, instance] }))
          .rows[0];
        if (claimed) {
          const { agent_version: agentVersion, toolset_hash: toolsetHash, prompt_hash: promptHash } = claimed;
          const previous =
            agentVersion !== null && toolsetHash !== null && promptHash !== null ? { agentVersion, toolsetHash, promptHash } : null;
          const values = [taskId, toolset.agentVersion, toolset.toolsetHash, toolset.promptHash];
          await tx.query({
            name: "agent-toolset",
            text: "update agent_tasks set agent_version = $2, toolset_hash = $3, prompt_hash = $4 where task_id = $1",
            values,
          });
          return { kind: "claimed", task: claimed, previous };
        }
        const found = await tx.query<TaskRow & { left_ms: number | null }>(
          `select ${COLUMNS}, (extract(epoch from lease_until - now()) * 1000)::int as left_ms from agent_tasks where task_id = $1`,
          [taskId],
        );
        const row = found.rows[0];
        if (!row) throw new AppError("internal", { detail: "the task can neither be claimed nor found" });
        return row.state === "done" ? { kind: "done", task: row } : { kind: "busy", waitMs: Math.max(200, (row.left_ms ?? 0) + 200) };
      });
    },

    /** Every entry of the task in order. */
    async loadJournal(tenant: string, taskId: string): Promise<JournalEntry[]> {
      const rows = await transaction(pool, tenant, (tx) =>
        tx.query<{ entries: JournalEntry[] }>({
          name: "agent-journal-load",
          text: "select entries from agent_journal where task_id = $1 order by position",
          values: [taskId],
        }),
      );
      return rows.rows.flatMap((row) => row.entries);
    },

    /** @throws AppError lease_lost when another owner has the task. */
    async appendJournal(tenant: string, taskId: string, owner: string, entries: readonly JournalEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await transaction(asyncPool, tenant, (tx) => appendEntries(tx, taskId, owner, entries));
    },

    /** Notes what the next model call may take. @throws AppError lease_lost when another owner has the task. */
    async reserveCall(tenant: string, taskId: string, owner: string, lease: CallLease): Promise<void> {
      const values = [taskId, owner, JSON.stringify(lease)];
      const noted = await transaction(asyncPool, tenant, (tx) => tx.query({ name: "agent-reserve", text: RESERVE, values }));
      if (noted.rowCount !== 1) throw leaseLost(taskId);
    },

    /** Renews the lease. @returns whether the task shall be cancelled, or null when it belongs to somebody else. */
    async heartbeat(tenant: string, taskId: string, owner: string): Promise<{ cancelRequested: boolean } | null> {
      const text = `update agent_tasks set lease_until = now() + interval '${LEASE_SECONDS} seconds' where task_id = $1 and owner = $2 and state = 'running' returning cancel_requested`;
      const row = (
        await transaction(asyncPool, tenant, (tx) =>
          tx.query<{ cancel_requested: boolean }>({ name: "agent-heartbeat", text, values: [taskId, owner] }),
        )
      ).rows[0];
      return row ? { cancelRequested: row.cancel_requested } : null;
    },

    /** Gives an unfinished task back at once; a drain does not count as an attempt. */
    async release(tenant: string, taskId: string, owner: string, drained: boolean): Promise<void> {
      const text = `update agent_tasks set state = 'queued', owner = null, lease_until = null, attempts = greatest(attempts - $3, 0)
        where task_id = $1 and owner = $2 and state = 'running'`;
      await transaction(pool, tenant, (tx) => tx.query(text, [taskId, owner, drained ? 1 : 0]));
    },

    /** Ends the task inside the caller's transaction, with what the journal does not have yet. @returns false when the lease was lost: nothing was changed. */
    async finish(tx: Tx, taskId: string, owner: string, result: Signed<TaskResult>, entries: readonly JournalEntry[]): Promise<boolean> {
      if (entries.length > 0)
        await tx.query({ name: "agent-journal-append", text: APPEND, values: [taskId, owner, JSON.stringify(entries)] });
      const { status, stopReason, usage } = result.body;
      const values = [taskId, owner, status, stopReason, JSON.stringify(result), JSON.stringify(usage)];
      return (await tx.query({ name: "agent-finish", text: FINISH, values })).rowCount === 1;
    },

    /** Marks an unfinished task for cancelling. @returns null when the task is unknown. */
    async requestCancel(taskId: string, tenant: string = ALL_TENANTS): Promise<{ state: TaskRow["state"] } | null> {
      const text = `with asked as (update agent_tasks set cancel_requested = true, sequence = sequence + 1 where task_id = $1 and state <> 'done' returning state)
        select state from asked union all select state from agent_tasks where task_id = $1 and state = 'done' limit 1`;
      return (await transaction(pool, tenant, (tx) => tx.query<{ state: TaskRow["state"] }>(text, [taskId]))).rows[0] ?? null;
    },

    /** Writes a queued task inside the caller's transaction; false when the id exists. */
    async insertQueued(tx: Tx, task: NewTask): Promise<boolean> {
      const text = `insert into agent_tasks (${INSERT_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`;
      return (await tx.query(text, insertValues(task))).rowCount === 1;
    },

    async find(tenant: string, taskId: string): Promise<TaskRow | null> {
      return (
        (await transaction(pool, tenant, (tx) => tx.query<TaskRow>(`select ${COLUMNS} from agent_tasks where task_id = $1`, [taskId])))
          .rows[0] ?? null
      );
    },

    async findByMessage(tenant: string, caller: string, messageId: string): Promise<TaskRow | null> {
      const text = `select ${COLUMNS} from agent_tasks where tenant = $1 and caller = $2 and message_id = $3`;
      return (await transaction(pool, tenant, (tx) => tx.query<TaskRow>(text, [tenant, caller, messageId]))).rows[0] ?? null;
    },

    /** Tasks of one caller, newest first. */
    async list(
      tenant: string,
      filter: { caller?: string; contextId?: string; before?: readonly [createdAt: string, taskId: string]; limit: number },
    ): Promise<TaskRow[]> {
      const text = `select ${COLUMNS} from agent_tasks where tenant = $1 and ($2::text is null or caller = $2) and ($3::text is null or context_id = $3)
        and ($4::timestamptz is null or (date_trunc('milliseconds', created_at), task_id) < ($4, $5))
        order by date_trunc('milliseconds', created_at) desc, task_id desc limit $6`;
      const [createdAt, taskId] = filter.before ?? [null, null];
      const values = [tenant, filter.caller ?? null, filter.contextId ?? null, createdAt, taskId, filter.limit];
      return (await transaction(pool, tenant, (tx) => tx.query<TaskRow>(text, values))).rows;
    },

    /** Tasks of one request with the journal rows from a position on. */
    async listByRequest(tenant: string, requestId: string): Promise<TaskRow[]> {
      const text = `select ${COLUMNS} from agent_tasks where tenant = $1 and request_id = $2 order by created_at, task_id limit 100`;
      return (await transaction(pool, tenant, (tx) => tx.query<TaskRow>(text, [tenant, requestId]))).rows;
    },

    async storeDeadLetter(letter: {
      tenant: string;
      subject: string;
      code: string;
      detail: string;
      body: string;
      deliveryCount: number;
    }): Promise<void> {
      const text = "insert into agent_dead_letters (tenant, subject, code, detail, body, delivery_count) values ($1, $2, $3, $4, $5, $6)";
      // A NUL cannot be stored as text; the letter is kept for people to read, not to be replayed byte for byte.
      const body = letter.body.slice(0, 600_000).replaceAll("\u0000", "\\u0000");
      const values = [letter.tenant, letter.subject, letter.code, letter.detail.slice(0, 2000), body, letter.deliveryCount];
      await transaction(pool, letter.tenant, (tx) => tx.query(text, values));
    },
  };
}

const leaseLost = (taskId: string): AppError => new AppError("lease_lost", { detail: `task ${taskId} belongs to another replica` });

export type TaskStore = ReturnType<typeof createTaskStore>;

async function appendEntries(tx: Tx, taskId: string, owner: string, entries: readonly JournalEntry[]): Promise<void> {
  const written = await tx.query({ name: "agent-journal-append", text: APPEND, values: [taskId, owner, JSON.stringify(entries)] });
  if (written.rowCount !== 1) throw leaseLost(taskId);
}
