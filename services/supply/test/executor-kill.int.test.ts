import { outsideKey } from "@quartermaster/executor";
import type { Bus } from "@quartermaster/shared/bus";
import { Envelope, type Grant, Receipt, signed } from "@quartermaster/shared/contracts";
import {
  answerEpochs,
  grantMessage,
  type ReferenceSystem,
  startNats,
  startReferenceSystem,
  type TestNats,
  until,
} from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createExecutorStarter } from "./support/executor-child.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

const LIMIT_MS = 180_000;
const EFFECTS = 20;

let world: SupplyWorld;
let nats: TestNats;
let approvals: Bus;
let starter: ReturnType<typeof createExecutorStarter>;
let system: ReferenceSystem;
/** Newest receipt of each grant that came over the bus. */
const receipts = new Map<string, Receipt>();

beforeAll(async () => {
  world = await startSupplyWorld();
  nats = await startNats();
  approvals = await nats.bus("approvals");
  answerEpochs(approvals, world.keys.signer("approvals"));
  await approvals.consume(
    "QM_RECEIPTS",
    "approvals",
    async (message) => {
      const envelope = Envelope.parse(JSON.parse(message.body));
      const receipt = world.keys.verifier.verify("receipt", signed(Receipt).parse(envelope.payload), ["x_supply"]);
      if ((receipts.get(receipt.grantId)?.version ?? 0) < receipt.version) receipts.set(receipt.grantId, receipt);
    },
    { slots: 4 },
  );
  starter = createExecutorStarter(world, nats);
});
afterEach(async () => {
  starter.stop();
  // What a killed process did not acknowledge would come to the next test's executor before its own grant.
  await nats.purge("QM_GRANTS");
  await system?.stop();
  await world.db.admin("delete from outside_call");
});
afterAll(async () => {
  starter?.stop();
  starter?.clean();
  await nats?.stop();
  await world?.drop();
});

/** Orders of different sizes: effects that stand in no other's way. */
const orders = (count: number): Promise<Grant[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const args = { sku: "BRG-6205", location: "LOC-GDN", quantity: String(100 + index), uom: "PCE", supplier: "SUP-BRGPL" };
      return world.grant(world.step("create_reorder", args));
    }),
  );

/** Delivers grants; another round makes a second delivery, as after a lost acknowledgement. */
async function deliver(grants: readonly Grant[], round: string): Promise<void> {
  for (const grant of grants) {
    const message = grantMessage(world.keys.signer("approvals"), grant);
    await approvals.publish(message.subject, message.body, { msgId: `${grant.grantId}-${round}` });
  }
}

const made = async (): Promise<string[]> => (await system.state()).made.map((entry) => entry.key);
const outcomes = (grants: readonly Grant[]) => grants.map((grant) => receipts.get(grant.grantId)?.outcome ?? "none");
const ordersWritten = async (grants: readonly Grant[]): Promise<number> => {
  const ids = grants.map((grant) => receipts.get(grant.grantId)?.outputs.purchaseOrderId).filter((id) => id !== undefined);
  return (await world.db.admin("select from purchase_orders where tenant = 'demo' and id = any ($1)", [ids])).length;
};

