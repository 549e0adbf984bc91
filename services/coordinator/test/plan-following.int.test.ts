import { newId, type Plan } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MEANINGS } from "../src/orchestration/run-merge.ts";
import { aProposal } from "./start/fake-agent.ts";
import { sendReceipt } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;

const action = (quantity: string) => ({ agent: "supply", tool: "transfer_stock", args: { sku: "VLV-050", quantity, uom: "PCE" } });

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
  run.work.transit = (brief) => ({
    proposals: brief.calls.map((call, n) =>
      aProposal("transit", "book_shipment", {
        args: call.args,
        ref: call.ref ?? `booking${n}`,
        meaning: { ...call.args },
        outputs: [{ name: "shipmentId", kind: "shipment" }],
      }),
    ),
  });
});
afterAll(async () => {
  await run?.stop();
});

const planOf = async (requestId: string, revision = 1): Promise<Plan> =>
  await until(() => run.approvals.plans.find((plan) => plan.requestId === requestId && plan.revision === revision), {
    what: `revision ${revision} at approvals`,
  });

const awaitingApproval = async (...quantities: string[]): Promise<{ id: string; plan: Plan }> => {
  const { body } = await run.call("POST", "/v1/requests", { body: { actions: quantities.map(action) } });
  const plan = await planOf(body.id);
  await run.approvals.tell(plan, {});
  await run.requestWith(body.id, "awaiting_approval");
  return { id: body.id, plan };
};

const anEdit = (args: Plan["steps"][number]["args"]) => ({
  id: newId("apr"),
  state: "pending" as const,
  revision: 1,
  required: 1,
  slots: [],
  decideBy: null,
  executeBy: null,
  policyId: "test",
  noEligibleApprover: null,
  edit: { id: newId("edt"), by: "stock.ben", args, at: new Date().toISOString() },
});

