import { newId } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack.stop();
});
afterEach(() => {
  Object.assign(stack.supply, { mute: false, outcome: "succeeded" });
});

function transferPlan() {
  const step = newId("stp");
  const make = (revision: number, quantity: string, ids: { id?: string; requestId?: string; threadId?: string } = {}) =>
    aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      revision,
      ...ids,
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id: step, agent: "supply", tool: "transfer_stock", args: transferArgs(quantity) }),
      ],
    });
  const plan = make(1, "60");
  const ids = { id: plan.id, requestId: plan.requestId, threadId: plan.threadId };
  return { plan, step, again: (revision: number, quantity: string) => make(revision, quantity, ids) };
}

const commandFor = (plan: { id: string; requestId: string }) => ({ tenant: "demo", requestId: plan.requestId, planId: plan.id });

/** Stores a plan whose executor does not answer, so that it is not taken into force. */
async function submitUnanswered(plan: { id: string; revision: number }, submit: () => Promise<void>): Promise<void> {
  stack.supply.mute = true;
  await submit();
  const text = "select 1 from plans where plan_id = $1 and revision = $2 and state = 'received'";
  await until(async () => (await stack.database.admin(text, [plan.id, plan.revision])).length === 1);
}

describe("a command about a plan that is stored but not in force", () => {
  it("withdraws the waiting revision together with the one in force", async () => {
    const { plan, step, again } = transferPlan();
    await stack.submit(plan);
    await stack.item(plan, step);
    const second = again(2, "50");
    await submitUnanswered(second, async () => await stack.submit(second));
    await stack.command({ type: "withdraw", ...commandFor(plan), reason: "corrected", supersededBy: null });
    await until(async () => {
      const rows = await stack.database.admin("select state from plans where plan_id = $1", [plan.id]);
      return rows.length === 2 && rows.every((row) => row.state === "withdrawn");
    });
    const third = again(3, "40");
    stack.supply.mute = false;
    await stack.submit(third);
    const state = await stack.state(third, (s) => s.revision === 3 && s.state === "withdrawn", "the withdrawn revision");
    expect(state.steps.map((candidate) => candidate.state)).toEqual(["cancelled"]);
  });

  it("keeps a pause for the items that are opened later", async () => {
    const { plan, step } = transferPlan();
    await submitUnanswered(plan, async () => await stack.submit(plan));
    await stack.command({ type: "pause", ...commandFor(plan), until: new Date(Date.now() + 60_000).toISOString() });
    const paused = "select 1 from plan_heads where plan_id = $1 and paused_until is not null";
    await until(async () => (await stack.database.admin(paused, [plan.id])).length === 1);
    stack.supply.mute = false;
    const item = await stack.item(plan, step);
    expect(item.paused).toBe(true);
    expect((await stack.decide("stock.ben", item)).body.code).toBe("requester_is_changing_this");
    await stack.command({ type: "resume", ...commandFor(plan) });
    await until(async () => (await stack.item(plan, step)).paused === false);
  });
});
