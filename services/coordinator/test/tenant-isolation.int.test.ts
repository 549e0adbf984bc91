import { newId } from "@quartermaster/shared/contracts";
import { askAsStranger, askHostilely, asksOf, printedRoutes, until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
let ids: { request: string; thread: string };

beforeAll(async () => {
  run = await startCoordinator();
  const { body } = await run.call("POST", "/v1/requests", {
    body: { actions: [{ agent: "supply", tool: "find_stock", args: { sku: "VLV-050" } }] },
  });
  ids = { request: body.id, thread: body.threadId };
  await until(async () => run.agents.supply?.briefs.some((brief) => brief.requestId === ids.request), { what: "the brief" });
});
afterAll(async () => {
  await run?.stop();
});

/** Whose id stands in a path. A route that is not told here fails the test. */
const IDS: Record<string, (known: typeof ids) => { known: string; unknown: string }> = {
  "/v1/requests/:id": ({ request }) => ({ known: request, unknown: newId("req") }),
  "/v1/requests/:id/events": ({ request }) => ({ known: request, unknown: newId("req") }),
  "/v1/requests/:id/cancel": ({ request }) => ({ known: request, unknown: newId("req") }),
  "/v1/requests/:id/trajectory": ({ request }) => ({ known: request, unknown: newId("req") }),
  "/v1/threads/:id": ({ thread }) => ({ known: thread, unknown: newId("thr") }),
  "/v1/threads/:id/checkpoints": ({ thread }) => ({ known: thread, unknown: newId("thr") }),
};
/** What the approvals service answers, and is asked there. */
const PASSED_ON = /^\/v1\/(approvals|ledger|policy|calls|kill-switch|users)\b/;
const stranger = "Bearer demo-planner.anna@t2";
const own = () => printedRoutes(run.routeTree).filter(({ path }) => /^\/(v1|a2a)\//.test(path) && !PASSED_ON.test(path));

describe("a user of another tenant", () => {
  it("gets the answer of an id that does not exist, by every route and method", { timeout: 120_000 }, async () => {
    const withId = [
      ...new Set(
        own()
          .map(({ path }) => path)
          .filter((path) => path.includes(":")),
      ),
    ];
    expect(withId.sort()).toEqual(Object.keys(IDS).sort());
    for (const path of withId)
      expect(
        await askAsStranger(run.url, stranger, asksOf(path, ["{}", "", '{"id":"{}"}']), IDS[path]?.(ids) ?? expect.fail(path)),
      ).toEqual([]);
  });

  it("gets it also where an id stands in a body", async () => {
    const asks = [
      {
        method: "POST",
        target: "/v1/requests",
        headers: { "content-type": "application/json" },
        body: '{"text":"and how much?","threadId":"{}"}',
      },
    ];
    expect(await askAsStranger(run.url, stranger, asks, { known: ids.thread, unknown: newId("thr") })).toEqual([]);
    const rpc = (method: string, params: object) => ({
      method: "POST",
      target: "/a2a/jsonrpc",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const message = { messageId: "m1", role: "ROLE_USER", parts: [{ text: "and how much?" }] };
    // JSON-RPC tells refusals in a body of status 200: only the difference counts.
    const calls = [
      rpc("GetTask", { id: "{}" }),
      rpc("CancelTask", { id: "{}" }),
      rpc("SubscribeToTask", { id: "{}" }),
      rpc("SendMessage", { message: { ...message, taskId: "{}" } }),
    ];
    const told = await askAsStranger(run.url, stranger, calls, { known: ids.request, unknown: newId("req") });
    expect(told.filter((line) => line.includes(" but ") || !line.includes('"error"'))).toEqual([]);
    expect((await run.call("GET", `/v1/requests/${ids.request}`)).body.status).not.toBe("cancelled");
  });

  it("finds nothing of the other tenant in any list", async () => {
    for (const { method, path } of own().filter(
      (route) => route.method === "GET" && !route.path.includes(":") && !route.path.includes("*"),
    )) {
      const { body } = await run.call(method, path, { as: "planner.anna@t2" });
      expect([path, JSON.stringify(body).includes(ids.request) || JSON.stringify(body).includes(ids.thread)]).toEqual([path, false]);
    }
  });
});

it("answers hostile bodies and headers with a typed refusal, at every route", { timeout: 120_000 }, async () => {
  const routes = own().filter(({ path }) => !path.includes("*") && path !== "/v1/session");
  expect(await askHostilely(run.url, "Bearer demo-planner.anna", routes)).toEqual([]);
  expect(({} as { approved?: boolean }).approved).toBeUndefined();
});
