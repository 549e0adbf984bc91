import { newId } from "@quartermaster/shared/contracts";
import { createOutbox } from "@quartermaster/shared/db";
import { createLogger } from "@quartermaster/shared/log";
import { cloneDatabase, startNats, type TestDatabase, type TestNats, testKeys } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endWaits } from "../src/sweeper/end-waits.ts";
import { forEachPlan } from "../src/sweeper/for-each-plan.ts";
import { lookUpGrants } from "../src/sweeper/look-up-grants.ts";

let database: TestDatabase;
let nats: TestNats;

beforeAll(async () => {
  [nats, database] = await Promise.all([startNats(), cloneDatabase("approvals")]);
});
afterAll(async () => {
  await nats?.stop();
  await database?.drop();
});

/** A plan whose first step has had no answer from outside for long, and whose second waits for the given end of it. */
async function aPlanThatWaits(until: "receipt" | "outcome"): Promise<string> {
  const [plan, first, second, receipt] = [newId("pln"), newId("stp"), newId("stp"), newId("rcp")];
  await database.admin("insert into plan_heads (tenant, plan_id, request_id, thread_id, revision) values ('demo', $1, 'r', 't', 1)", [
    plan,
  ]);
  const step = `insert into plan_steps (tenant, plan_id, revision, step_id, position, tool, requester, content_hash, state, body)
    values ('demo', $1, 1, $2, $3, 'book_shipment', 'planner.anna', 'h', $4, $5)`;
  await database.admin(step, [plan, first, 0, "succeeded", JSON.stringify({ dependsOn: [] })]);
  await database.admin(step, [plan, second, 1, "approved", JSON.stringify({ dependsOn: [{ step: first, until }] })]);
  const body = { body: { externalOutcome: "pending", at: "2020-01-01T00:00:00.000Z" } };
  await database.admin(
    `insert into receipts (tenant, id, version, grant_id, plan_id, step_id, outcome, body) values ('demo', $1, 1, 'g', $2, $3, 'succeeded', $4)`,
    [receipt, plan, first, JSON.stringify(body)],
  );
  return plan;
}

it("looks only at plans that wait for an outcome, however many older ones wait for nothing", async () => {
  for (let n = 0; n < 60; n++) await aPlanThatWaits("receipt");
  const waiting = [await aPlanThatWaits("outcome"), await aPlanThatWaits("outcome")];
  const looked: unknown[] = [];
  const pool = database.pool("qm_approvals");
  const log = createLogger({}, "silent");
  const outbox = createOutbox({ pool, deletePool: pool, bus: await nats.bus("approvals"), log });
  // These plans have no body to load: each is told and passed over, which shows that it was its turn.
  const told = Object.assign(Object.create(log), { warn: (fields: { planId: string }) => looked.push(fields.planId) });
  expect(await endWaits({ pool, outbox, log: told }, 1_000)).toEqual([]);
  expect(looked.toSorted()).toEqual(waiting.toSorted());
});

it("goes on with the next plan when one fails", async () => {
  const plans = ["a", "b", "c"].map((plan_id) => ({ tenant: "demo", plan_id }));
  const done = await forEachPlan(createLogger({}, "silent"), "test", plans, async ({ plan_id }) => {
    if (plan_id === "a") throw new Error("this one always fails");
  });
  expect(done.map((plan) => plan.plan_id)).toEqual(["b", "c"]);
});

it("looks up the grants of other plans after one of which nothing can be told", async () => {
  const pool = database.pool("qm_approvals");
  const log = createLogger({}, "silent");
  const outbox = createOutbox({ pool, deletePool: pool, bus: await nats.bus("approvals"), log });
  const plans = [newId("pln"), newId("pln")];
  // Plans that are gone: telling people of their grants fails, whichever comes first.
  for (const plan of plans)
    await database.admin(
      `insert into grants (tenant, id, plan_id, revision, step_id, domain, body, exp, look_ups) values ('demo', $1, $2, 1, 's', 'supply', '{}', now(), 60)`,
      [newId("grt"), plan],
    );
  const keys = testKeys();
  const bus = { request: async () => ({ body: "[]" }) as never };
  const executors = { preview: async () => ({}) as never, facts: async () => [] };
  const deps = { pool, outbox, log, executors, signer: keys.signer("approvals"), verifier: keys.verifier, faults: async () => {} };
  await lookUpGrants(deps, bus);
  expect(await database.admin("select look_ups from grants where plan_id = any($1)", [plans])).toEqual([
    { look_ups: 61 },
    { look_ups: 61 },
  ]);
});
