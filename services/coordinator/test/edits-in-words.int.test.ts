import { newId, type Plan, type StepEdit } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProposal } from "./start/fake-agent.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;

const ORDERED = [
  { sku: "VLV-050", quantity: "60", uom: "PCE" },
  { sku: "GSK-100", quantity: "5", uom: "PCE" },
];

beforeAll(async () => {
  run = await startCoordinator();
  run.work.supply = (brief) => ({
    proposals: (brief.calls.length > 0 ? brief.calls : ORDERED.map((args, n) => ({ args, ref: `transfer${n}` }))).map((call) =>
      aProposal("supply", "transfer_stock", {
        args: call.args,
        ref: call.ref ?? "transfer",
        meaning: { ...call.args, n: brief.requestId },
        outputs: [{ name: "transferId", kind: "transfer" }],
      }),
    ),
  });
});
afterAll(async () => {
  await run?.stop();
});

const revision = async (requestId: string, number: number): Promise<Plan> =>
  await until(() => run.approvals.plans.find((plan) => plan.requestId === requestId && plan.revision === number), {
    what: `revision ${number} at approvals`,
  });

const approvalWith = (edit?: StepEdit) => ({
  id: newId("apr"),
  state: "pending" as const,
  revision: 1,
  required: 1,
  slots: [],
  decideBy: null,
  executeBy: null,
  policyId: "test",
  noEligibleApprover: null,
  ...(edit ? { edit } : {}),
});

describe("an edit of what was asked for in words", () => {
  it("still stands when something else of the plan goes stale", async () => {
    const { body } = await run.call("POST", "/v1/requests", {
      body: { text: "Move 60 PCE of VLV-050 and 5 PCE of GSK-100 from Hamburg to Valencia." },
    });
    const first = await revision(body.id, 1);
    const edited = first.steps.find((step) => step.args.sku === "VLV-050");
    const other = first.steps.find((step) => step.args.sku === "GSK-100");
    if (!edited || !other) throw new Error("two steps are needed");
    const args = { ...edited.args, quantity: "40" };
    const edit = { id: newId("edt"), by: "stock.ben", args, at: new Date().toISOString() };
    await run.approvals.tell(first, { [edited.id]: { state: "stale", code: "edited", approval: approvalWith(edit) } });
    const second = await revision(body.id, 2);
    expect(second.steps.find((step) => step.id === edited.id)?.args).toEqual(args);

    await run.approvals.tell(second, {
      [edited.id]: { state: "pending", code: null, approval: approvalWith() },
      [other.id]: { state: "stale", code: "stale_snapshot" },
    });
    const third = await revision(body.id, 3);
    expect(third.steps.map((step) => [step.id, step.args])).toEqual(second.steps.map((step) => [step.id, step.args]));
    expect(third.conflicts).toEqual([]);
  });

  it("counts for no revision that nobody asked for, neither then nor later", async () => {
    const { body } = await run.call("POST", "/v1/requests", { body: { text: "Move 60 PCE of VLV-050 and 5 PCE of GSK-100." } });
    let plan = await revision(body.id, 1);
    const edited = plan.steps.find((step) => step.args.sku === "VLV-050");
    if (!edited) throw new Error("a step is needed");
    for (const quantity of ["50", "40"]) {
      const edit = { id: newId("edt"), by: "stock.ben", args: { ...edited.args, quantity }, at: new Date().toISOString() };
      await run.approvals.tell(plan, { [edited.id]: { state: "stale", code: "edited", approval: approvalWith(edit) } });
      plan = await revision(body.id, plan.revision + 1);
    }
    const stale = { [edited.id]: { state: "stale" as const, code: "stale_snapshot", approval: approvalWith() } };
    for (const number of [4, 5, 6]) {
      await run.approvals.tell(plan, stale);
      plan = await revision(body.id, number);
    }
    await run.approvals.tell(plan, stale);
    expect((await run.requestWith(body.id, "awaiting_input")).questions).toMatchObject([{ id: "replan_limit" }]);
  });

  it("is followed while nobody knows what became of another step", async () => {
    const { body } = await run.call("POST", "/v1/requests", { body: { text: "Move 60 PCE of VLV-050 and 5 PCE of GSK-100." } });
    const first = await revision(body.id, 1);
    const edited = first.steps.find((step) => step.args.sku === "VLV-050");
    const other = first.steps.find((step) => step.args.sku === "GSK-100");
    if (!edited || !other) throw new Error("two steps are needed");
    const args = { ...edited.args, quantity: "40" };
    const edit = { id: newId("edt"), by: "stock.ben", args, at: new Date().toISOString() };
    await run.approvals.tell(first, {
      [edited.id]: { state: "stale", code: "edited", approval: approvalWith(edit) },
      [other.id]: { state: "unknown", grantId: newId("grt") },
    });
    const second = await revision(body.id, 2);
    expect(second.steps.find((step) => step.id === edited.id)?.args).toEqual(args);
    expect(second.steps.find((step) => step.id === other.id)).toEqual(other);
  });
});
