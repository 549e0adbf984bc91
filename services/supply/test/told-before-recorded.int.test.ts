import { createHttpSystem, executeGrant, recordId } from "@quartermaster/executor";
import { type ScriptedSystem, startScriptedSystem } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outsideCalls } from "./support/outside-calls.ts";
import { type SupplyEvents, startSupplyEvents } from "./support/supply-events.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
let events: SupplyEvents;
let system: ScriptedSystem;
const { move, stored, lookAfter, callOf } = outsideCalls(() => world);

beforeAll(async () => {
  world = await startSupplyWorld();
  events = startSupplyEvents(world);
});
beforeEach(async () => {
  system = await startScriptedSystem({ searchable: false });
});
afterEach(async () => {
  await system.stop();
  await world.db.admin("delete from outside_call");
  await world.seed("demo");
});
afterAll(() => world?.drop());

const linked = () => {
  const tools = new Set(["transfer_stock"]);
  const outside = createHttpSystem({ url: system.url, token: null, timeoutMs: 2_000, repeat: { kind: "never" }, tools });
  return { ...world.ports, outside: { system: outside, timeoutMs: 2_000 } };
};

it("a warehouse that issues the goods of a transfer whose answer was lost shows that it has the transfer", async () => {
  system.script([{ do: "make_silently" }]);
  const grant = await move();
  expect(await executeGrant(linked(), grant)).toMatchObject({ outcome: "unknown" });
  const transferId = recordId("TRF", grant.grantId, "transfer");
  const issue = () => events.deliver("goods_issue", { transferId }, { eventId: "wms-issue-1" });
  await expect(issue()).rejects.toMatchObject({ code: "event_too_early", retryable: true });
  await lookAfter(linked());
  expect(await stored(grant)).toMatchObject({ outcome: "succeeded", externalOutcome: null, outputs: { transferId } });
  expect((await issue()).answer.records[0]).toMatchObject({ record: transferId });
  expect(system.sent).toHaveLength(1);
});

it("an event about a record that nobody is making is refused for good", async () => {
  system.script([{ do: "make_silently" }]);
  await executeGrant(linked(), await move());
  await expect(events.deliver("goods_issue", { transferId: "TRF-AAAAAAAAAA" })).rejects.toMatchObject({ code: "unknown_record" });
});

describe("an event that is refused for good shows nothing of a call", () => {
  async function showsNothing(deliver: (transferId: string) => Promise<unknown>): Promise<void> {
    system.script([{ do: "vanish" }]);
    const grant = await move();
    await executeGrant(linked(), grant);
    await expect(deliver(recordId("TRF", grant.grantId, "transfer"))).rejects.toMatchObject({ code: "unknown_record" });
    expect(await callOf(grant)).toMatchObject({ state: "unknown", toldBy: null });
    await lookAfter(linked());
    expect(await stored(grant)).toMatchObject({ outcome: "unknown" });
  }

  it("when it names a record that is only changed", () => showsNothing(() => events.deliver("goods_issue", { transferId: "STK-006" })));

  it("when it corrects an event that never was, whatever else it names", () =>
    showsNothing((transferId) =>
      events.deliver("goods_receipt", { transferId }, { errorDeclaration: { corrects: "never-told", reason: "typing error" } }),
    ));
});

it("a call that the other party spoke of while its sending failed is looked up, and never stuck", async () => {
  system.script([{ do: "answer", status: 429, code: "rate_limited" }]);
  const grant = await move();
  const transferId = recordId("TRF", grant.grantId, "transfer");
  const issue = () => events.deliver("goods_issue", { transferId }, { eventId: "wms-issue-2" });
  const ports = {
    ...linked(),
    // As if the event came in while the answer was on its way.
    faults: async (point: string) => {
      if (point === "executor.beforeCall") await expect(issue()).rejects.toMatchObject({ code: "event_too_early" });
    },
  };
  expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown", code: "outcome_unknown" });
  expect(await callOf(grant)).toMatchObject({ state: "unknown", sends: 1 });
  await lookAfter(linked());
  expect(await stored(grant)).toMatchObject({ outcome: "succeeded", outputs: { transferId } });
  expect((await issue()).answer.records[0]).toMatchObject({ record: transferId });
  expect(system.sent).toHaveLength(1);
});

it("a call that was left as never sent although the other party spoke of it is looked up", async () => {
  system.script([{ do: "answer", status: 429, code: "rate_limited" }]);
  const grant = await move();
  await executeGrant(linked(), grant);
  expect(await callOf(grant)).toMatchObject({ state: "intent" });
  await world.db.admin("update outside_call set told_by = 'wms-issue-3'");
  await lookAfter(linked());
  expect(await stored(grant)).toMatchObject({ outcome: "succeeded" });
  expect(system.sent).toHaveLength(1);
});
