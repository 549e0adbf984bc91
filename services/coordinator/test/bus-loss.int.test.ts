import { MESSAGE_TYPES, newId, type Plan, subjects, TYPE_HEADER } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProposal } from "./start/fake-agent.ts";
import { aReceipt, envelope } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

// What recovers each stream when its messages were acknowledged and the store was lost then:
// QM_TASKS     a task without a result is dispatched again; the agent's claim drops what it has already
// QM_RESULTS   the same: an agent that has finished the task sends its stored result again
// QM_PLANS     a plan without an answer is sent again; cancellations with every look at the request, withdrawals below; pauses end by themselves
// QM_RECEIPTS  states and receipts: approvals is asked, below
// QM_EVENTS    the live feed; its record is the table of events
let run: StartedCoordinator;
const LONG = 120_000;

beforeAll(async () => {
  run = await startCoordinator();
  run.work.supply = (brief) => ({
    proposals: brief.calls.map((call, n) =>
      aProposal("supply", "transfer_stock", {
        args: call.args,
        ref: call.ref ?? `transfer${n}`,
        meaning: { ...call.args, n: brief.requestId },
        outputs: [{ name: "transferId", kind: "transfer" }],
      }),
    ),
  });
});
afterAll(async () => {
  await run?.stop();
});

async function awaitingApproval(quantity: string): Promise<{ id: string; plan: Plan; step: string }> {
  const actions = [{ agent: "supply", tool: "transfer_stock", args: { sku: "VLV-050", quantity, uom: "PCE" } }];
  const { body } = await run.call("POST", "/v1/requests", { body: { actions } });
  const plan = await until(() => run.approvals.plans.find((known) => known.requestId === body.id), { what: "the plan" });
  await run.approvals.tell(plan, {});
  await run.requestWith(body.id, "awaiting_approval");
  return { id: body.id, plan, step: plan.steps[0]?.id ?? "" };
}

const commandsOf = (plan: Plan, type: string) =>
  run.approvals.commands.filter((command) => command.type === type && command.planId === plan.id);
const asked = async (plan: Plan) => await until(() => commandsOf(plan, "report").at(-1), { what: "a question", timeoutMs: 40_000 });
const due = async (plan: Plan) => await run.database.admin("update plans set ask_at = now() where id = $1", [plan.id]);

/** A receipt as approvals passes it on. */
async function passOn(plan: Plan, step: string, signer: string, grantId = newId("grt")): Promise<void> {
  const bus = await run.nats.bus("approvals");
  const payload = run.keys.signer(signer).sign("receipt", aReceipt(plan, step, { grantId }));
  await bus.publish(subjects.decision(plan.tenant, plan.requestId), envelope("receipt.issued", plan.tenant, plan.requestId, payload), {
    msgId: newId("evt"),
    headers: { [TYPE_HEADER]: MESSAGE_TYPES.receiptIssued },
  });
}

describe("after the loss of the bus store", () => {
  it("asks approvals about every open plan and takes state and receipt, so that nothing waits for ever", { timeout: LONG }, async () => {
    const { id, plan, step } = await awaitingApproval("31");
    // On a busy machine the first question may have been asked already; the next is planned in any case.
    const earlier = commandsOf(plan, "report").length;
    await run.nats.restart({ emptyStore: true });
    await run.nats.bootstrap();
    expect(await run.database.admin("select ask_at is not null as planned from plans where id = $1", [plan.id])).toEqual([
      { planned: true },
    ]);
    await due(plan);
    await until(() => commandsOf(plan, "report").length > earlier, { what: "a question after the loss", timeoutMs: 40_000 });
    expect(await asked(plan)).toMatchObject({ requestId: id, receipts: [] });
    // What was told when nobody listened: the step is done. The picture alone does not end the request.
    const grantId = newId("grt");
    await run.approvals.tell(plan, { [step]: { state: "succeeded", grantId } });
    await passOn(plan, step, "x_supply", grantId);
    const done = await run.requestWith(id, "completed");
    expect(done.plan.steps[0]).toMatchObject({ state: "succeeded", receipt: { outcome: "succeeded" } });
    await due(plan);
    const isLeft = async () => (await run.database.admin("select 1 from plans where id = $1 and ask_at is null", [plan.id])).length === 1;
    await until(isLeft, { what: "the end of the questions", timeoutMs: 20_000 });
  });

  it("names what it knows, and asks ever more rarely", { timeout: LONG }, async () => {
    const { plan, step } = await awaitingApproval("32");
    await run.database.admin("update plans set asks = 5 where id = $1", [plan.id]);
    await run.database.admin("update plan_steps set receipt_version = 2 where step_id = $1", [step]);
    await due(plan);
    expect(await asked(plan)).toMatchObject({ receipts: [{ stepId: step, version: 2 }] });
    const [row] = await run.database.admin(
      "select asks, extract(epoch from ask_at - asked_at)::int as pause, sequence::int from plans where id = $1",
      [plan.id],
    );
    expect(row).toMatchObject({ asks: 6, pause: 1_920 });
    expect(commandsOf(plan, "report")).toMatchObject([{ sequence: row?.sequence }]);
  });

  it("takes no receipt from approvals that the executor did not sign", { timeout: LONG }, async () => {
    const { plan, step } = await awaitingApproval("33");
    await passOn(plan, step, "approvals");
    const genuine = await awaitingApproval("34");
    await passOn(genuine.plan, genuine.step, "x_supply");
    await run.requestWith(genuine.id, "completed");
    expect(await run.database.admin("select receipt from plan_steps where step_id = $1", [step])).toEqual([{ receipt: null }]);
  });

  const open = ["pending", "proposed", "stale"];
  it.each(open)("withdraws the items of a replaced request again while they seem open (%s)", { timeout: LONG }, async (state) => {
    const { id, plan, step } = await awaitingApproval(String(35 + open.indexOf(state)));
    await run.database.admin("update plan_steps set state = $2 where step_id = $1", [step, state]);
    await run.database.admin("update requests set status = 'superseded', phase = 'done' where id = $1", [id]);
    await due(plan);
    await asked(plan);
    await until(() => commandsOf(plan, "withdraw").length === 1, { what: "the withdrawal" });
    await run.approvals.tell(plan, { [step]: { state: "cancelled", code: "withdrawn" } }, { state: "withdrawn" });
    const isCancelled = async () =>
      (await run.database.admin("select 1 from plan_steps where step_id = $1 and state = 'cancelled'", [step])).length === 1;
    await until(isCancelled, { what: "the withdrawn step" });
    await due(plan);
    const isLeft = async () => (await run.database.admin("select 1 from plans where id = $1 and ask_at is null", [plan.id])).length === 1;
    await until(isLeft, { what: "the end of the questions", timeoutMs: 20_000 });
    expect(commandsOf(plan, "withdraw")).toHaveLength(1);
  });
});
