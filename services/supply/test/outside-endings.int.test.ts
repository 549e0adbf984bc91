import { createHttpSystem, executeGrant, handleGrantMessage, type OutsideLink } from "@quartermaster/executor";
import { type Grant, MESSAGE_TYPES, newId, subjects } from "@quartermaster/shared/contracts";
import { freePort, type ScriptedSystem, startScriptedSystem } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outsideCalls } from "./support/outside-calls.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

const TIMEOUT_MS = 2_000;
let world: SupplyWorld;
let system: ScriptedSystem;
const { move, reserved, callOf, sentFor, stored, lookAfter, letQuietPass, letGrantEnd, letGrantAge } = outsideCalls(() => world);

beforeAll(async () => {
  world = await startSupplyWorld();
});
beforeEach(async () => {
  system = await startScriptedSystem();
});
afterEach(async () => {
  await system.stop();
  await world.db.admin("delete from outside_call");
  await world.db.admin("delete from grant_epoch");
  await world.seed("demo");
});
afterAll(() => world?.drop());

const linkTo = (url: string): OutsideLink => ({
  system: createHttpSystem({
    url,
    token: null,
    timeoutMs: TIMEOUT_MS,
    repeat: { kind: "by_key", quietMs: 60_000 },
    tools: new Set(["transfer_stock", "create_reorder"]),
  }),
  timeoutMs: TIMEOUT_MS,
});
const linked = () => ({ ...world.ports, outside: linkTo(system.url) });
const unreachable = async () => ({ ...world.ports, outside: linkTo(`http://127.0.0.1:${await freePort()}`) });

/** Lets approvals take a grant back. */
async function revoke(ports: ReturnType<typeof linked>, grant: Grant) {
  const { tenant, grantId, stepId, planId, requestId, revision, tool, contentHash, effectKey } = grant;
  const of = { requestId, revision, tool, contentHash, effectKey };
  const issuedAt = new Date().toISOString();
  const body = { v: 1 as const, typ: "revoke" as const, grantId, tenant, stepId, planId, reason: "cancelled by anna", issuedAt, of };
  const envelope = {
    id: newId("msg"),
    type: MESSAGE_TYPES.grantRevoked,
    version: 1,
    tenant,
    causationId: null,
    correlationId: requestId,
    occurredAt: issuedAt,
    payload: world.keys.signer("approvals").sign("revoke", body),
  };
  return handleGrantMessage(ports, { subject: subjects.grant("supply", tenant, stepId), body: JSON.stringify(envelope) });
}
const raiseEpoch = () => world.db.admin("insert into grant_epoch (tenant, epoch, signed) values ('demo', 9, '{}')");

describe("a no to a second sending", () => {
  it.each([
    { status: 412, code: "stale" },
    { status: 409, code: "already_in_work" },
    { status: 422, code: "insufficient_available" },
    { status: 403, code: "forbidden" },
  ])("with $status says nothing about the first, which is found by our reference", async ({ status, code }) => {
    const ports = linked();
    system.script([{ do: "hold" }, { do: "answer", status, code }]);
    const grant = await move();
    expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown" });
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "unknown", code: "outcome_unknown" });
    system.surface();
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded" });
    expect([system.made.length, await reserved()]).toEqual([1, "180"]);
  });

  it("ends as not made once nothing of ours can surface any more and there is nothing under our reference", async () => {
    const ports = linked();
    const no = { do: "answer", status: 422, code: "insufficient_available" } as const;
    system.script([{ do: "vanish" }, no, no]);
    const grant = await move();
    await executeGrant(ports, grant);
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "unknown" });
    await letQuietPass();
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "failed", code: "insufficient_available" });
    expect([system.made, await reserved()]).toEqual([[], "120"]);
  });

  it("to the first sending is the system's word: nothing was made", async () => {
    system.script([{ do: "answer", status: 409, code: "closed_today" }]);
    const grant = await move();
    expect(await executeGrant(linked(), grant)).toMatchObject({ outcome: "failed", code: "closed_today" });
    expect(system.sent).toHaveLength(1);
  });
});

