import { askOddly, askRaw, type OddRoute } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSED_PATHS } from "../../coordinator/src/pass-through/routes.ts";
import { APPROVALS_OPERATIONS } from "../../coordinator/src/rest/approvals-operations.ts";
import { NOTIFICATION_OPERATIONS } from "../../coordinator/src/rest/notification-operations.ts";
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
/** Query parameters of the routes that have some. */
const QUERIES: Record<string, string[]> = {
  "/v1/approvals": Object.keys(ListQuery.shape),
  "/v1/ledger": ["after", "limit", "cursor"],
  "/v1/users": ["limit", "cursor"],
};
/** Bodies that are right, where a route's own check would otherwise end the matter; the rest get an empty one. */
const BODIES: Record<string, unknown> = {
  "/v1/approvals/{id}/decisions": { decision: "approve", cardHash: HASH },
  "/v1/approvals/{id}/delegate": { to: "stock.bea" },
  "/v1/approvals/{id}/comments": { text: "seen" },
  "/v1/approvals/{id}/edits": { args: {} },
  "/v1/policy/evaluate": { tool: "transfer_stock" },
};

/** Every route of the API that the service has, from the tree that Fastify prints. */
function allRoutes<M extends string = "GET" | "POST">(
  tree: string,
  wanted = ["GET", "POST"] as M[],
): (Omit<OddRoute, "method"> & { method: M })[] {
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^([│ ├└─]*)(\S+) \(([A-Z, ]+)\)/u.exec(line) ?? /^([│ ├└─]*)(\S+)()$/u.exec(line) ?? [];
    const depth = indent.length / 4;
    above.length = depth;
    above[depth - 1] = part;
    const path = above.join("").replaceAll(/:(\w+)/g, "{$1}");
    if (!path.startsWith("/v1/")) return [];
    return wanted
      .filter((method) => methods.split(", ").includes(method))
      .map((method) => ({
        method,
        path,
        query: method === "GET" ? (QUERIES[path] ?? []) : [],
        ...(method === "POST" ? { body: BODIES[path] ?? {} } : {}),
      }));
  });
}

const bearer = { authorization: "Bearer demo-admin.max" };

describe("what nobody should send", () => {
  it("is refused by every route as a problem, never as a fault of ours", { timeout: 120_000 }, async () => {
    const routes = allRoutes(stack.routeTree);
    const paths = routes.map((route) => route.path);
    expect(paths).toEqual(
      expect.arrayContaining([...Object.keys(QUERIES), ...Object.keys(BODIES), "/v1/session", "/v1/approvals/{id}/claim"]),
    );
    expect(await askOddly(stack.url, bearer.authorization, routes)).toEqual([]);
  });

  it("is told by the address of a parameter, a wrong method and a wrong content type", async () => {
    const refused = async (path: string) => (await stack.call("stock.bea", "GET", path)).body;
    for (const [path, place] of [
      ["/v1/ledger?cursor=soon", "cursor"],
      ["/v1/ledger?after=-1", "after"],
      ["/v1/ledger?limit=1e2", "limit"],
      ["/v1/ledger?limit=201", "limit"],
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

  it("goes through the coordinator's front door as well, and stands in its documentation", () => {
    const documented = [...APPROVALS_OPERATIONS, ...NOTIFICATION_OPERATIONS].map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    // Both have a session of their own; tokens of a request are between the two services.
    const own = new Set(["/v1/session", "/v1/request-tokens"]);
    const calls = allRoutes(stack.routeTree, ["GET", "POST", "PUT", "DELETE"])
      .filter(({ path }) => !own.has(path))
      .map(({ method, path }) => ({ path, call: `${method} ${path.replace("{grantId}", "{id}")}` }));
    const isPassed = (path: string) =>
      PASSED_PATHS.some((pattern) => (pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern));
    expect(calls.map(({ call }) => call)).toEqual(
      expect.arrayContaining(["PUT /v1/me/notifications", "DELETE /v1/notifications/webhooks/{id}"]),
    );
    expect(calls.filter(({ path }) => !isPassed(path))).toEqual([]);
    expect(calls.map(({ call }) => call).sort()).toEqual(documented.map((each) => each.replace("{grantId}", "{id}")).sort());
  });

  it("tells nobody without a token what a route takes", async () => {
    for (const { method, path } of allRoutes(stack.routeTree).filter((route) => route.path !== "/v1/session")) {
      const target = `${path.replace("{id}", "x")}?nosuch=1`;
      const answer = await askRaw(stack.url, { method, target, headers: { "content-type": "application/json" }, body: '{"nosuch":1}' });
      expect([target, answer.status]).toEqual([target, 401]);
    }
  });
});
