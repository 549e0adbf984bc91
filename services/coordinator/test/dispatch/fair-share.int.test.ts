import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedCoordinator, startCoordinator } from "../start/start-coordinator.ts";

const SHARE = 2;
let run: StartedCoordinator;
let release: () => void;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

beforeAll(async () => {
  run = await startCoordinator({ tenantTasks: SHARE });
  // An agent that is busy until the test lets it go on.
  run.work.supply = async () => {
    await released;
    return { answer: "Nothing found." };
  };
});
afterAll(async () => {
  release?.();
  await run?.stop();
});

const ask = async (as: string): Promise<string> =>
  (await run.call("POST", "/v1/requests", { as, body: { text: "How much VLV-050 is at LOC-HAM?" } })).body.id;
const briefsOf = (tenant: string) => run.agents.supply?.briefs.filter((brief) => brief.tenant === tenant) ?? [];
const tasks = (where: string) =>
  run.database.admin<{ request_id: string; held: boolean }>(
    `select request_id, held from tasks where tenant = 'demo' ${where} order by created_at`,
  );

describe("a tenant with more tasks than its share", () => {
  it("waits its turn in the database, lets another tenant pass, and goes on in order with fresh time", { timeout: 120_000 }, async () => {
    const mine = await Promise.all(Array.from({ length: 5 }, () => ask("planner.anna")));
    await until(async () => (await tasks("")).length === 5, { what: "the tasks", timeoutMs: 60_000 });
    await until(() => briefsOf("demo").length === SHARE, { what: "the tenant's share at the agent", timeoutMs: 20_000 });
    const held = (await tasks("and held")).map((task) => task.request_id);
    expect(held).toHaveLength(3);

    const other = await ask("planner.anna@t2");
    await until(() => briefsOf("t2").length === 1, { what: "the other tenant's task", timeoutMs: 20_000 });
    expect(briefsOf("demo")).toHaveLength(SHARE);
    const heldUntil = Date.now();

    release();
    for (const id of mine) await run.requestWith(id, "completed");
    expect((await run.call("GET", `/v1/requests/${other}`, { as: "planner.anna@t2" })).body.status).toBe("completed");
    expect(await tasks("and held")).toEqual([]);
    const sent = await run.database.admin<{ request_id: string }>(
      "select request_id from tasks where tenant = 'demo' order by dispatched_at, created_at",
    );
    expect(sent.slice(SHARE).map((task) => task.request_id)).toEqual(held);
    for (const brief of briefsOf("demo").slice(SHARE)) {
      expect(Date.parse(brief.issuedAt)).toBeGreaterThanOrEqual(heldUntil);
      expect(Date.parse(brief.deadlineAt) - Date.parse(brief.issuedAt)).toBe(brief.budget.wallMs);
    }
  });
});
