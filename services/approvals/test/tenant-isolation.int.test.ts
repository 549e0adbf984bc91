import { newId } from "@quartermaster/shared/contracts";
import { askAsStranger, askHostilely, asksOf, printedRoutes } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;
let known: { approval: string; grant: string; hash: string };

beforeAll(async () => {
  stack = await startApprovals();
  const step = newId("stp");
  const plan = () =>
    aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id: step, agent: "supply", tool: "transfer_stock", args: transferArgs() }),
      ],
    });
  const [done, open] = [plan(), plan()];
  await stack.submit(done);
  const decided = await stack.item(done, step);
  await stack.decide("stock.ben", decided);
  await stack.state(done, (state) => state.steps[0]?.state === "succeeded", "the executed step");
  await stack.submit(open);
  const item = await stack.item(open, step);
  known = { approval: item.id, grant: stack.supply.grants[0]?.grantId ?? expect.fail("a grant"), hash: item.card.hash };
});
afterAll(async () => {
  await stack?.stop();
});

const WEBHOOK = newId("chn");

/** Ids of the paths. A route that is not told here fails the test. */
const idsOf = (path: string): { known: string; unknown: string } | null => {
  if (path.startsWith("/v1/approvals/:id")) return { known: known.approval, unknown: newId("apr") };
  if (path === "/v1/calls/:grantId/settlement") return { known: known.grant, unknown: newId("grt") };
  if (path.startsWith("/v1/notifications/webhooks/:id")) return { known: WEBHOOK, unknown: newId("chn") };
  // People have the same names in every tenant; this one is known in the first only.
  if (path === "/v1/users/:id") return { known: "only.demo", unknown: "only.nobody" };
  return null;
};
const bodies = () => [
  "{}",
  "",
  JSON.stringify({ decision: "approve", cardHash: known.hash }),
  JSON.stringify({ decision: "reject", reason: "no", cardHash: known.hash }),
  '{"to":"stock.bea"}',
  '{"text":"seen"}',
  '{"args":{}}',
  '{"outcome":"made","reference":"R-1","evidence":"seen at the gate"}',
];
const routes = () => printedRoutes(stack.routeTree).filter(({ path }) => path.startsWith("/v1/"));

describe("a user of another tenant", () => {
  it("gets the answer of an id that does not exist, by every route and method", { timeout: 120_000 }, async () => {
    await stack.database.admin("insert into users (tenant, id, roles) values ('demo', 'only.demo', '{planner}')");
    const text = `insert into notification_channels (tenant, id, kind, target, events, confirmed, created_by)
      values ('demo', $1, 'webhook', 'https://hooks.example.com/', '{}', true, 'admin.max')`;
    await stack.database.admin(text, [WEBHOOK]);
    const before = await stack.call("stock.ben", "GET", `/v1/approvals/${known.approval}`);
    const withId = [
      ...new Set(
        routes()
          .map(({ path }) => path)
          .filter((path) => path.includes(":")),
      ),
    ];
    expect(withId.length).toBeGreaterThan(6);
    for (const path of withId)
      for (const user of ["stock.ben@t2", "admin.max@t2"])
        expect(await askAsStranger(stack.url, `Bearer demo-${user}`, asksOf(path, bodies()), idsOf(path) ?? expect.fail(path))).toEqual([]);
    const asks = [
      {
        method: "POST",
        target: "/v1/approvals/decisions",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ items: [{ id: "{}", revision: 1, decision: "approve", cardHash: known.hash }] }),
      },
    ];
    const told = await askAsStranger(stack.url, "Bearer demo-stock.ben@t2", asks, { known: known.approval, unknown: newId("apr") });
    // A list is answered item by item: only a difference counts.
    expect(told.filter((line) => line.includes(" but "))).toEqual([]);
    const { businessNow: _now, ...after } = (await stack.call("stock.ben", "GET", `/v1/approvals/${known.approval}`)).body;
    expect(before.body).toMatchObject(after);
  });

  it("finds nothing of the other tenant in any list", async () => {
    for (const { path } of routes().filter(
      (route) => route.method === "GET" && !route.path.includes(":") && route.path !== "/v1/approvals/events",
    ))
      for (const user of ["stock.ben@t2", "admin.max@t2", "audit.lena@t2"]) {
        const text = JSON.stringify((await stack.call(user, "GET", path)).body);
        expect([path, user, [known.approval, known.grant, known.hash, "only.demo", WEBHOOK].filter((id) => text.includes(id))]).toEqual([
          path,
          user,
          [],
        ]);
      }
  });
});

it("answers hostile bodies and headers with a typed refusal, at every route", { timeout: 120_000 }, async () => {
  const asked = routes().filter(({ path }) => path !== "/v1/session");
  expect(await askHostilely(stack.url, "Bearer demo-admin.max", asked)).toEqual([]);
});
