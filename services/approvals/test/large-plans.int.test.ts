import type { ChangeRow } from "@quartermaster/shared/contracts";
import { createOutbox } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { createLogger } from "@quartermaster/shared/log";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type InboxDeps, tryAccept } from "../src/inbox/on-plan-message.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
beforeEach(() => {
  Object.assign(stack.supply, { mute: false, stated: {} });
});
afterAll(async () => {
  await stack?.stop();
});

let count = 0;
const aPlanOf = (quantities: string[]) => {
  const ids = { tenant: "demo", requestId: `req_${String(++count).padStart(26, "0")}` };
  const step = (quantity: string) =>
    aStep(ids.tenant, ids.requestId, { agent: "supply", tool: "transfer_stock", args: transferArgs(quantity) });
  return aPlan(stack.keys.signer("approvals"), { ...ids, steps: () => quantities.map(step) });
};
const rowsOf = (bytes: number): ChangeRow[] =>
  Array.from({ length: bytes / 10_000 }, (_, index) => ({
    path: `STK-006/${index}`,
    label: "lots",
    record: "STK-006",
    version: 1,
    value: "9".repeat(10_000),
    unit: null,
    unitLabel: null,
  }));

it("takes in a plan whose changes no message can carry, and tells its state without them", async () => {
  stack.supply.stated = { after: rowsOf(280_000) };
  const plan = aPlanOf(["60", "61"]);
  await stack.submit(plan);
  const accepted = await stack.state(plan, (state) => state.steps.every((step) => step.state === "pending"), "the items");
  expect(accepted.steps.map((step) => step.preview)).toEqual([null, null]);
  const item = await stack.item(plan, plan.steps[0]?.id ?? "");
  expect(item.card.after.filter((row: ChangeRow) => row.label === "lots")).toHaveLength(28);
  expect((await stack.decide("stock.ben", item)).status).toBe(200);
  const done = await stack.state(plan, (state) => state.steps[0]?.state === "succeeded", "the receipt");
  expect(done.steps[0]?.decidedBy).toHaveLength(1);
});

it("refuses a plan whose state no message can carry, instead of asking its executors again", async () => {
  stack.supply.mute = true;
  const plan = aPlanOf(["62"]);
  await stack.submit(plan);
  await until(async () => (await stack.database.admin("select 1 from unanswered_asks where plan_id = $1", [plan.id])).length > 0, {
    what: "the plan to wait for its executor",
  });
  const pool = stack.database.pool("qm_approvals");
  const outbox = createOutbox({ pool, bus: await stack.nats.bus("approvals"), log: createLogger({}, "silent") });
  let calls = 0;
  const tooLargeOnce: InboxDeps["outbox"] = {
    transaction: async (tenant, work) => {
      if (++calls === 1) throw new AppError("message_too_large", { detail: "a message to qm.decision has 600000 bytes" });
      return await outbox.transaction(tenant, work);
    },
  };
  const deps: InboxDeps = {
    pool,
    outbox: tooLargeOnce,
    executors: { preview: async () => ({ needs: [], refusal: null, after: [] }) as never, facts: async () => [] },
    signer: stack.keys.signer("approvals"),
    verifier: stack.keys.verifier,
    faults: async () => {},
    log: createLogger({}, "silent"),
  };
  await tryAccept(deps, plan.tenant, plan.id, plan.revision);
  const refused = await stack.state(plan, (state) => state.state === "refused", "the refusal");
  expect(refused.refusal).toMatchObject({ code: "message_too_large" });
  await outbox.stop();
});

it("ends a step whose grant no message can carry, and goes on with the rest", async () => {
  const plan = aPlanOf(["63"]);
  await stack.submit(plan);
  const item = await stack.item(plan, plan.steps[0]?.id ?? "");
  const foreign = { domain: "transit" as const, kind: "shipment", id: "SHP-1", version: 1, fields: { note: "9".repeat(510_000) } };
  stack.supply.stated = { foreign: [foreign] };
  expect((await stack.decide("stock.ben", item)).status).toBe(200);
  const ended = await stack.state(plan, (state) => state.steps[0]?.state === "failed", "the step's end");
  expect(ended.steps[0]).toMatchObject({ code: "message_too_large", grantId: null });
  expect(stack.supply.grants.some((grant) => grant.planId === plan.id)).toBe(false);
});
