import { newId, subjects } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
const seeded: { type: string; tenant: string }[] = [];
let seedAnswer: object = { ok: true };

beforeAll(async () => {
  run = await startCoordinator();
  const bus = await run.nats.bus("seed");
  bus.subscribe(
    subjects.demoSeed(),
    async (message) => {
      seeded.push(JSON.parse(message.body));
      message.respond?.(JSON.stringify(seedAnswer));
    },
    { queue: "seed" },
  );
  // An agent that never ends, so that there is something to cancel.
  run.work.supply = () => new Promise(() => {});
});
afterAll(async () => {
  await run?.stop();
});

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });

describe("a POST under an Idempotency-Key", () => {
  it("makes one demo tenant, however many calls come at the same time", async () => {
    const key = newId("evt");
    const answers = await Promise.all([...Array(8).keys()].map(() => run.call("POST", "/v1/demo/tenants", { body: {}, ...keyed(key) })));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.tenant)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(seeded.filter((order) => order.type === "create")).toHaveLength(1);
  });

  it("goes on with the tenant that a dead process made", async () => {
    const key = newId("evt");
    const first = await run.call("POST", "/v1/demo/tenants", { body: {}, ...keyed(key) });
    await run.database.admin("update idempotency set status = null, owner = 'own_dead', lease_until = now() where key = $1", [key]);
    seedAnswer = { ok: false, code: "conflict", detail: "the tenant exists" };
    const again = await run.call("POST", "/v1/demo/tenants", { body: {}, ...keyed(key) });
    seedAnswer = { ok: true };
    expect([again.status, again.body.tenant]).toEqual([201, first.body.tenant]);
  });

  it("makes a fresh world once", async () => {
    const key = newId("evt");
    const before = seeded.length;
    for (const replayed of [null, "true"])
      expect((await run.call("POST", "/v1/demo/reset", keyed(key))).headers.get("idempotency-replayed")).toBe(replayed);
    expect(seeded.length).toBe(before + 1);
  });

  it("cancels once, and refuses the key for another request", async () => {
    const ask = async () => (await run.call("POST", "/v1/requests", { body: { text: "How much VLV-050 is at LOC-HAM?" } })).body.id;
    const [id, other] = [await ask(), await ask()];
    const key = newId("evt");
    const first = await run.call("POST", `/v1/requests/${id}/cancel`, keyed(key));
    const again = await run.call("POST", `/v1/requests/${id}/cancel`, keyed(key));
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([202, null]);
    expect([again.status, again.headers.get("idempotency-replayed"), again.body]).toEqual([202, "true", first.body]);
    expect((await run.call("POST", `/v1/requests/${other}/cancel`, keyed(key))).body.code).toBe("idempotency_mismatch");
    expect((await run.call("POST", `/v1/requests/${other}/cancel`, keyed("k".repeat(129)))).status).toBe(400);
  });
});