describe("an executor killed once its system has seen", () => {
  it.each([1, 10, 20])(
    `%i of ${EFFECTS} effects loses none and makes none twice, when the system makes an effect once per key`,
    async (seen) => {
      system = await startReferenceSystem({ mode: "honours" });
      await system.control({ answerDelayMs: 150 });
      const grants = await orders(EFFECTS);
      const first = await starter.start(system, "by_key");
      await deliver(grants, "first");
      await until(async () => (await made()).length >= seen, { timeoutMs: 60_000, everyMs: 5, what: `${seen} effects` });
      await first.kill();
      expect(outcomes(grants).filter((outcome) => outcome === "succeeded").length).toBeLessThan(EFFECTS);
      await starter.start(system, "by_key");
      await deliver(grants, "again");
      await until(() => outcomes(grants).every((outcome) => outcome === "succeeded"), { timeoutMs: 90_000, what: "all receipts" });
      expect((await made()).sort()).toEqual(grants.map((grant) => outsideKey(grant.effectKey)).sort());
      expect(await ordersWritten(grants)).toBe(EFFECTS);
    },
    LIMIT_MS,
  );

  it.each([1, 10, 20])(
    `%i of ${EFFECTS} effects sends none twice and leaves every open case unknown, when the system ignores keys`,
    async (seen) => {
      system = await startReferenceSystem({ mode: "ignores" });
      await system.control({ answerDelayMs: 150 });
      const grants = await orders(EFFECTS);
      const first = await starter.start(system, "never");
      await deliver(grants, "first");
      await until(async () => (await made()).length >= seen, { timeoutMs: 60_000, everyMs: 5, what: `${seen} effects` });
      await first.kill();
      await starter.start(system, "never");
      await deliver(grants, "again");
      await until(() => !outcomes(grants).includes("none"), { timeoutMs: 90_000, what: "a word about every grant" });
      const keys = await made();
      expect(new Set(keys).size).toBe(keys.length);
      const byOutcome = (outcome: string) => grants.filter((grant) => receipts.get(grant.grantId)?.outcome === outcome);
      expect(byOutcome("succeeded").length + byOutcome("unknown").length).toBe(EFFECTS);
      // The calls that were under way when the process died: made, but nobody heard of it.
      expect(byOutcome("unknown").length).toBeGreaterThan(0);
      for (const grant of byOutcome("succeeded")) expect(keys).toContain(outsideKey(grant.effectKey));
      expect(await ordersWritten(grants)).toBe(byOutcome("succeeded").length);
    },
    LIMIT_MS,
  );
});

describe("an executor killed at a point of its way to another system", () => {
  it.each([
    // Not even written down: the grant comes again.
    { point: "executor.beforeLock", mode: "ignores", sent: 1, outcome: "succeeded" },
    // Written down, nothing sent: sent by the next process, also where keys mean nothing.
    { point: "executor.afterIntent", mode: "ignores", sent: 1, outcome: "succeeded" },
    // Marked as sent, though it was not: looked up, found nowhere, and sent only where the key protects.
    { point: "executor.beforeCall", mode: "honours", sent: 2, outcome: "succeeded" },
    { point: "executor.beforeCall", mode: "ignores", sent: 1, outcome: "unknown" },
    // Made there, not recorded here: found by the key.
    { point: "executor.afterCall", mode: "honours", sent: 1, outcome: "succeeded" },
    { point: "executor.afterCall", mode: "ignores", sent: 1, outcome: "unknown" },
    { point: "executor.beforeCommit", mode: "honours", sent: 1, outcome: "succeeded" },
    { point: "executor.beforeCommit", mode: "ignores", sent: 1, outcome: "unknown" },
    // Recorded, the grant not acknowledged: it comes again and finds its receipt.
    { point: "executor.afterCommit", mode: "honours", sent: 1, outcome: "succeeded" },
    { point: "executor.afterCommit", mode: "ignores", sent: 1, outcome: "succeeded" },
  ] as const)(
    "$point ends as $outcome when the system $mode keys",
    async ({ point, mode, sent, outcome }) => {
      const repeat = mode === "honours" ? "by_key" : "never";
      system = await startReferenceSystem({ mode });
      const [grant] = await orders(1);
      if (!grant) throw new Error("no grant");
      const first = await starter.start(system, repeat, `${point}:kill`);
      await deliver([grant], "first");
      await first.ended;
      // On a slow machine the call may already have been given up and looked up when the fault came.
      const told = point === "executor.afterCommit" ? ["none", "unknown", outcome] : ["none", "unknown"];
      expect(told).toContain(outcomes([grant])[0]);
      await starter.start(system, repeat);
      await until(() => outcomes([grant])[0] === outcome, { timeoutMs: 60_000, what: `${outcome}` });
      expect(await made()).toHaveLength(point === "executor.beforeCall" && mode === "ignores" ? 0 : 1);
      const row = (await world.db.admin<{ sends: number }>("select sends from outside_call where grant_id = $1", [grant.grantId]))[0];
      expect(row?.sends).toBe(sent);
    },
    LIMIT_MS,
  );
});
