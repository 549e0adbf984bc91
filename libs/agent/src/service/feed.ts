import type { Bus } from "@quartermaster/shared/bus";
import {
  type Brief,
  type Envelope,
  type FeedEvent,
  type JsonObject,
  MESSAGE_TYPES,
  newId,
  subjects,
} from "@quartermaster/shared/contracts";
import type { Logger } from "@quartermaster/shared/log";
import type { ToolEntry } from "../agent/journal.ts";

/** Lines waiting for the bus at the same time; beyond it they are dropped, the truth is in the database. */
const MAX_WAITING = 200;

export interface Feed {
  /** Work began. The end is told by the coordinator, once, with the result. */
  working(brief: Brief, attempt: number): void;
  call(brief: Brief, entry: ToolEntry): void;
  /** Four fifths of a limit of the task are used. */
  budget(brief: Brief, used: { limit: string; part: number }): void;
}

const summary = (args: ToolEntry["args"]): ToolEntry["args"] => {
  const text = JSON.stringify(args);
  return text.length <= 1_000 ? args : `${text.slice(0, 1_000)}…`;
};

const recordNames = (entry: ToolEntry): string[] =>
  [...new Set(entry.records.map((record) => `${record.id}@${record.version}`))].slice(0, 40);

/** Live feed of an agent. Never blocks and never fails a task: it is rebuildable from the database. */
export function createFeed(options: { bus: Pick<Bus, "publish">; agent: string; instance: string; log: Logger }): Feed {
  const { bus, agent, instance, log } = options;
  let waiting = 0;
  const emit = (brief: Brief, name: string, data: JsonObject): void => {
    if (waiting >= MAX_WAITING) return;
    const id = newId("evt");
    const at = new Date().toISOString();
    const event: FeedEvent = { id, name, tenant: brief.tenant, requestId: brief.requestId, threadId: brief.threadId, at, data };
    const envelope: Envelope = {
      id,
      type: MESSAGE_TYPES.event,
      version: 1,
      tenant: brief.tenant,
      causationId: brief.taskId,
      correlationId: brief.requestId,
      occurredAt: at,
      payload: event as unknown as JsonObject,
    };
    waiting += 1;
    bus
      .publish(subjects.event(agent, brief.tenant, brief.threadId), JSON.stringify(envelope), { msgId: `evt:${id}` })
      .catch((error: unknown) => log.debug({ err: error, event: name }, "feed line was lost"))
      .finally(() => {
        waiting -= 1;
      });
  };
  return {
    working: (brief, attempt) =>
      emit(brief, "agent.status", { agent, status: "working", taskId: brief.taskId, kind: brief.kind, instance, attempt }),
    budget: (brief, used) =>
      emit(brief, "budget.warning", {
        agent,
        scope: "task",
        taskId: brief.taskId,
        limit: used.limit,
        percent: Math.round(used.part * 100),
      }),
    call(brief, entry) {
      const base = { agent, tool: entry.tool, taskId: brief.taskId, args: summary(entry.args) };
      emit(brief, "tool.called", { ...base, ok: entry.ok, code: entry.code, records: recordNames(entry), ms: entry.ms });
      const { proposal } = entry;
      if (!proposal) return;
      const evidence = proposal.evidence.map((item) => item.record);
      const findings = proposal.findings.map((finding) => finding.code);
      emit(brief, "proposal.created", {
        ...base,
        args: summary(proposal.args),
        proposalId: proposal.id,
        ref: proposal.ref,
        evidence,
        findings,
      });
    },
  };
}