describe("a call that never left", () => {
  it("is not sent and not unknown, however often nobody listens, and goes out once somebody does", async () => {
    const away = await unreachable();
    // Nothing is read before an order is sent: the sending itself is what nobody takes.
    const args = { sku: "BRG-6205", location: "LOC-GDN", quantity: "100", uom: "PCE", supplier: "SUP-BRGPL" };
    const grant = await world.grant(world.step("create_reorder", args));
    await executeGrant(away, grant);
    for (let round = 0; round < 4; round++) await lookAfter(away);
    expect(await callOf(grant)).toMatchObject({ state: "intent", sends: 0 });
    expect(sentFor(grant)).toEqual([]);
    await lookAfter(linked());
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded", version: 2 });
    expect(system.sent).toHaveLength(1);
  });

  it("is not sent and not unknown while the system takes no more requests", async () => {
    const ports = linked();
    const busy = { do: "answer", status: 429, code: "rate_limited" } as const;
    system.script([busy, busy, busy]);
    const grant = await move();
    await executeGrant(ports, grant);
    for (let round = 0; round < 2; round++) await lookAfter(ports);
    expect(await callOf(grant)).toMatchObject({ state: "intent", sends: 0 });
    expect(sentFor(grant)).toEqual([]);
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded" });
    expect(system.made).toHaveLength(1);
  });

  it("goes out although its grant's own end has passed meanwhile, for it was used before", async () => {
    const grant = await move();
    await executeGrant(await unreachable(), grant);
    await letGrantEnd();
    await lookAfter(linked());
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded" });
    expect(system.made).toHaveLength(1);
  });

  it("ends as failed with its reason when it could not be sent for as long as a grant may ever live", async () => {
    const away = await unreachable();
    const grant = await move();
    await executeGrant(away, grant);
    await letGrantAge();
    await lookAfter(away);
    expect(await stored(grant)).toMatchObject({
      outcome: "failed",
      code: "unavailable",
      detail: expect.stringContaining("nothing was sent"),
    });
    await lookAfter(linked());
    expect(system.sent).toEqual([]);
  });

  it("is ended by a revocation at once, and never sent", async () => {
    const away = await unreachable();
    const grant = await move();
    await executeGrant(away, grant);
    expect(await revoke(away, grant)).toMatchObject({ outcome: "refused", code: "revoked", version: 2 });
    await lookAfter(linked());
    expect(sentFor(grant).map(({ outcome, code }) => [outcome, code])).toEqual([["refused", "revoked"]]);
    expect(system.sent).toEqual([]);
  });

  it("is not sent while approvals does not say which epoch is in force, and then only if that has not voided it", async () => {
    const order = (quantity: string) =>
      world.grant(world.step("create_reorder", { sku: "BRG-6205", location: "LOC-GDN", quantity, uom: "PCE", supplier: "SUP-BRGPL" }));
    const said: (number | null)[] = [];
    const epochs = {
      confirm: async () => {
        const epoch = said.shift() ?? null;
        return epoch === null ? null : { epoch, holds: () => true };
      },
    };
    const ports = { ...linked(), epochs };
    const waiting = async (quantity: string): Promise<Grant> => {
      const grant = await order(quantity);
      said.push(0);
      await executeGrant(ports, grant);
      await lookAfter(ports);
      expect(await callOf(grant)).toMatchObject({ state: "intent", sends: 0 });
      expect(sentFor(grant)).toEqual([]);
      return grant;
    };
    const first = await waiting("100");
    expect(system.sent).toEqual([]);
    said.push(0);
    await lookAfter(ports);
    expect(await stored(first)).toMatchObject({ outcome: "succeeded" });
    const second = await waiting("101");
    said.push(7);
    await lookAfter(ports);
    expect(await stored(second)).toMatchObject({ outcome: "refused", code: "grant_epoch" });
    expect(system.made).toHaveLength(1);
  });

  it("is not sent after the epoch was raised", async () => {
    const away = await unreachable();
    const grant = await move();
    await executeGrant(away, grant);
    await raiseEpoch();
    await lookAfter(linked());
    expect(await stored(grant)).toMatchObject({ outcome: "refused", code: "grant_epoch" });
    expect(system.sent).toEqual([]);
  });
});

describe("a call whose answer was lost", () => {
  it("is not sent again after a revocation, and told as not made only when nothing can surface any more", async () => {
    const ports = linked();
    system.script([{ do: "vanish" }]);
    const grant = await move();
    await executeGrant(ports, grant);
    expect(await revoke(ports, grant)).toMatchObject({ outcome: "unknown" });
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "unknown" });
    await letQuietPass();
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "refused", code: "revoked" });
    expect([system.sent.length, system.made]).toEqual([1, []]);
  });

  it("is found although its grant was taken back or its time is over meanwhile", async () => {
    const ports = linked();
    system.script([{ do: "make_silently" }]);
    const grant = await move();
    await executeGrant(ports, grant);
    await revoke(ports, grant);
    await letGrantAge();
    await lookAfter(ports);
    expect(await stored(grant)).toMatchObject({ outcome: "succeeded" });
    expect(system.sent).toHaveLength(1);
  });

  it("keeps the time of its first sending when a second one never left", async () => {
    const ports = linked();
    system.script([{ do: "vanish" }, { do: "answer", status: 429, code: "rate_limited" }]);
    const grant = await move();
    await executeGrant(ports, grant);
    const sentAt = async () => (await world.db.admin<{ at: string }>("select sent_at::text as at from outside_call"))[0]?.at;
    const first = await sentAt();
    await lookAfter(ports);
    expect(await sentAt()).toBe(first);
    expect(await callOf(grant)).toMatchObject({ state: "unknown", sends: 1 });
  });
});
