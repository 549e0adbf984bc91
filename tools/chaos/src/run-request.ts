import { randomUUID } from "node:crypto";
import type { ChaosStack } from "./start-stack.ts";
import { until } from "./until.ts";

export interface Job {
  tenant: string;
  quantity: number;
}

export interface Outcome extends Job {
  id: string | null;
  /** Last status that was read. */
  status: string;
  plan: { id: string; steps: { id: string; tool: string; receipt: { outcome: string; receiptId: string } | null }[] } | null;
}

const CALL_MS = 10_000;
const DECIDERS = ["stock.ben", "stock.bea", "ops.olga"];
const FINAL = new Set(["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded"]);

interface Answer {
  status: number;
  etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: documented resources of the REST interface
  body: any;
}

/** One call as a user of a tenant. @throws when no answer came; whoever calls asks again. */
export async function call(
  stack: ChaosStack,
  user: string,
  path: string,
  send?: { body: unknown; headers?: Record<string, string> },
): Promise<Answer> {
  const response = await fetch(`${stack.url}${path}`, {
    method: send ? "POST" : "GET",
    headers: { authorization: `Bearer demo-${user}`, ...(send ? { "content-type": "application/json", ...send.headers } : {}) },
    ...(send ? { body: JSON.stringify(send.body) } : {}),
    signal: AbortSignal.timeout(CALL_MS),
  });
  return { status: response.status, etag: response.headers.get("etag") ?? "", body: await response.json() };
}

/** Approves every item of the request that waits, by whoever may; a decision whose answer was lost is read back, not repeated blindly. */
async function approve(stack: ChaosStack, tenant: string, request: Answer["body"]): Promise<void> {
  for (const step of request.plan?.steps ?? []) {
    if (step.approval?.state !== "pending") continue;
    for (const decider of DECIDERS) {
      const item = await call(stack, `${decider}@${tenant}`, `/v1/approvals/${step.approval.id}`);
      if (item.status !== 200 || item.body.state !== "pending") break;
      const body = { decision: "approve", cardHash: item.body.card.hash };
      await call(stack, `${decider}@${tenant}`, `/v1/approvals/${step.approval.id}/decisions`, {
        body,
        headers: { "if-match": item.etag },
      });
    }
  }
}

/**
 * Submits one request, approves what waits for it and follows it to its end, asking again whenever no answer comes. It is submitted
 * under one key, so that a lost answer makes no second request.
 */
export async function runRequest(stack: ChaosStack, job: Job, limitMs: number): Promise<Outcome> {
  const key = randomUUID();
  const args = {
    sku: "VLV-050",
    fromLocation: "LOC-HAM",
    toLocation: "LOC-VLC",
    quantity: String(job.quantity),
    uom: "PCE",
    neededBy: "2026-12-14",
  };
  const body = {
    actions: [{ agent: "supply", tool: "transfer_stock", args }],
    acknowledge: ["possible_duplicate", "same_units_promised_twice"],
  };
  const id = await until(limitMs, async () => {
    const answer = await call(stack, `planner.anna@${job.tenant}`, "/v1/requests", { body, headers: { "idempotency-key": key } });
    return answer.status === 202 ? (answer.body.id as string) : null;
  });
  if (id === null) return { ...job, id, status: "not_accepted", plan: null };
  let last: Answer["body"] = { status: "unread", plan: null };
  await until(limitMs, async () => {
    const answer = await call(stack, `planner.anna@${job.tenant}`, `/v1/requests/${id}`);
    if (answer.status !== 200) return null;
    last = answer.body;
    if (last.status === "awaiting_approval") await approve(stack, job.tenant, last);
    return FINAL.has(last.status) ? true : null;
  });
  return { ...job, id, status: last.status, plan: last.plan };
}
