import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { type Bus, openConnection } from "@quartermaster/shared/bus";
import { quietLog, startNats, type TestNats, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let nats: TestNats;
let supply: Bus;
let inside: NatsConnection;
let rogue: NatsConnection;

const connectAs = (user: string) =>
  openConnection({ url: nats.url, name: user, nkeySeed: nats.seeds[user] ?? "", inboxPrefix: `_INBOX_${user}`, log: quietLog() });

beforeAll(async () => {
  nats = await startNats();
  supply = await nats.bus("supply");
  inside = await connectAs("bootstrap");
  rogue = await connectAs("supply");
});
afterAll(async () => {
  await Promise.all([inside.close(), rogue.close()]);
  await nats.stop();
});

const lastSequence = async (stream: string) =>
  (await (await jetstreamManager(inside, { checkAPI: false })).streams.info(stream)).state.last_seq;

test.each([
  "qm.grant.supply.demo.s1",
  "qm.receipt.supply.demo.s1",
  "qm.plan.demo.r1",
  "qm.task.transit.demo.t1",
  "qm.result.transit.demo.t1",
  "qm.event.transit.demo.t1",
])("the supply agent cannot store %s", async (subject) => {
  await expect(supply.publish(subject, "{}", { msgId: `no-${subject}` })).rejects.toMatchObject({ code: "forbidden" });
});

test("the coordinator can neither grant nor pull grants", async () => {
  const coordinator = await nats.bus("coordinator");
  await expect(coordinator.publish("qm.grant.supply.demo.s1", "{}", { msgId: "no" })).rejects.toMatchObject({ code: "forbidden" });
  await expect(coordinator.consumerInfo("QM_GRANTS", "supply")).rejects.toMatchObject({ code: "forbidden" });
});

test("an executor cannot pull the grants of another domain", async () => {
  const executor = await nats.bus("x_transit");
  await expect(executor.consumerInfo("QM_GRANTS", "supply")).rejects.toMatchObject({ code: "forbidden" });
  await expect(executor.request("qmjs.CONSUMER.MSG.NEXT.QM_GRANTS.supply", "", { timeoutMs: 500 })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test.each(["qm.grant.supply.demo.x", "qm.task.transit.demo.x", "qm.result.transit.demo.x", "qm.receipt.supply.demo.x"])(
  "no reply subject trick lands anything on %s",
  async (target) => {
    const coordinator = await nats.bus("coordinator");
    const stream = { grant: "QM_GRANTS", task: "QM_TASKS", result: "QM_RESULTS", receipt: "QM_RECEIPTS" }[target.split(".")[1] ?? ""] ?? "";
    await coordinator.publish("qm.task.supply.demo.bait", "bait", { msgId: `bait-${target}` });
    const before = await lastSequence(stream);
    rogue.publish("qm.result.supply.demo.t1", "{}", { reply: target });
    rogue.publish("qmjs.CONSUMER.INFO.QM_TASKS.supply", "", { reply: target });
    rogue.publish("qmjs.CONSUMER.MSG.NEXT.QM_TASKS.supply", JSON.stringify({ batch: 1, expires: 1_000_000_000 }), { reply: target });
    rogue.publish("$JS.ACK.QM_TASKS.supply.1.1.1.1.1", "+NXT", { reply: target });
    rogue.publish(target, "direct");
    await rogue.flush();
    // Its own result is stored under its own subject; whatever else came in was counted here.
    const results = stream === "QM_RESULTS" ? 1 : 0;
    await until(async () => (await lastSequence("QM_RESULTS")) > 0);
    await supply.publish("qm.event.supply.demo.t", "{}", { msgId: `after-${target}` });
    expect(await lastSequence(stream)).toBe(before + results);
  },
);

test("a role hears neither foreign inboxes nor streams' subjects", async () => {
  const refused: string[] = [];
  for (const subject of [
    ">",
    "_INBOX_coordinator.>",
    "_INBOX.>",
    "qm.task.>",
    "qm.result.>",
    "qm.presence.>",
    "qm.a2a.transit.rpc",
    "qm.cancel.transit.*",
    "$JS.API.>",
    "_R_.>",
  ]) {
    rogue.subscribe(subject, { callback: (error) => void (error && refused.push(subject)) });
  }
  await until(() => refused.length === 10);
});

test("transit's executor asks export's for facts, and reaches nothing else of it", async () => {
  const [asked, asking] = [await nats.bus("x_export"), await nats.bus("x_transit")];
  const heard: string[] = [];
  for (const kind of ["facts", "preview", "outcome"])
    asked.subscribe(`qm.${kind}.export`, (message) => {
      heard.push(kind);
      message.respond?.(kind);
    });
  // The server passes the other account's subscription on a moment after it was made: asked again until it is there.
  await until(async () => (await asking.request("qm.facts.export", "{}", { timeoutMs: 500 })).body === "facts");
  for (const kind of ["preview", "outcome"]) await expect(asking.request(`qm.${kind}.export`, "{}", { timeoutMs: 500 })).rejects.toThrow();
  expect(new Set(heard)).toEqual(new Set(["facts"]));
});

test("only executors ask for the epoch in force, and nobody but approvals hears the question", async () => {
  const [approvals, executor] = [await nats.bus("approvals"), await nats.bus("x_supply")];
  approvals.subscribe("qm.epoch_now", (message) => message.respond?.("said"), { queue: "approvals" });
  await until(async () => (await executor.request("qm.epoch_now", "{}", { timeoutMs: 500 })).body === "said");
  for (const role of ["coordinator", "supply", "seed", "a2a"]) {
    const bus = await nats.bus(role);
    await expect(bus.request("qm.epoch_now", "{}", { timeoutMs: 500 }), role).rejects.toMatchObject({ code: "forbidden" });
  }
  const refused: string[] = [];
  const connections = await Promise.all(["supply", "coordinator", "x_transit"].map(connectAs));
  for (const [index, connection] of connections.entries())
    connection.subscribe("qm.epoch_now", { callback: (error) => void (error && refused.push(String(index))) });
  await until(() => refused.length === 3);
  await Promise.all(connections.map((connection) => connection.close()));
});
