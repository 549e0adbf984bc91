import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
beforeEach(() => {
  Object.assign(stack.supply, { garbled: "no", mute: false, silent: false });
});
afterAll(async () => {
  await stack?.stop();
});

let count = 0;
const aTransfer = () => {
  const ids = { tenant: "demo", requestId: `req_${String(++count).padStart(26, "0")}` };
  const step = aStep(ids.tenant, ids.requestId, { agent: "supply", tool: "transfer_stock", args: transferArgs() });
  return aPlan(stack.keys.signer("approvals"), { ...ids, steps: () => [step] });
};
const asksOf = async (planId: string) =>
  (await stack.database.admin("select invalid, since from unanswered_asks where plan_id = $1", [planId]))[0] as
    | { invalid: number }
    | undefined;
/** Lets a plan's next question be the last one that it has. */
const wearOut = async (planId: string) =>
  await stack.database.admin("update unanswered_asks set invalid = 7, ask_at = now() where plan_id = $1", [planId]);

it.each(["form", "key"] as const)("refuses a plan whose executor goes on answering with what cannot be used: %s", async (garbled) => {
  const plan = aTransfer();
  stack.supply.garbled = garbled;
  await stack.submit(plan);
  await until(async () => ((await asksOf(plan.id))?.invalid ?? 0) > 0, { what: "a counted answer" });
  await wearOut(plan.id);
  const refused = await stack.state(plan, (state) => state.state === "refused", "the refusal");
  expect(refused.refusal).toMatchObject({ code: "executor_answer_invalid", stepId: plan.steps[0]?.id });
  expect(refused.refusal?.detail).toMatch(/^the supply executor answered 8 times with what cannot be used/);
  expect(await asksOf(plan.id)).toBeUndefined();
});

it("asks a garbled executor ever more rarely, and goes on as soon as it answers", async () => {
  const plan = aTransfer();
  stack.supply.garbled = "form";
  await stack.submit(plan);
  await until(async () => ((await asksOf(plan.id))?.invalid ?? 0) > 0, { what: "a counted answer" });
  const text = "update unanswered_asks set invalid = 6, ask_at = now() where plan_id = $1";
  await stack.database.admin(text, [plan.id]);
  await until(async () => (await asksOf(plan.id))?.invalid === 7, { what: "the next question" });
  const rows = await stack.database.admin("select ask_at > now() + interval '2 minutes' as later from unanswered_asks where plan_id = $1", [
    plan.id,
  ]);
  expect(rows).toEqual([{ later: true }]);
  stack.supply.garbled = "no";
  await stack.database.admin("update unanswered_asks set ask_at = now() where plan_id = $1", [plan.id]);
  expect((await stack.item(plan, plan.steps[0]?.id ?? "")).state).toBe("pending");
  await until(async () => (await asksOf(plan.id)) === undefined, { what: "the count to be forgotten" });
});

it("tells a person who decides that the executor's answer cannot be used, and records nothing", async () => {
  const plan = aTransfer();
  await stack.submit(plan);
  const item = await stack.item(plan, plan.steps[0]?.id ?? "");
  stack.supply.garbled = "key";
  const answer = await stack.decide("stock.ben", item);
  expect([answer.status, answer.body.code]).toEqual([502, "executor_answer_invalid"]);
  expect((await stack.item(plan, plan.steps[0]?.id ?? "")).state).toBe("pending");
});

it("ends an approved step whose executor can no longer say what it would do, and says so on the item", async () => {
  const plan = aTransfer();
  const stepId = plan.steps[0]?.id ?? "";
  await stack.submit(plan);
  await stack.item(plan, stepId);
  stack.supply.garbled = "form";
  // Approved, and not yet signed: as a replica leaves it that dies between the two.
  await stack.database.admin("update plan_steps set state = 'approved' where plan_id = $1", [plan.id]);
  await stack.database.admin("update approvals set state = 'approved', decided_at = now() where plan_id = $1", [plan.id]);
  await until(async () => ((await asksOf(plan.id))?.invalid ?? 0) > 0, { what: "a counted answer" });
  await wearOut(plan.id);
  const ended = await stack.state(plan, (state) => state.steps[0]?.state === "failed", "the step's end");
  expect(ended.steps[0]).toMatchObject({ code: "executor_answer_invalid", grantId: null });
  expect(ended.steps[0]?.reason).toMatch(/nothing was carried out/);
  expect(stack.supply.grants.some((grant) => grant.stepId === stepId)).toBe(false);
});

