import type { OutboxTx } from "@quartermaster/shared/db";
import type { RequestRow } from "../../src/requests/request-row.ts";

/** A request that is planned again: its plan is at approvals, its phase is back at the agents. */
export const aRequest = (change: Partial<RequestRow> = {}): RequestRow => ({
  tenant: "demo",
  id: "req_00000000000000000000000001",
  threadId: "thr_00000000000000000000000001",
  requester: "planner.anna",
  requesterRoles: ["planner"],
  text: "move 60",
  actions: null,
  mode: "execute",
  acknowledge: [],
  again: false,
  language: "en",
  status: "working",
  phase: "tasks",
  round: 1,
  wave: 0,
  schedule: [],
  pendingResults: 1,
  planId: "pln_00000000000000000000000001",
  revision: 1,
  intent: null,
  goal: null,
  relation: null,
  requestToken: null,
  waitingFor: null,
  attention: false,
  openIssues: [],
  supersededBy: null,
  answers: null,
  paused: [],
  supersedes: [],
  cancelRequested: false,
  cancelledBy: null,
  answer: null,
  answerFacts: [],
  questions: [],
  refusal: null,
  conflicts: [],
  intentUsage: null,
  lastEvent: 0,
  attempts: 0,
  wake: 0,
  owner: null,
  createdAt: "2026-12-07T09:00:00.000Z",
  updatedAt: "2026-12-07T09:00:00.000Z",
  ...change,
});

export interface RecordedTx extends OutboxTx {
  texts: string[];
  sent: { subject: string; msgId: string; body: unknown }[];
}

/** A transaction that answers queries by a word of their text and keeps what was sent. */
export function aTransaction(answers: Record<string, Record<string, unknown>[]> = {}): RecordedTx {
  const texts: string[] = [];
  const sent: RecordedTx["sent"] = [];
  const tx = {
    texts,
    sent,
    query: async (query: string | { text: string }) => {
      const text = typeof query === "string" ? query : query.text;
      texts.push(text);
      const rows = Object.entries(answers).find(([word]) => text.includes(word))?.[1] ?? [{ last_event: 1 }];
      return { rows, rowCount: rows.length };
    },
    send: (message: RecordedTx["sent"][number]) => {
      sent.push(message);
    },
  };
  return tx as unknown as RecordedTx;
}

/** Types of the plan commands that were sent. */
export const commandsOf = (tx: RecordedTx): string[] =>
  tx.sent.flatMap(({ body }) => {
    const payload = (body as { payload?: { type?: string } }).payload;
    return payload?.type === undefined ? [] : [payload.type];
  });
