import { randomUUID } from "node:crypto";
import type { Stack } from "./start-stack.ts";
import { until } from "./until.ts";

/** An answer of the REST interface, whatever its status. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the documented fields of many resources
  body: any;
}

export interface CallOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One company's users on one stack. */
export interface Tenant {
  readonly name: string;
  call(user: string, path: string, options?: CallOptions): Promise<Answer>;
  submit(user: string, body: Record<string, unknown>): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  read(user: string, requestId: string): Promise<any>;
  /** Waits until the request has the status, or fails when it ends otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  reaches(requestId: string, statuses: readonly string[], limitMs?: number): Promise<any>;
  decide(user: string, approvalId: string, decision: "approve" | "reject", extra?: Record<string, unknown>): Promise<Answer>;
  /** On-hand, reserved and available of an item at a place, read without a model. */
  stock(sku: string, location: string): Promise<{ onHand: string; reserved: string; available: string }>;
}

const FINAL = ["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded"];

/** Creates a fresh tenant with the demo world and returns its users. */
export async function freshTenant(stack: Stack): Promise<Tenant> {
  const made = await call(stack, "demo-admin.max", "/v1/demo/tenants", { method: "POST", body: {} });
  if (made.status >= 300) throw new Error(`no tenant: ${made.status} ${JSON.stringify(made.body)}`);
  return tenantOf(stack, made.body.tenant as string);
}

async function call(stack: Stack, token: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await fetch(`${stack.url}${path}`, {
    method: options.method ?? "GET",
    headers: {
      authorization: `Bearer ${token}`,
      ...(options.body === undefined ? {} : { "content-type": "application/json", "idempotency-key": randomUUID() }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === "" ? null : /json/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(text) : text,
  };
}

export function tenantOf(stack: Stack, name: string): Tenant {
  const tenant: Tenant = {
    name,
    call: (user, path, options) => call(stack, `demo-${user}@${name}`, path, options),
    async submit(user, body) {
      const answer = await tenant.call(user, "/v1/requests", { method: "POST", body });
      if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body.id as string;
    },
    async read(user, requestId) {
      const answer = await tenant.call(user, `/v1/requests/${requestId}`);
      if (answer.status !== 200) throw new Error(`cannot read ${requestId}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async reaches(requestId, statuses, limitMs = 60_000) {
      let last: { status: string } = { status: "unread" };
      await until(
        `${requestId} is ${statuses.join(" or ")}`,
        async () => {
          const answer = await tenant.call("planner.anna", `/v1/requests/${requestId}`).catch(() => null);
          if (answer?.status !== 200) return false;
          last = answer.body;
          if (!statuses.includes(last.status) && FINAL.includes(last.status))
            throw new Error(`${requestId} ended as ${last.status}: ${JSON.stringify(last).slice(0, 3_000)}`);
          return statuses.includes(last.status);
        },
        limitMs,
      ).catch((error: Error) => {
        throw new Error(`${error.message}; last seen: ${JSON.stringify(last).slice(0, 3_000)}`);
      });
      return last;
    },
    async decide(user, approvalId, decision, extra = {}) {
      const item = await tenant.call(user, `/v1/approvals/${approvalId}`);
      if (item.status !== 200) throw new Error(`no approval ${approvalId}: ${item.status}`);
      const { ifMatch, cardHash, ...rest } = extra as { ifMatch?: string; cardHash?: string };
      return tenant.call(user, `/v1/approvals/${approvalId}/decisions`, {
        method: "POST",
        headers: { "if-match": ifMatch ?? item.headers.get("etag") ?? "" },
        body: { decision, cardHash: cardHash ?? item.body.card.hash, ...rest },
      });
    },
    async stock(sku, location) {
      const id = await tenant.submit("planner.anna", { actions: [{ agent: "supply", tool: "find_stock", args: { sku, location } }] });
      const done = await tenant.reaches(id, ["completed"]);
      const value = (name: RegExp) => done.answerFacts?.find((fact: { text: string }) => name.test(fact.text))?.value as string;
      return { onHand: value(/on.?hand/i), reserved: value(/reserved/i), available: value(/available/i) };
    },
  };
  return tenant;
}