it("ends an approved step whose executor has been silent for a day", async () => {
  const plan = aTransfer();
  await stack.submit(plan);
  await stack.item(plan, plan.steps[0]?.id ?? "");
  stack.supply.mute = true;
  await stack.database.admin("update plan_steps set state = 'approved' where plan_id = $1", [plan.id]);
  await until(async () => (await asksOf(plan.id)) !== undefined, { what: "a question without an answer" });
  await stack.database.admin("update unanswered_asks set since = now() - interval '25 hours' where plan_id = $1", [plan.id]);
  const ended = await stack.state(plan, (state) => state.steps[0]?.state === "failed", "the step's end");
  expect(ended.steps[0]).toMatchObject({ code: "executor_silent" });
});

/** As if an executor had not answered once, so long ago, and the plan had last been asked about so long ago. */
const silentSince = async (plan: { id: string }, since: string, asked: string) =>
  await stack.database.admin(
    "insert into unanswered_asks (tenant, plan_id, invalid, since, ask_at) values ('demo', $1, 0, now() - $2::interval, now() - $3::interval)",
    [plan.id, since, asked],
  );

it("forgets the silence of an executor once a decision finds it there again", async () => {
  const plan = aTransfer();
  await stack.submit(plan);
  const item = await stack.item(plan, plan.steps[0]?.id ?? "");
  await until(async () => (await asksOf(plan.id)) === undefined, { what: "the plan to be taken in" });
  await silentSince(plan, "25 hours", "1 minute");
  await stack.decide("stock.ben", item);
  expect(await asksOf(plan.id)).toBeUndefined();
});

it("forgets the silence of an executor as soon as nothing of the plan is due", async () => {
  const plan = aTransfer();
  await stack.submit(plan);
  await stack.item(plan, plan.steps[0]?.id ?? "");
  await stack.database.admin("update plan_heads set paused_until = now() + interval '1 hour' where plan_id = $1", [plan.id]);
  await silentSince(plan, "25 hours", "1 minute");
  await stack.database.admin("update plan_steps set state = 'approved' where plan_id = $1", [plan.id]);
  await until(async () => (await asksOf(plan.id)) === undefined, { what: "the silence to be forgotten" });
});

it("counts a day of silence only while the plan is asked about", async () => {
  const plan = aTransfer();
  await stack.submit(plan);
  await stack.item(plan, plan.steps[0]?.id ?? "");
  stack.supply.mute = true;
  await silentSince(plan, "25 hours", "24 hours");
  await stack.database.admin("update plan_steps set state = 'approved' where plan_id = $1", [plan.id]);
  const fresh = async () =>
    (await stack.database.admin("select since > now() - interval '1 hour' as fresh from unanswered_asks where plan_id = $1", [plan.id]))[0];
  await until(async () => (await fresh())?.fresh === true, { what: "the count to start anew" });
  const [step] = await stack.database.admin("select state from plan_steps where plan_id = $1", [plan.id]);
  expect(step).toEqual({ state: "approved" });
});

it("looks a grant up ever more rarely whose executor cannot say what became of it, and says so on the step", async () => {
  const plan = aTransfer();
  Object.assign(stack.supply, { silent: true });
  await stack.submit(plan);
  await stack.decide("stock.ben", await stack.item(plan, plan.steps[0]?.id ?? ""));
  await until(() => stack.supply.grants.find((grant) => grant.planId === plan.id), { what: "the grant" });
  stack.supply.garbled = "form";
  const worn = "update grants set look_ups = 59, exp = now() - interval '1 minute', looked_up_at = null where plan_id = $1";
  await stack.database.admin(worn, [plan.id]);
  const told = await stack.state(plan, (state) => state.steps[0]?.code === "executor_answer_invalid", "the words on the step");
  expect(told.steps[0]).toMatchObject({ state: "executing" });
  const late = "update grants set look_ups = 70, looked_up_at = now() - interval '1 hour' where plan_id = $1";
  await stack.database.admin(late, [plan.id]);
  const other = aTransfer();
  stack.supply.garbled = "no";
  stack.supply.silent = false;
  await stack.submit(other);
  await stack.item(other, other.steps[0]?.id ?? "");
  const rows = await stack.database.admin("select look_ups from grants where plan_id = $1", [plan.id]);
  expect(rows).toEqual([{ look_ups: 70 }]);
});
