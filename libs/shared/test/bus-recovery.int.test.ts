import { type Bus, startBootstrapLoop } from "@quartermaster/shared/bus";
import { createOutbox } from "@quartermaster/shared/db";
import { cloneDatabase, quietLog, startNats, type TestNats, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let nats: TestNats;
let coordinator: Bus;
let supply: Bus;
let results: Bus;
const LONG = 60_000;

beforeAll(async () => {
  nats = await startNats({ bootstrap: false });
  coordinator = await nats.bus("coordinator");
  supply = await nats.bus("supply");
  results = await nats.bus("coordinator", { name: "coordinator-2" });
});
afterAll(() => nats.stop());

test("consumers that start before the streams exist begin when these are made, and survive a restart and a lost store", {
  timeout: LONG,
}, async () => {
  const tasks: string[] = [];
  const answers: string[] = [];
  await supply.consumeTasks("QM_TASKS", "supply", async (message) => void tasks.push(message.body), { slots: 2 });
  await results.consume("QM_RESULTS", "coordinator", async (message) => void answers.push(message.body), { slots: 2 });
  await expect(coordinator.publish("qm.task.supply.demo.t", "early", { msgId: "early", timeoutMs: 500 })).rejects.toMatchObject({
    retryable: true,
  });

  const loop = startBootstrapLoop({ url: nats.url, nkeySeed: nats.seeds.bootstrap ?? "", log: quietLog(), everyMs: 300 });
  await loop.ready;
  expect(await nats.bootstrap()).toEqual([]);
  const roundTrip = async (name: string) => {
    await until(() => coordinator.publish("qm.task.supply.demo.t", name, { msgId: `t-${name}` }).then(() => true), { timeoutMs: 20_000 });
    await until(() => supply.publish("qm.result.supply.demo.t", name, { msgId: `r-${name}` }).then(() => true), { timeoutMs: 20_000 });
    await until(() => tasks.includes(name) && answers.includes(name), { timeoutMs: 40_000, what: `${name} (${tasks} ${answers})` });
  };
  await roundTrip("first");

  await nats.kill();
  await until(() => !supply.health().connected);
  await nats.restart();
  await roundTrip("after kill");

  await nats.restart({ emptyStore: true });
  await roundTrip("after loss");
  await loop.stop();
});

test("what was committed while the server was down is sent when it is back", { timeout: LONG }, async () => {
  const database = await cloneDatabase("coordinator");
  const got: string[] = [];
  const transit = await nats.bus("transit");
  await transit.consumeTasks("QM_TASKS", "transit", async (message) => void got.push(message.body), { slots: 1 });
  const outbox = createOutbox({
    pool: database.pool("qm_coordinator"),
    bus: coordinator,
    log: quietLog(),
    sweepEveryMs: 100,
    sweepOlderMs: 100,
  });
  outbox.start();
  await nats.kill();
  await until(() => !coordinator.health().connected);
  await outbox.transaction("demo", async (tx) => tx.send({ subject: "qm.task.transit.demo.t", msgId: "down", body: "sent while down" }));
  expect(got).toEqual([]);
  await nats.restart();
  await until(() => got.length > 0, { timeoutMs: 40_000 });
  await until(async () => (await database.admin("select 1 from outbox")).length === 0);
  await outbox.stop();
  await database.drop();
});
