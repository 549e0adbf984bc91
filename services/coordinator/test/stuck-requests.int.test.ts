import { newId } from "@quartermaster/shared/contracts";
import { createOutbox, createPool, type Outbox, type Pool } from "@quartermaster/shared/db";
import { createLogger } from "@quartermaster/shared/log";
import { cloneDatabase, type TestDatabase, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CoordinatorContext } from "../src/coordinator-context.ts";
import { createOrchestrator, type Orchestrator } from "../src/orchestration/orchestrator.ts";

let database: TestDatabase;
let pool: Pool;
let outbox: Outbox;
const sent: string[] = [];
const log = createLogger({}, "silent");

beforeAll(async () => {
  database = await cloneDatabase("coordinator");
  await database.admin("insert into tenants (tenant, demo) values ('demo', true)");
  pool = createPool({ url: database.url("qm_coordinator"), name: "stuck-requests", max: 6 });
  outbox = createOutbox({ pool, bus: { publish: async (subject: string) => void sent.push(subject) } as never, log });
});
afterAll(async () => {
  await outbox?.stop();
  await pool?.end();
  await database?.drop();
});

/** A process's orchestrator of which only what happens before a step differs. */
const anOrchestrator = (faults: () => Promise<void>, over: Partial<CoordinatorContext> = {}): Orchestrator =>
  createOrchestrator({ pool, outbox, log, faults, news: { notify: () => {} }, ...over } as unknown as CoordinatorContext);

interface Line extends Record<string, unknown> {
  phase: string;
  attempts: number;
  attention: boolean;
}

async function aRequest(change: { attempts: number; owner?: string; planId?: string }): Promise<string> {
  const [id, thread] = [newId("req"), newId("thr")];
  await database.admin("insert into threads (tenant, id, created_by) values ('demo', $1, 'planner.anna')", [thread]);
  await database.admin(
    `insert into requests (tenant, id, thread_id, requester, requester_roles, text, language, attempts, owner, lease_until, plan_id, phase, status)
     values ('demo', $1, $2, 'planner.anna', '{planner}', 'hello', 'en', $3, $4, now() - interval '1 second', $5, $6, 'executing')`,
    [id, thread, change.attempts, change.owner ?? null, change.planId ?? null, change.planId ? "plan" : "intent"],
  );
  return id;
}

const read = async (id: string): Promise<Line> => {
  const text = "select *, extract(epoch from lease_until - now()) as pause from requests where id = $1";
  const line = (await database.admin(text, [id]))[0] as Line | undefined;
  if (!line) throw new Error("the request is gone");
  return line;
};

it("takes up one at a time of those that died twice in somebody's hands, and charges the others nothing", async () => {
  let release = () => {};
  const held = new Promise<void>((_resolve, reject) => {
    release = () => reject(new Error("the test is over"));
  });
  const orchestrator = anOrchestrator(() => held);
  const ids = await Promise.all(Array.from({ length: 4 }, () => aRequest({ attempts: 1, owner: "own_dead" })));
  const innocent = await aRequest({ attempts: 0, owner: "own_dead" });
  for (const id of [...ids, innocent]) orchestrator.kick("demo", id);
  await until(async () => (await read(innocent)).owner !== "own_dead", { what: "the one that nobody suspects" });
  await until(async () => (await Promise.all(ids.map(read))).some((line) => line.owner !== "own_dead"), { what: "the first suspect" });
  // Another round of the reconciler changes nothing while that one is held.
  for (const id of ids) orchestrator.kick("demo", id);
  expect((await Promise.all(ids.map(read))).map((line) => line.attempts).toSorted()).toEqual([1, 1, 1, 2]);
  release();
  await orchestrator.stop();
  const rest = (await Promise.all(ids.map(read))).filter((line) => line.attempts === 1);
  expect(rest.every((line) => line.owner === "own_dead")).toBe(true);
});

it("never gives up a request that has a plan: it says so and tries ever more rarely", async () => {
  const id = await aRequest({ attempts: 5, planId: newId("pln") });
  const failing = anOrchestrator(async () => {
    throw new Error("this step always fails");
  });
  await failing.advance("demo", id);
  const line = await read(id);
  expect(line).toMatchObject({ phase: "plan", status: "executing", attention: true, attempts: 6 });
  expect(line.open_issues).toMatchObject([{ code: "attempts_exhausted" }]);
  expect(Number(line.pause)).toBeGreaterThan(240);
  await database.admin("update requests set attempts = 40, lease_until = null where id = $1", [id]);
  await failing.advance("demo", id);
  const later = await read(id);
  expect(later.open_issues).toHaveLength(1);
  expect(Number(later.pause)).toBeGreaterThan(3_500);
  expect(Number(later.pause)).toBeLessThanOrEqual(3_600);
  expect(sent.filter((subject) => subject.startsWith("qm.plan."))).toEqual([]);
  await database.admin("update requests set lease_until = null where id = $1", [id]);
  await anOrchestrator(async () => {}).advance("demo", id);
  expect(await read(id)).toMatchObject({ phase: "plan", attempts: 0 });
});

it("waits as long for a request with a plan whose movers die as for one whose moves fail", async () => {
  const id = await aRequest({ attempts: 9, owner: "own_dead", planId: newId("pln") });
  const orchestrator = anOrchestrator(async () => {});
  await orchestrator.advance("demo", id);
  expect(await read(id)).toMatchObject({ owner: "own_dead", attempts: 9 });
  await database.admin("update requests set lease_until = now() - interval '61 minutes' where id = $1", [id]);
  await orchestrator.advance("demo", id);
  expect(await read(id)).toMatchObject({ owner: null, attempts: 0 });
});

it("counts a run that goes round in a circle as an attempt that came to nothing", async () => {
  const id = await aRequest({ attempts: 2, planId: newId("pln") });
  const circling = { transaction: async () => true } as unknown as Outbox;
  await anOrchestrator(async () => {}, { outbox: circling }).advance("demo", id);
  expect(await read(id)).toMatchObject({ phase: "plan", attempts: 3 });
});
