import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { withoutSecrets } from "@quartermaster/shared/log";
import type { JournalEntry } from "../agent/journal.ts";
import type { TaskRow, TaskStore } from "./task-store.ts";

/** One reply must fit into a bus message. */
const PAGE_BYTES = 400_000;

const SECRET_NAME = /authorization|password|secret|api_?key|token$/i;

/** Copies a value without anything that looks like a secret. */
export function redact(value: JsonValue): JsonValue {
  if (typeof value === "string") return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, SECRET_NAME.test(key) ? "[secret]" : redact(member)]));
}

const taskHead = (task: TaskRow): JsonObject => ({
  taskId: task.task_id,
  agent: task.brief.body.agent,
  kind: task.kind,
  state: task.state,
  status: task.status ?? (task.state === "running" ? "working" : "waiting"),
  stopReason: task.stop_reason,
  goal: task.brief.body.goal,
  budget: task.brief.body.budget as JsonObject,
  usage: task.usage,
  attempts: task.attempts,
  instance: task.instance,
  agentVersion: task.agent_version,
  toolsetHash: task.toolset_hash,
  promptHash: task.prompt_hash,
  createdAt: task.created_at,
  startedAt: task.started_at,
  finishedAt: task.finished_at,
  answer: task.result?.body.answer ?? null,
});

function step(entry: JournalEntry): JsonValue {
  if (entry.kind !== "tool") return redact(entry as unknown as JsonObject);
  // `result` repeats `output` in full length; the model was shown `output`.
  const { result: _whole, texts, ...shown } = entry;
  return redact({
    ...shown,
    texts: texts.map(({ handle, record, field, value }) => ({ handle, record, field, length: value.length })),
  } as unknown as JsonObject);
}

/**
 * What one task did, in pages as below. @param fromStep first step of the page.
 */
export async function readTaskTrajectory(store: TaskStore, tenant: string, taskId: string, fromStep: number): Promise<JsonObject | null> {
  const task = await store.find(tenant, taskId);
  if (!task) return null;
  const entries = await store.loadJournal(tenant, taskId);
  const steps: JsonValue[] = [];
  let bytes = 0;
  let at = fromStep;
  for (; at < entries.length; at++) {
    const shown = step(entries[at] as JournalEntry);
    const size = JSON.stringify(shown).length;
    if (bytes + size > PAGE_BYTES && steps.length > 0) break;
    steps.push(size > PAGE_BYTES ? { kind: "tool", cut: true } : shown);
    bytes += size;
  }
  return { ...(redact(taskHead(task)) as JsonObject), steps, nextStep: at < entries.length ? at : null };
}

/**
 * What every task of a request did, from the database, redacted, in pages: `steps` go on where the last page ended.
 * @param cursor `<task index>:<step index>` of the next page.
 */
export async function readTrajectory(store: TaskStore, tenant: string, requestId: string, cursor: string | null): Promise<JsonObject> {
  const [fromTask = 0, fromStep = 0] = (cursor ?? "0:0").split(":").map(Number);
  const tasks = await store.listByRequest(tenant, requestId);
  const page: JsonObject[] = [];
  let bytes = 0;
  for (let index = fromTask; index < tasks.length; index++) {
    const task = await readTaskTrajectory(store, tenant, (tasks[index] as TaskRow).task_id, index === fromTask ? fromStep : 0);
    if (!task) continue;
    bytes += JSON.stringify(task).length;
    if (page.length > 0 && bytes > PAGE_BYTES) return { tasks: page, nextCursor: `${index}:0` };
    page.push(task);
    if (typeof task.nextStep === "number") return { tasks: page, nextCursor: `${index}:${task.nextStep}` };
  }
  return { tasks: page, nextCursor: null };
}
