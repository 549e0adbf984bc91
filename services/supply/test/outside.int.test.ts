import { createHttpSystem, executeGrant, type OutsideLink, outsideKey } from "@quartermaster/executor";
import { freePort, type ReferenceSystem, startReferenceSystem } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { outsideCalls } from "./support/outside-calls.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

const TIMEOUT_MS = 700;
let world: SupplyWorld;
const systems: ReferenceSystem[] = [];

beforeAll(async () => {
  world = await startSupplyWorld();
});
afterEach(async () => {
  await world.db.admin("delete from outside_call");
  await world.seed("demo");
  await Promise.all(systems.splice(0).map((system) => system.stop()));
});
afterAll(() => world?.drop());

async function start(mode: "honours" | "ignores") {
  const system = await startReferenceSystem({ mode });
  systems.push(system);
  const repeat = mode === "honours" ? ({ kind: "by_key", quietMs: 60_000 } as const) : ({ kind: "never" } as const);
  const link = (url = system.url): OutsideLink => ({
    system: createHttpSystem({
      url,
      token: system.token,
      timeoutMs: TIMEOUT_MS,
      repeat,
      tools: new Set(["transfer_stock", "adjust_stock"]),
    }),
    timeoutMs: TIMEOUT_MS,
  });
  return {
    system,
    ports: { ...world.ports, outside: link() },
    unreachable: { ...world.ports, outside: link(`http://127.0.0.1:${await freePort()}`) },
  };
}
const { move, reserved, callOf, sentFor, stored, lookAfter } = outsideCalls(() => world);

describe("an effect that another system makes", () => {
  it("is made there once, then recorded here with their reference", async () => {
    const { system, ports } = await start("honours");
    const grant = await move();
    const receipt = await executeGrant(ports, grant);
    expect(receipt).toMatchObject({ outcome: "succeeded", version: 2, outputs: { outsideReference: "MOVE-000001" } });
    expect(await reserved()).toBe("180");
    expect((await system.state()).made).toEqual([
      { key: outsideKey(grant.effectKey), tenant: "demo", tool: "transfer_stock", reference: "MOVE-000001" },
    ]);
    expect(sentFor(grant).map(({ outcome, version }) => [outcome, version])).toEqual([["succeeded", 2]]);
    expect(await executeGrant(ports, grant)).toEqual(receipt);
    expect((await system.state()).made).toHaveLength(1);
  });

  it("goes only there, if it is one of the tools that go out", async () => {
    const { system, ports } = await start("honours");
    const args = { sku: "VLV-050", location: "LOC-HAM", quantity: "5", uom: "PCE", demandRef: "SO-9" };
    const receipt = await executeGrant(ports, await world.grant(world.step("reserve_stock", args), {}, 0));
    expect(receipt).toMatchObject({ outcome: "succeeded", version: 1 });
    expect((await system.state()).made).toEqual([]);
  });

  it("fails with the system's code when the system refuses, and nothing changes here", async () => {
    const { system, ports } = await start("honours");
    // As many on hand as here, but most of it is allocated there.
    await system.control({ stock: [{ sku: "VLV-050", location: "LOC-HAM", lot: null, on_hand: 480, allocated: 470 }] });
    const receipt = await executeGrant(ports, await move());
    expect(receipt).toMatchObject({ outcome: "failed", code: "insufficient_available", version: 2 });
    expect(await reserved()).toBe("120");
    expect((await system.state()).made).toEqual([]);
  });

  it("is stale when the system has another quantity than people saw, and nothing is sent", async () => {
    const { system, ports } = await start("honours");
    await system.control({ stock: [{ sku: "VLV-050", location: "LOC-HAM", lot: null, on_hand: 479 }] });
    const receipt = await executeGrant(ports, await move());
    expect(receipt).toMatchObject({ outcome: "stale", code: "stale", detail: "VLV-050|LOC-HAM: 479 on hand there, 480 here" });
    expect((await system.state()).made).toEqual([]);
  });

  it("is stale when the system's quantity has no exact value, instead of being rounded", async () => {
    const { system, ports } = await start("honours");
    await system.control({ stock: [{ sku: "VLV-050", location: "LOC-HAM", lot: null, on_hand: 480.0000024 }] });
    expect(await executeGrant(ports, await move())).toMatchObject({ outcome: "stale", code: "quantity_not_exact" });
    expect((await system.state()).made).toEqual([]);
  });
});

