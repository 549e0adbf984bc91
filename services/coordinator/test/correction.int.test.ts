import type { Plan, PlanStep } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProposal } from "./start/fake-agent.ts";
import { sendReceipt } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
/** Whether units that were set aside can still be given back. */
let underWay = false;
const WORDS = "Move 60 PCE of VLV-050 from Hamburg to Valencia.";
/** A bound for what hangs: a correction takes several waves of work, on a machine that may be busy. */
const BUSY_MS = 45_000;
const CORRECTION = "no sorry, to Rotterdam";

beforeAll(async () => {
  run = await startCoordinator();
  run.work.supply = (brief) => {
    const other = brief.goal.includes("VLV-080");
    if (other && !brief.goal.includes("Rotterdam") && brief.calls.length === 0)
      return { status: "question", questions: [{ id: "source", text: "Where from?", options: [] }] };
    const order = {
      tool: "transfer_stock",
      args: { sku: other ? "VLV-080" : "VLV-050", quantity: /\b40\b/.test(brief.goal) ? "40" : "60", uom: "PCE" },
      ref: "transfer0",
    };
    const calls = brief.calls.length > 0 ? brief.calls : [order];
    const isRefused = (call: { tool: string }) => underWay && call.tool === "release_reservation";
    return {
      proposals: calls
        .filter((call) => !isRefused(call))
        .map((call, n) =>
          aProposal("supply", call.tool, {
            args: call.args,
            ref: call.ref ?? `call${n}`,
            meaning: { ...call.args, n: brief.requestId },
            outputs: call.tool === "transfer_stock" ? [{ name: "transferId", kind: "transfer" }] : [],
          }),
        ),
      callErrors: calls.flatMap((call, index) =>
        isRefused(call) ? [{ index, code: "transfer_under_way", detail: "its units have left", path: null }] : [],
      ),
    };
  };
});
afterAll(async () => {
  await run?.stop();
});

const send = async (body: object): Promise<{ id: string; threadId: string }> => {
  const answer = await run.call("POST", "/v1/requests", { body });
  expect(answer.status).toBe(202);
  return answer.body;
};
const show = async (id: string) => (await run.call("GET", `/v1/requests/${id}`)).body;
const planOf = async (requestId: string): Promise<Plan> =>
  await until(() => run.approvals.plans.find((plan) => plan.requestId === requestId), {
    what: "the plan at approvals",
    timeoutMs: BUSY_MS,
  });
const stepOf = (plan: Plan, tool: string): PlanStep => {
  const found = plan.steps.find((step) => step.tool === tool);
  if (!found) throw new Error(`a step ${tool} is needed, there are ${plan.steps.map((step) => step.tool).join()}`);
  return found;
};

/** A request whose transfer was granted and runs. */
async function executing() {
  const { id, threadId } = await send({ text: WORDS });
  const plan = await planOf(id);
  const transfer = stepOf(plan, "transfer_stock");
  await run.approvals.tell(plan, { [transfer.id]: { state: "executing" } });
  await run.requestWith(id, "executing");
  return { id, threadId, plan, transfer };
}
const receiptOf = async (plan: Plan, step: PlanStep, parts: Parameters<typeof sendReceipt>[4] = {}) =>
  await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, step.id, parts);
const moved = async (first: { plan: Plan; transfer: PlanStep }, n: number) =>
  await receiptOf(first.plan, first.transfer, {
    outputs: { transferId: `TRF-${n}` },
    inverse: { tool: "release_reservation", args: { reservationId: `RSV-${n}`, reason: "undo" } },
  });

/** A correction that arrives while the transfer runs: it waits, with nothing planned. */
async function corrected() {
  const first = await executing();
  const { id } = await send({ threadId: first.threadId, text: CORRECTION });
  const shown = await until(async () => ((await show(id)).waitingFor === "earlier_steps" ? await show(id) : undefined), {
    what: "the correction to wait",
    timeoutMs: BUSY_MS,
  });
  expect(shown).toMatchObject({ status: "executing", plan: null });
  expect((await show(first.id)).status).toBe("superseded");
  return { first, id };
}

