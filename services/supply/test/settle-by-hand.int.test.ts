import { createHttpSystem, executeGrant, handleGrantMessage, type RepeatRule } from "@quartermaster/executor";
import { type Grant, MESSAGE_TYPES, newId, type Receipt, type Settlement, subjects } from "@quartermaster/shared/contracts";
import { type ScriptedSystem, startScriptedSystem } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outsideCalls } from "./support/outside-calls.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
let system: ScriptedSystem;
const { move, reserved, callOf, sentFor, stored, lookAfter, endLeases } = outsideCalls(() => world);

beforeAll(async () => {
  world = await startSupplyWorld();
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

const linked = (repeat: RepeatRule = { kind: "never" }) => {
  const tools = new Set(["transfer_stock"]);
  const outside = createHttpSystem({ url: system.url, token: null, timeoutMs: 2_000, repeat, tools });
  return { ...world.ports, outside: { system: outside, timeoutMs: 2_000 } };
};
const MADE = { outcome: "made", reference: "TR-77" } as const;
const NOT_MADE = { outcome: "not_made", reference: null } as const;

/** Before the call of a test was sent last. */
const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();

/** Lets approvals send what admin.max found out, now unless told otherwise; `role` is who signs it. */
function settle(
  grant: Grant,
  finding: Pick<Settlement, "outcome" | "reference">,
  { role = "approvals", settledAt = new Date().toISOString(), repeat }: { role?: string; settledAt?: string; repeat?: RepeatRule } = {},
): Promise<Receipt | null> {
  const { tenant, grantId, stepId, planId, requestId } = grant;
  const who = { by: "admin.max", evidence: "looked at the transfer list there", settledAt };
  const body: Settlement = { v: 1, typ: "settlement", grantId, tenant, stepId, planId, ...finding, ...who };
  const envelope = {
    id: newId("evt"),
    type: MESSAGE_TYPES.callSettled,
    version: 1,
    tenant,
    causationId: null,
    correlationId: requestId,
    occurredAt: settledAt,
    payload: world.keys.signer(role).sign("settlement", body),
  };
  return handleGrantMessage(linked(repeat), { subject: subjects.grant("supply", tenant, stepId), body: JSON.stringify(envelope) });
}
/** A transfer whose answer was lost, at a system that nobody can ask about it. */
async function unknown(quantity = "60"): Promise<Grant> {
  system.script([{ do: "vanish" }]);
  const grant = await move(quantity);
  expect(await executeGrant(linked(), grant)).toMatchObject({ outcome: "unknown" });
  return grant;
}

describe("a call that a person settles", () => {
  it("as made is recorded with the reference there, and told once more", async () => {
    const grant = await unknown();
    expect(await settle(grant, MADE)).toMatchObject({
      outcome: "succeeded",
      version: 2,
      detail: "settled by admin.max: looked at the transfer list there",
      outputs: { outsideReference: "TR-77" },
    });
    expect(await reserved()).toBe("180");
    expect(await callOf(grant)).toMatchObject({ state: "confirmed", sends: 1 });
    expect(sentFor(grant).map(({ outcome }) => outcome)).toEqual(["unknown", "succeeded"]);
  });

  it("as not made ends as failed, changes nothing, and is never sent again", async () => {
    const grant = await unknown();
    expect(await settle(grant, NOT_MADE)).toMatchObject({ outcome: "failed", code: "settled_not_made" });
    await lookAfter(linked());
    await executeGrant(linked(), grant);
    expect([system.sent.length, await reserved()]).toEqual([1, "120"]);
    expect(await stored(grant)).toMatchObject({ outcome: "failed" });
  });

  it("keeps its first ending: neither a second finding nor another grant's can change it", async () => {
    const grant = await unknown();
    await settle(grant, NOT_MADE);
    expect(await settle(grant, MADE)).toMatchObject({ outcome: "failed", version: 2 });
    expect(await reserved()).toBe("120");
  });

  it("ends also for a grant of the same effect that joined it", async () => {
    const first = await unknown();
    const second = { ...first, grantId: newId("grt") };
    expect(await executeGrant(linked(), second)).toMatchObject({ outcome: "unknown" });
    await settle(second, MADE);
    expect(await stored(first)).toMatchObject({ outcome: "succeeded" });
    expect(await stored(second)).toMatchObject({ outcome: "succeeded", code: "already_applied" });
    expect(await reserved()).toBe("180");
  });

  it("waits for a look-up that is under way", async () => {
    const grant = await unknown();
    await world.db.admin("update outside_call set lease_until = now() + interval '1 minute'");
    await expect(settle(grant, NOT_MADE)).rejects.toMatchObject({ code: "unavailable", retryable: true });
    await endLeases();
    expect(await settle(grant, NOT_MADE)).toMatchObject({ outcome: "failed" });
  });

  it("as made stays open while our own records do not allow it, and is recorded once they do", async () => {
    const grant = await unknown();
    const onHand = (quantity: number) =>
      world.db.admin(
        `alter table stock disable trigger user; update stock set on_hand = ${quantity} where tenant = 'demo' and id = 'STK-006'; alter table stock enable trigger user`,
      );
    await onHand(130);
    expect(await settle(grant, MADE)).toMatchObject({ outcome: "unknown", code: "record_conflict" });
    await onHand(480);
    await lookAfter(linked());
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded", outputs: { outsideReference: "TR-77" } });
    expect(system.sent).toHaveLength(1);
  });

  it("is not ended as not made once the other party spoke of it", async () => {
    const grant = await unknown();
    await world.db.admin("update outside_call set told_by = 'wms-event-1'");
    expect(await settle(grant, NOT_MADE)).toMatchObject({ outcome: "unknown", version: 1 });
    await lookAfter(linked());
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded" });
  });

  it("is not ended as not made while it waits for our own records to allow what was made", async () => {
    const grant = await unknown();
    await world.db.admin(`update used_grant set receipt = jsonb_set(receipt, '{code}', '"record_conflict"')`);
    expect(await settle(grant, NOT_MADE)).toMatchObject({ outcome: "unknown", code: "record_conflict", version: 1 });
    expect(await callOf(grant)).toMatchObject({ state: "unknown" });
    expect(await settle(grant, MADE)).toMatchObject({ outcome: "succeeded" });
  });

  it("is not ended as not made by a finding from before it was sent again", async () => {
    const grant = await unknown();
    expect(await settle(grant, NOT_MADE, { settledAt: aMinuteAgo() })).toMatchObject({ outcome: "unknown", version: 1 });
    expect(await callOf(grant)).toMatchObject({ state: "unknown" });
    expect(sentFor(grant).map(({ outcome }) => outcome)).toEqual(["unknown", "unknown"]);
    expect(await settle(grant, NOT_MADE)).toMatchObject({ outcome: "failed", code: "settled_not_made" });
  });

  it("is not ended as not made while the last sending may still arrive", async () => {
    const grant = await unknown();
    const repeat = { kind: "by_key", quietMs: 60_000 } as const;
    const later = (ms: number) => ({ repeat, settledAt: new Date(Date.now() + ms).toISOString() });
    expect(await settle(grant, NOT_MADE, later(30_000))).toMatchObject({ outcome: "unknown", version: 1 });
    expect(await callOf(grant)).toMatchObject({ state: "unknown" });
    expect(await settle(grant, NOT_MADE, later(61_000))).toMatchObject({ outcome: "failed", code: "settled_not_made" });
  });

  it("as made is believed although it was sent again since", async () => {
    const grant = await unknown();
    expect(await settle(grant, MADE, { settledAt: aMinuteAgo() })).toMatchObject({ outcome: "succeeded" });
  });

  it("is believed from approvals alone", async () => {
    const grant = await unknown();
    await expect(settle(grant, MADE, { role: "coordinator" })).rejects.toMatchObject({ code: "key_unknown" });
    expect(await stored(grant)).toMatchObject({ outcome: "unknown" });
  });
});