describe("following a plan", () => {
  it("shows the receipt of a carried step in the revision that carries it", async () => {
    const { id, plan } = await awaitingApproval("60", "61");
    const [running, stale] = plan.steps;
    if (!running || !stale) throw new Error("two steps are needed");
    await run.approvals.tell(plan, { [stale.id]: { state: "stale", code: "stale" } });
    const second = await planOf(id, 2);
    expect(second.steps.map((step) => step.contentHash).sort()).toEqual(plan.steps.map((step) => step.contentHash).sort());
    await run.approvals.tell(second, { [stale.id]: { state: "rejected", code: null } });
    await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, running.id);
    const done = await run.requestWith(id, "incomplete");
    const step = done.plan.steps.find((shown: { id: string }) => shown.id === running.id);
    expect(done.plan.revision).toBe(2);
    expect(step).toMatchObject({ state: "succeeded", receipt: { revision: 1 } });
  });

  it("counts what a replaced request did or may be doing as a possible duplicate, but not what was only open", async () => {
    const { id, plan } = await awaitingApproval("62");
    const key = plan.steps[0]?.meaningKey ?? "";
    const hits = async (state: string) => {
      await run.database.admin("update plan_steps set state = $2 where request_id = $1", [id, state]);
      const found = await run.database.admin(MEANINGS, ["demo", [key], "req_newer", [id]]);
      return found.length;
    };
    for (const state of ["succeeded", "executing", "unknown"]) expect(await hits(state)).toBe(1);
    for (const state of ["proposed", "approved", "pending"]) expect(await hits(state)).toBe(0);
  });

  it("names in the answer to a correction what was done before it, with what undoes it", async () => {
    const { id, plan } = await awaitingApproval("66", "67");
    const [done] = plan.steps;
    if (!done) throw new Error("a step is needed");
    await run.approvals.tell(plan, { [done.id]: { state: "executing", code: null } });
    await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, done.id, {
      inverse: { tool: "release_reservation", args: { reservationId: "RSV-1" } },
    });
    const isDone = async () =>
      (await run.database.admin("select 1 from plan_steps where request_id = $1 and state = 'succeeded'", [id])).length > 0;
    await until(isDone, { what: "the receipt of the first step" });
    const newer = await awaitingApproval("68");
    await run.database.admin(
      "update requests set status = 'superseded', phase = 'done', superseded_by = $2, thread_id = (select thread_id from requests where id = $2) where id = $1",
      [id, newer.id],
    );
    await run.approvals.tell(newer.plan, { [newer.plan.steps[0]?.id ?? ""]: { state: "rejected" } });
    const { answer } = await run.requestWith(newer.id, "rejected");
    expect(answer).toMatch(/Already done before this message, and still in force:\nDone: .*66.* Can be undone with release_reservation\./s);
    expect(answer).not.toMatch(/67/);
  });

  it("shows what is known of an unknown outcome now, not what was known first", async () => {
    const { id, plan } = await awaitingApproval("69");
    const [step] = plan.steps;
    if (!step) throw new Error("a step is needed");
    const issue = async () => (await run.call("GET", `/v1/requests/${id}`)).body.openIssues[0]?.code;
    for (const code of ["outcome_unknown", "record_conflict"]) {
      await run.approvals.tell(plan, { [step.id]: { state: "unknown", code } });
      await until(async () => (await issue()) === code, { what: `the issue ${code}` });
    }
  });

  it("keeps a rejected step in sight when the rest is planned again", async () => {
    const { id, plan } = await awaitingApproval("63", "64");
    const [rejected, stale] = plan.steps;
    if (!rejected || !stale) throw new Error("two steps are needed");
    await run.approvals.tell(plan, { [rejected.id]: { state: "rejected" }, [stale.id]: { state: "stale", code: "stale" } });
    const second = await planOf(id, 2);
    expect(second.steps.map((step) => step.id)).toEqual([stale.id]);
    await run.approvals.tell(second, { [stale.id]: { state: "executing", code: null } });
    await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), second, stale.id);
    const done = await run.requestWith(id, "incomplete");
    expect(done.plan.steps.map((step: { state: string }) => step.state)).toEqual(["rejected", "succeeded"]);
  });

  it("takes up news whose mover died before it moved the request", async () => {
    const { id } = await awaitingApproval("60");
    await run.database.admin("update plan_steps set state = 'rejected' where request_id = $1", [id]);
    await run.database.admin("update requests set wake = wake + 1 where id = $1", [id]);
    await run.requestWith(id, "rejected");
  });

  it("plans a step anew as an approver narrowed it, under its own id", async () => {
    const { id, plan } = await awaitingApproval("60", "65");
    const [edited, other] = plan.steps;
    if (!edited || !other) throw new Error("two steps are needed");
    const args = { ...edited.args, quantity: "40" };
    await run.approvals.tell(plan, { [edited.id]: { state: "stale", code: "edited", approval: anEdit(args) } });
    const second = await planOf(id, 2);
    expect(second.steps.find((step) => step.id === edited.id)?.args).toEqual(args);
    expect(second.steps.find((step) => step.id === other.id)?.contentHash).toBe(other.contentHash);
  });

  it("carries the booking of a finished transfer over when another step is edited, and books nothing for it again", async () => {
    const lines = [{ sku: "VLV-050", quantity: "70", uom: "PCE" }];
    const booking = { origin: "LOC-HAM", destination: "LOC-VLC", serviceId: "SVC-01", lines, transferRef: "@a" };
    const actions = [
      { ...action("70"), ref: "a" },
      { agent: "transit", tool: "book_shipment", args: booking, ref: "c", after: ["a"] },
      { ...action("71"), ref: "b" },
    ];
    const { body } = await run.call("POST", "/v1/requests", { body: { actions } });
    const plan = await planOf(body.id);
    const stepOf = (quantity: string) => plan.steps.find((step) => step.args.quantity === quantity);
    const [done, edited, booked] = [stepOf("70"), stepOf("71"), plan.steps.find((step) => step.tool === "book_shipment")];
    if (!done || !edited || !booked) throw new Error("three steps are needed");
    await run.approvals.tell(plan, { [done.id]: { state: "executing", code: null } });
    await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, done.id, { outputs: { transferId: "TRF-70" } });
    const isDone = async () =>
      (await run.database.admin("select 1 from plan_steps where request_id = $1 and state = 'succeeded'", [body.id])).length > 0;
    await until(isDone, { what: "the receipt of the transfer" });
    const args = { ...edited.args, quantity: "41" };
    await run.approvals.tell(plan, { [edited.id]: { state: "stale", code: "edited", approval: anEdit(args) } });
    const second = await planOf(body.id, 2);
    const bookings = second.steps.filter((step) => step.tool === "book_shipment");
    expect(bookings.map(({ id, contentHash }) => [id, contentHash])).toEqual([[booked.id, booked.contentHash]]);
    expect(second.steps.find((step) => step.id === done.id)).toEqual(done);
    expect(second.steps.find((step) => step.id === edited.id)?.args).toEqual(args);
  });
});
