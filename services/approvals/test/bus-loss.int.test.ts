import { newId, type Plan, type PlanCommand } from "@quartermaster/shared/contracts";
import { type OutboxTx, transaction } from "@quartermaster/shared/db";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportPlan } from "../src/inbox/report-plan.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

// What recovers each stream when its messages were acknowledged and the store was lost then:
// QM_PLANS     plans and withdrawals: the coordinator sends them again (its own test); `execute`: due steps are taken up without it
// QM_GRANTS    "never seen" after the expiry lets the step be granted again; findings of people are sent again
// QM_RECEIPTS  receipts: the executor is asked, below; states and receipts for the coordinator: it asks, below
let stack: Stack;
const LONG = 120_000;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack?.stop();
});

function transferPlan(quantity: string): { plan: Plan; step: string } {
  const step = newId("stp");
  const plan = aPlan(stack.keys.signer("approvals"), {
    tenant: "demo",
    steps: ({ tenant, requestId }) => [
      aStep(tenant, requestId, { id: step, agent: "supply", tool: "transfer_stock", args: transferArgs(quantity) }),
    ],
  });
  return { plan, step };
}

async function decided(quantity: string): Promise<{ plan: Plan; step: string }> {
  const { plan, step } = transferPlan(quantity);
  await stack.submit(plan);
  await stack.decide("stock.ben", await stack.item(plan, step));
  return { plan, step };
}

const stateIs = (state: string) => (s: { steps: { state: string }[] }) => s.steps[0]?.state === state;
type Report = Extract<PlanCommand, { type: "report" }>;
const reportOf = (plan: Plan, sequence: number, receipts: Report["receipts"] = []): Report => ({
  type: "report",
  tenant: plan.tenant,
  requestId: plan.requestId,
  planId: plan.id,
  sequence,
  receipts,
});

async function loseTheStore(): Promise<void> {
  await stack.nats.restart({ emptyStore: true });
  await stack.nats.bootstrap();
  stack.forgetStates();
}

/** What a report would send. */
async function answersTo(command: Report): Promise<string[]> {
  const sent: string[] = [];
  const pool = stack.database.pool("qm_approvals");
  const outbox = {
    transaction: async <T>(tenant: string, work: (tx: OutboxTx) => Promise<T>): Promise<T> =>
      await transaction(pool, tenant, async (tx) =>
        work({ query: tx.query.bind(tx), send: ({ body }) => void sent.push((body as { type: string }).type) } as OutboxTx),
      ),
  };
  await reportPlan(outbox, command);
  return sent;
}

describe("after the loss of the bus store", () => {
  it("tells a coordinator that asks the state under its sequence, and the receipt as its executor signed it", {
    timeout: LONG,
  }, async () => {
    const { plan, step } = await decided("21");
    const { sequence } = await stack.state(plan, stateIs("succeeded"), "the receipt");
    await loseTheStore();
    await until(() => stack.command(reportOf(plan, 1)).then(() => true), { timeoutMs: 20_000, what: "the question" });
    const state = await stack.state(plan, stateIs("succeeded"), "the state again");
    expect(state.sequence).toBe(sequence);
    const receipt = await until(() => stack.passedOn.find(({ body }) => body.stepId === step), { what: "the receipt again" });
    expect(stack.keys.verifier.verify("receipt", receipt, ["x_supply"])).toMatchObject({ outcome: "succeeded", planId: plan.id });
  });

  it("says nothing to who knows all, and nothing of a plan to another request", { timeout: LONG }, async () => {
    const { plan, step } = await decided("22");
    const { sequence } = await stack.state(plan, stateIs("succeeded"), "the receipt");
    expect(await answersTo(reportOf(plan, sequence, [{ stepId: step, version: 1 }]))).toEqual([]);
    expect(await answersTo(reportOf(plan, sequence))).toEqual(["receipt.issued"]);
    expect(await answersTo(reportOf(plan, 0, [{ stepId: step, version: 1 }]))).toEqual(["plan.state"]);
    expect(await answersTo({ ...reportOf(plan, 0), requestId: newId("req") })).toEqual([]);
    expect(await answersTo({ ...reportOf(plan, 0), planId: newId("pln") })).toEqual([]);
  });

  it("asks the executor for a receipt that never came long before its grant ends, and for the next version of one", {
    timeout: LONG,
  }, async () => {
    stack.supply.silent = true;
    const { plan, step } = await decided("23");
    const grant = await until(() => stack.supply.grants.find((given) => given.stepId === step), { what: "the grant" });
    const receipt = stack.supply.receiptOf(grant);
    Object.assign(receipt, { externalOutcome: "pending" });
    await loseTheStore();
    await stack.database.admin("update grants set exp = now() + interval '4 minutes' where id = $1", [grant.grantId]);
    await stack.state(plan, stateIs("succeeded"), "the receipt that was lost");
    const row = async () => (await stack.database.admin("select ask_at from grants where id = $1", [grant.grantId]))[0];
    expect((await row())?.ask_at).not.toBeNull();

    Object.assign(receipt, { version: 2, externalOutcome: "confirmed" });
    await stack.database.admin("update grants set ask_at = now() where id = $1", [grant.grantId]);
    await until(
      async () => (await stack.database.admin("select 1 from receipts where grant_id = $1 and version = 2", [grant.grantId])).length === 1,
      { timeoutMs: 30_000, what: "the second version" },
    );
    await until(async () => (await row())?.ask_at === null, { what: "the end of the questions" });
    stack.supply.silent = false;
  });
});
