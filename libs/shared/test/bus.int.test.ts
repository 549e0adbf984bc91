import { type Bus, NakLater } from "@quartermaster/shared/bus";
import { AppError } from "@quartermaster/shared/errors";
import { startNats, type TestNats, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let nats: TestNats;
let coordinator: Bus;
let approvals: Bus;
const LONG = 40_000;

beforeAll(async () => {
  nats = await startNats();
  coordinator = await nats.bus("coordinator");
  approvals = await nats.bus("approvals");
});
afterAll(() => nats.stop());

const settled = (bus: Bus, stream: string, durable: string) =>
  until(async () => {
    const { pending, ackPending } = await bus.consumerInfo(stream, durable);
    return pending === 0 && ackPending === 0;
  });

test("a published message is handled once and acknowledged after the handler resolved", async () => {
  const supply = await nats.bus("supply");
  const seen: { subject: string; body: string; header: string | undefined; delivery: number }[] = [];
  const consumer = await supply.consumeTasks(
    "QM_TASKS",
    "supply",
    async (message) => {
      seen.push({ subject: message.subject, body: message.body, header: message.headers.get("qm-x"), delivery: message.deliveryCount });
    },
    { slots: 2 },
  );
  await coordinator.publish("qm.task.supply.demo.t1", "hello", { msgId: "once", headers: { "qm-x": "1" } });
  await coordinator.publish("qm.task.supply.demo.t1", "hello", { msgId: "once" });
  await until(() => seen.length > 0);
  await settled(supply, "QM_TASKS", "supply");
  expect(seen).toEqual([{ subject: "qm.task.supply.demo.t1", body: "hello", header: "1", delivery: 1 }]);
  await consumer.stop();
});

test("a retryable failure brings the message again, after the first back-off", async () => {
  const transit = await nats.bus("transit");
  const at: number[] = [];
  const consumer = await transit.consumeTasks(
    "QM_TASKS",
    "transit",
    async () => {
      at.push(Date.now());
      if (at.length === 1) throw new AppError("unavailable");
    },
    { slots: 1 },
  );
  await coordinator.publish("qm.task.transit.demo.t1", "x", { msgId: "retry" });
  await until(() => at.length === 2);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(900);
  await settled(transit, "QM_TASKS", "transit");
  await consumer.stop();
});

test("a postponed message comes again after its own delay", async () => {
  const executor = await nats.bus("x_transit");
  let count = 0;
  const consumer = await executor.consume(
    "QM_GRANTS",
    "transit",
    async () => {
      if (++count === 1) throw new NakLater(50, "not yet");
    },
    { slots: 1 },
  );
  await approvals.publish("qm.grant.transit.demo.s1", "x", { msgId: "later" });
  await until(() => count === 2, { timeoutMs: 900 });
  await consumer.stop();
});

test("a permanent failure is stored as a dead letter and never comes again", async () => {
  const executor = await nats.bus("x_supply");
  const dead: string[] = [];
  let count = 0;
  const consumer = await executor.consume(
    "QM_GRANTS",
    "supply",
    async () => {
      count++;
      throw new AppError("envelope_invalid");
    },
    { slots: 1, onDeadLetter: async (message, code) => void dead.push(`${code} ${message.body}`) },
  );
  await approvals.publish("qm.grant.supply.demo.s1", "bad", { msgId: "dead" });
  await until(() => dead.length > 0);
  await settled(executor, "QM_GRANTS", "supply");
  expect(dead).toEqual(["envelope_invalid bad"]);
  expect(count).toBe(1);
  await consumer.stop();
});

test("a message whose handler dies with its connection goes to another replica", { timeout: LONG }, async () => {
  const first = await nats.bus("export", { name: "export-1" });
  let stuck = 0;
  void (await first.consumeTasks("QM_TASKS", "export", () => new Promise(() => void stuck++), { slots: 1 }));
  await coordinator.publish("qm.task.export.demo.t1", "x", { msgId: "stuck" });
  await until(() => stuck === 1);
  void first.close();
  const second = await nats.bus("export", { name: "export-2" });
  const deliveries: number[] = [];
  const consumer = await second.consumeTasks("QM_TASKS", "export", async (message) => void deliveries.push(message.deliveryCount), {
    slots: 1,
  });
  await until(() => deliveries.length > 0, { timeoutMs: 30_000 });
  expect(deliveries).toEqual([2]);
  await consumer.stop();
});

test("slots are a true limit of what runs at the same time", async () => {
  const supply = await nats.bus("supply");
  const waiting: (() => void)[] = [];
  let most = 0;
  let done = 0;
  const handler = async () => {
    await new Promise<void>((resolve) => {
      most = Math.max(most, waiting.push(resolve));
    });
    done++;
  };
  const consumer = await supply.consumeTasks("QM_TASKS", "supply", handler, { slots: 3 });
  await Promise.all(Array.from({ length: 12 }, (_, i) => coordinator.publish(`qm.task.supply.demo.s${i}`, "x", { msgId: `slots-${i}` })));
  // Each round holds what runs until the slots are full, so that one slot too many would be seen.
  for (let round = 1; round <= 4; round++) {
    await until(() => waiting.length >= 3);
    for (const release of waiting.splice(0)) release();
    await until(() => done === round * 3);
  }
  expect(most).toBe(3);
  await consumer.stop();
});

test("stopping waits for the running handler, then lets nothing more in", async () => {
  const supply = await nats.bus("supply");
  let finish = () => {};
  let started = 0;
  let ended = 0;
  const handler = async () => {
    started++;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    ended++;
  };
  const consumer = await supply.consumeTasks("QM_TASKS", "supply", handler, { slots: 1 });
  await coordinator.publish("qm.task.supply.demo.stop1", "x", { msgId: "stop-1" });
  await until(() => started === 1);
  await coordinator.publish("qm.task.supply.demo.stop2", "x", { msgId: "stop-2" });
  const stopped = consumer.stop();
  finish();
  await stopped;
  expect([started, ended, consumer.inflight]).toEqual([1, 1, 0]);
});

test("requests across accounts are answered, also with many replies", async () => {
  const supply = await nats.bus("supply");
  supply.subscribe(
    "qm.a2a.supply.rpc",
    (message) => {
      for (const part of ["a", "b", "c"]) message.respond?.(part + message.body);
    },
    { queue: "supply" },
  );
  await until(async () => (await coordinator.request("qm.a2a.supply.rpc", "1", { timeoutMs: 300 })).body === "a1");
  const parts: string[] = [];
  for await (const reply of coordinator.requestMany("qm.a2a.supply.rpc", "2", { idleMs: 200 })) parts.push(reply.body);
  expect(parts).toEqual(["a2", "b2", "c2"]);
});

test("a coordinator replica hears every role's events and presence", async () => {
  const heard = new Set<string>();
  coordinator.subscribe("qm.event.*.*.*", (message) => void heard.add(message.subject));
  coordinator.subscribe("qm.presence.*.*", (message) => void heard.add(message.subject));
  const other = await nats.bus("coordinator", { name: "coordinator-2" });
  const roles = ["supply", "transit", "export", "approvals", "x_supply", "seed"];
  const buses = await Promise.all(roles.map((role) => nats.bus(role)));
  await until(async () => {
    await Promise.all(buses.map((bus, i) => bus.publish(`qm.event.${roles[i]}.demo.t`, "{}", { msgId: `ev-${roles[i]}-${Date.now()}` })));
    await other.publish("qm.event.coordinator.demo.t", "{}", { msgId: `ev-c-${Date.now()}` });
    buses[0]?.publishCore("qm.presence.supply.ins1", "{}");
    return heard.size === 8;
  });
});