describe("a lost answer", () => {
  it("is unknown, never sent twice, and found again by our reference", async () => {
    const { system, ports } = await start("honours");
    await system.control({ loseAnswers: 1 });
    const grant = await move();
    const first = await executeGrant(ports, grant);
    expect(first).toMatchObject({ outcome: "unknown", code: "outcome_unknown", version: 1 });
    expect(await reserved()).toBe("120");
    await lookAfter(ports);
    expect(sentFor(grant).map(({ outcome, version, receiptId }) => [outcome, version, receiptId])).toEqual([
      ["unknown", 1, first.receiptId],
      ["succeeded", 2, first.receiptId],
    ]);
    expect(await reserved()).toBe("180");
    expect((await system.state()).made).toHaveLength(1);
    expect(await callOf(grant)).toMatchObject({ state: "confirmed", sends: 1 });
  });

  it("is looked up before it is sent again to a system that failed before it did anything", async () => {
    const { system, ports } = await start("honours");
    await system.control({ failBefore: 1 });
    const grant = await move();
    expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown" });
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded", version: 2 });
    expect((await system.state()).made).toHaveLength(1);
    expect(await callOf(grant)).toMatchObject({ state: "confirmed", sends: 2 });
  });

  it("stays unknown at a system that ignores keys, however often it is looked after, and is not sent again", async () => {
    const { system, ports } = await start("ignores");
    await system.control({ loseAnswers: 1 });
    const grant = await move();
    await executeGrant(ports, grant);
    for (let round = 0; round < 5; round++) await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "unknown", code: "outcome_unknown", version: 1 });
    expect(sentFor(grant)).toHaveLength(1);
    expect((await system.state()).made).toHaveLength(1);
    expect(await callOf(grant)).toMatchObject({ state: "unknown", sends: 1, looks: 6 });
  });

  it("that is only slow is unknown at the limit and found later", async () => {
    const { system, ports } = await start("honours");
    await system.control({ answerDelayMs: TIMEOUT_MS * 2 });
    const grant = await move();
    expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown" });
    await system.control({ answerDelayMs: 0 });
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded" });
    expect((await system.state()).made).toHaveLength(1);
  });

  it("ends for a second grant of the same effect as for the first one", async () => {
    const { system, ports } = await start("honours");
    await system.control({ loseAnswers: 1 });
    const first = await move();
    await executeGrant(ports, first);
    const second = await world.grant(
      world.step("transfer_stock", { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE" }),
      { requestId: first.requestId },
    );
    expect(second.effectKey).toBe(first.effectKey);
    expect(await executeGrant(ports, second)).toMatchObject({ outcome: "unknown" });
    await lookAfter(ports);
    expect(await stored(second)).toMatchObject({ outcome: "succeeded", code: "already_applied", version: 2 });
    expect((await system.state()).made).toHaveLength(1);
    expect(await reserved()).toBe("180");
  });

  it("keeps other grants off the same records until it is known", async () => {
    const { system, ports } = await start("ignores");
    await system.control({ loseAnswers: 1 });
    const other = await move("10");
    await executeGrant(ports, await move());
    expect(await executeGrant(ports, other)).toMatchObject({ outcome: "stale", code: "outcome_unknown" });
    expect((await system.state()).made).toHaveLength(1);
  });
});

describe("a system that is away", () => {
  it("gets the effect later, and until then nothing is told, for nothing happened", async () => {
    const { system, ports, unreachable } = await start("ignores");
    const grant = await move();
    await executeGrant(unreachable, grant);
    expect(sentFor(grant)).toEqual([]);
    expect(await callOf(grant)).toMatchObject({ state: "intent", sends: 0 });
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded", version: 2 });
    expect((await system.state()).made).toHaveLength(1);
  });

  it("does not get it any more once its time to be executed is over", async () => {
    const { system, ports, unreachable } = await start("honours");
    const step = world.step("transfer_stock", {
      sku: "VLV-050",
      fromLocation: "LOC-HAM",
      toLocation: "LOC-VLC",
      quantity: "3",
      uom: "PCE",
    });
    const grant = await world.grant(step, { executeBy: "2026-12-07T12:00:00.000Z" });
    await executeGrant(unreachable, grant);
    await world.db.admin("update tenants set offset_ms = offset_ms + 6 * 3600000 where tenant = 'demo'");
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "refused", code: "execute_by_passed", version: 2 });
    expect((await system.state()).made).toEqual([]);
  });
});

describe("an effect that was made there while our records moved on", () => {
  it("stays open and is shown, and is recorded as soon as the records allow it", async () => {
    const { system, ports } = await start("honours");
    await system.control({ loseAnswers: 1 });
    const grant = await move();
    await executeGrant(ports, grant);
    await world.db.admin(
      "alter table stock disable trigger user; update stock set on_hand = 130 where tenant = 'demo' and id = 'STK-006'; alter table stock enable trigger user",
    );
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "unknown", code: "record_conflict", version: 2 });
    await world.db.admin(
      "alter table stock disable trigger user; update stock set on_hand = 480 where tenant = 'demo' and id = 'STK-006'; alter table stock enable trigger user",
    );
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded", version: 3 });
    expect(await reserved()).toBe("180");
    expect((await system.state()).made).toHaveLength(1);
  });
});
