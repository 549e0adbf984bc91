import { askOddly, askRaw, type OddRoute } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ListQuery } from "../src/queue/list-approvals.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack?.stop();
});

const HASH = `sha256:${"0".repeat(64)}`;
const none: string[] = [];
/** Every route of the service. */
const ROUTES: OddRoute[] = [
  { method: "GET", path: "/v1/approvals", query: Object.keys(ListQuery.shape) },
  { method: "GET", path: "/v1/approvals/{id}", query: none },
  { method: "GET", path: "/v1/approvals/events", query: none },
  { method: "GET", path: "/v1/approvals/health", query: none },
  { method: "POST", path: "/v1/approvals/{id}/decisions", query: none, body: { decision: "approve", cardHash: HASH } },
  { method: "POST", path: "/v1/approvals/{id}/edits", query: none, body: { args: {} } },
  { method: "POST", path: "/v1/approvals/{id}/claim", query: none },
  { method: "POST", path: "/v1/approvals/{id}/release", query: none },
  { method: "POST", path: "/v1/approvals/{id}/delegate", query: none, body: { to: "stock.bea" } },
  { method: "POST", path: "/v1/approvals/{id}/comments", query: none, body: { text: "seen" } },
  { method: "POST", path: "/v1/approvals/decisions", query: none, body: { items: [] } },
  { method: "GET", path: "/v1/calls", query: none },
  { method: "POST", path: "/v1/calls/{id}/settlement", query: none, body: { outcome: "not_made", evidence: "looked at it there" } },
  { method: "GET", path: "/v1/ledger", query: ["after", "limit", "cursor"] },
  { method: "GET", path: "/v1/ledger/verify", query: none },
  { method: "GET", path: "/v1/policy", query: none },
  { method: "POST", path: "/v1/policy/evaluate", query: none, body: { tool: "transfer_stock" } },
  { method: "POST", path: "/v1/policy/documents", query: none, body: { v: 1, version: "odd" } },
  { method: "GET", path: "/v1/kill-switch", query: none },
  { method: "POST", path: "/v1/kill-switch", query: none, body: { action: "resume", reason: "odd" } },
  { method: "GET", path: "/v1/users", query: ["limit", "cursor"] },
  { method: "POST", path: "/v1/users/{id}", query: none, body: { roles: [] } },
  { method: "POST", path: "/v1/request-tokens", query: none, body: { requestId: "odd" } },
  { method: "GET", path: "/v1/session", query: none },
];
const bearer = { authorization: "Bearer demo-admin.max" };

describe("what nobody should send", () => {
  it("is refused by every route as a problem, never as a fault of ours", { timeout: 120_000 }, async () => {
    expect(await askOddly(stack.url, bearer.authorization, ROUTES)).toEqual([]);
  });

  it("is told by the address of a parameter, a wrong method and a wrong content type", async () => {
    const refused = async (path: string) => (await stack.call("stock.bea", "GET", path)).body;
    for (const [path, place] of [
      ["/v1/ledger?cursor=soon", "cursor"],
      ["/v1/ledger?after=-1", "after"],
      ["/v1/ledger?limit=1e2", "limit"],
      ["/v1/approvals?limit=%205", "limit"],
      ["/v1/approvals?cursor=W10", "cursor"],
      ["/v1/approvals/health?days=3", "days"],
    ])
      expect(await refused(path ?? "")).toMatchObject({ status: 400, errors: [{ path: `querystring:/${place}` }] });
    expect((await stack.call("stock.bea", "POST", "/v1/ledger")).body).toMatchObject({ status: 405, code: "method_not_allowed" });
    const headers = { "content-type": "application/json-seq" };
    expect((await stack.call("stock.bea", "POST", "/v1/policy/evaluate", { body: {}, headers })).body).toMatchObject({ status: 415 });
    const yearZero = { v: 1, version: "odd", validFrom: "0000-01-01T00:00:00Z" };
    expect((await stack.call("admin.max", "POST", "/v1/policy/documents", { body: yearZero })).body).toMatchObject({
      status: 400,
      errors: [{ path: "/validFrom" }],
    });
  });

  it("tells nobody without a token what a route takes", async () => {
    for (const { method, path } of ROUTES.filter((route) => route.path !== "/v1/session")) {
      const target = `${path.replace("{id}", "x")}?nosuch=1`;
      const answer = await askRaw(stack.url, { method, target, headers: { "content-type": "application/json" }, body: '{"nosuch":1}' });
      expect([target, answer.status]).toEqual([target, 401]);
    }
  });
});