describe("a correction while a step runs", { timeout: 180_000 }, () => {
  it("waits for its receipt, takes back what it made, and tells both approvers", async () => {
    const { first, id } = await corrected();
    await moved(first, 7);
    const plan = await planOf(id);
    const [undo, transfer] = [stepOf(plan, "release_reservation"), stepOf(plan, "transfer_stock")];
    expect(plan.steps).toHaveLength(2);
    // An agent's runtime refuses what its brief does not allow: the way back is allowed for known calls only, never for a model's work.
    const briefs = run.agents.supply?.briefs.filter((brief) => brief.requestId === id) ?? [];
    const allowing = briefs.filter((brief) => brief.intent.derivedKinds.includes("release_reservation"));
    expect(allowing.map((brief) => [brief.kind, brief.calls.map((call) => call.tool)])).toEqual([["actions", ["release_reservation"]]]);
    expect(undo.args).toMatchObject({ reservationId: "RSV-7" });
    expect(transfer.dependsOn).toEqual([{ step: undo.id, until: "receipt" }]);
    const told = plan.conflicts.find((conflict) => conflict.code === "replaced_effect");
    expect(told).toMatchObject({ severity: "warn", records: ["TRF-7"] });
    expect(told?.steps.toSorted()).toEqual([undo.id, transfer.id].toSorted());
    for (const part of ["TRF-7", "60 PCE", "RSV-7"]) expect(told?.detail).toContain(part);

    await run.approvals.tell(plan, { [undo.id]: { state: "executing" }, [transfer.id]: { state: "approved" } });
    await receiptOf(plan, undo);
    await run.approvals.tell(plan, { [transfer.id]: { state: "executing" } });
    await receiptOf(plan, transfer, {
      outputs: { transferId: "TRF-8" },
      inverse: { tool: "release_reservation", args: { reservationId: "RSV-8" } },
    });
    const { answer } = await run.requestWith(id, "completed");
    expect(answer).toContain("TRF-8");
    expect(answer).not.toContain("still in force");

    // Of what was done in the line of corrections, only the last is left to take back.
    const again = await send({ threadId: first.threadId, text: "cancel that" });
    const left = (await run.requestWith(again.id, "completed")).answer;
    expect(left).toContain("TRF-8");
    expect(left).not.toContain("TRF-7");
  });

  it("plans the new step alone when the running one came to nothing", async () => {
    const { first, id } = await corrected();
    await receiptOf(first.plan, first.transfer, { outcome: "refused", code: "revoked", outputs: {}, records: [], before: [], after: [] });
    const plan = await planOf(id);
    expect(plan.steps.map((step) => step.tool)).toEqual(["transfer_stock"]);
    expect(plan.conflicts.map((conflict) => conflict.code)).not.toContain("replaced_effect");
  });

  it("asks before adding to what cannot be taken back", async () => {
    underWay = true;
    const { first, id } = await corrected();
    await moved(first, 9);
    const { questions } = await until(async () => ((await show(id)).status === "awaiting_input" ? await show(id) : undefined), {
      what: "the question",
      timeoutMs: BUSY_MS,
    });
    expect(questions[0]).toMatchObject({ id: "possible_duplicate" });
    expect(questions[0].text).toContain("TRF-9");
    expect(run.approvals.plans.filter((plan) => plan.requestId === id)).toEqual([]);
    underWay = false;
  });

  it("can be cancelled while it waits", async () => {
    const { id } = await corrected();
    await run.call("POST", `/v1/requests/${id}/cancel`, { body: {} });
    await run.requestWith(id, "cancelled");
    expect(run.approvals.plans.filter((plan) => plan.requestId === id)).toEqual([]);
  });

  it("waits for an outcome that is not known, and asks for a person's eye", async () => {
    const { first, id } = await corrected();
    await run.approvals.tell(first.plan, { [first.transfer.id]: { state: "unknown", code: "outcome_unknown" } }, { state: "withdrawn" });
    await until(async () => (await show(id)).attention === true, { what: "the call for a person's eye", timeoutMs: BUSY_MS });
    await moved(first, 10);
    expect(stepOf(await planOf(id), "release_reservation").args).toMatchObject({ reservationId: "RSV-10" });
  });
});

/** A request that is done. */
async function completed(n: number) {
  const first = await executing();
  await moved(first, n);
  await run.requestWith(first.id, "completed");
  return first;
}

describe("a correction of what is done", { timeout: 180_000 }, () => {
  it("reaches it over a fact and a courtesy in between, which change nothing", async () => {
    const { threadId } = await completed(21);
    for (const text of ["the truck broke down at 4", "no thanks, that's all", "don't cancel that"]) {
      const told = await send({ threadId, text });
      const { answer } = await run.requestWith(told.id, "completed");
      expect(answer).toContain("orders nothing");
      expect(answer).not.toContain("Nothing was done");
    }
    const { id } = await send({ threadId, text: "no, 40" });
    const plan = await planOf(id);
    expect(stepOf(plan, "release_reservation").args).toMatchObject({ reservationId: "RSV-21" });
    expect(stepOf(plan, "transfer_stock")).toBeDefined();
  });

  it("can be taken back over a fact in between", async () => {
    const { threadId } = await completed(22);
    await run.requestWith((await send({ threadId, text: "the customer phoned about it" })).id, "completed");
    const { answer } = await run.requestWith((await send({ threadId, text: "cancel that" })).id, "completed");
    expect(answer).toContain("TRF-22");
  });

  it("still takes it back when a question stands between the correction and its plan", async () => {
    const { threadId } = await completed(23);
    const asked = await send({ threadId, text: "sorry, I meant VLV-080" });
    await run.requestWith(asked.id, "awaiting_input");
    const { id } = await send({ threadId, text: "from Rotterdam" });
    const plan = await planOf(id);
    expect(stepOf(plan, "release_reservation").args).toMatchObject({ reservationId: "RSV-23" });
    expect(stepOf(plan, "transfer_stock").args).toMatchObject({ sku: "VLV-080" });
  });
});
