import { newId, type Plan } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProposal } from "./start/fake-agent.ts";
import { sendReceipt } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;

const ACTION = { agent: "supply", tool: "transfer_stock", args: { sku: "VLV-050", quantity: "60", uom: "PCE" } };

beforeAll(async () => {
  run = await startCoordinator();
  run.work.supply = (brief) => ({
    proposals: brief.calls
      .filter((call) => call.tool === "transfer_stock")
      .map((call) =>
        aProposal("supply", "transfer_stock", {
          args: call.args,
          ref: call.ref ?? "transfer1",
          meaning: { ...call.args, n: brief.requestId },
          outputs: [{ name: "transferId", kind: "transfer" }],
        }),
      ),
    reads: brief.calls
      .filter((call) => call.tool === "find_stock")
      .map((call) => ({
        tool: "find_stock",
        args: call.args,
        records: [{ domain: "supply" as const, kind: "stock", id: "STK-006", version: 1, fields: { sku: "VLV-050", onHand: "120" } }],
        result: null,
      })),
  });
});
afterAll(async () => {
  await run?.stop();
});

const submit = async (body: unknown, headers: Record<string, string> = {}, as = "planner.anna") =>
  await run.call("POST", "/v1/requests", { body, headers, as });

const planOf = async (requestId: string, revision = 1): Promise<Plan> =>
  await until(() => run.approvals.plans.find((plan) => plan.requestId === requestId && plan.revision === revision), {
    what: "the plan at approvals",
  });

const lines = async (id: string, after = "0"): Promise<string> => {
  const response = await fetch(`${run.url}/v1/requests/${id}/events`, {
    headers: { authorization: "Bearer demo-planner.anna", "last-event-id": after },
  });
  return await response.text();
};

describe("a request of known steps", () => {
  it("becomes a plan at approvals without a model, and is answered from the receipt", async () => {
    const { status, body } = await submit({ actions: [ACTION] });
    expect(status).toBe(202);
    const plan = await planOf(body.id);
    expect((await run.requestWith(body.id, "merging")).waitingFor).toBe("approvals");
    const step = plan.steps[0];
    if (!step) throw new Error("no step");
    await run.approvals.tell(plan, {});
    const pending = await run.requestWith(body.id, "awaiting_approval");
    expect(pending.usage.modelCalls).toBe(0);
    expect(pending.plan.steps[0].approval.required).toBe(1);
    await run.approvals.tell(plan, { [step.id]: { state: "executing", grantId: `grt_${"0".repeat(26)}` } });
    await run.requestWith(body.id, "executing");
    const grantId = `grt_${"0".repeat(26)}`;
    const receipt = await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, step.id, { grantId });
    const done = await run.requestWith(body.id, "completed");
    expect(done.answer).toContain(receipt.receiptId);
    expect(done.answer).toContain("120 → 60 PCE [STK-006@2]");
    expect(done.answerFacts).toContainEqual({ text: "On hand", value: "60", unit: "PCE", record: "STK-006@2" });
    const feed = await lines(body.id);
    for (const name of ["plan.ready", "approval.requested", "step.executing", "step.succeeded"]) expect(feed).toContain(`event: ${name}`);
    expect(feed.trimEnd().split("\n\n").at(-1)).toContain("event: request.completed");
    const ids = [...feed.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const replayed = await lines(body.id, String(ids.at(-2)));
    expect([...replayed.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))).toEqual([ids.at(-1)]);
  });

  it("offers to take back what it did only until another request did that", async () => {
    const there = { ...ACTION, args: { ...ACTION.args, quantity: "58" } };
    const back = { ...ACTION, args: { ...ACTION.args, quantity: "59" } };
    const undoOf = async (id: string) => (await run.call("GET", `/v1/requests/${id}`)).body.plan.steps[0].undo;
    const execute = async (
      action: typeof there,
      parts: Parameters<typeof sendReceipt>[4],
      before: (id: string) => Promise<void> = async () => {},
    ): Promise<string> => {
      const { body } = await submit({ actions: [action] });
      const plan = await planOf(body.id);
      const step = plan.steps[0]?.id ?? "";
      await before(body.id);
      const grantId = newId("grt");
      await run.approvals.tell(plan, { [step]: { state: "executing", grantId } });
      await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, step, { ...parts, grantId });
      await run.requestWith(body.id, "completed");
      return body.id;
    };
    const { tool, args } = back;
    const id = await execute(there, { inverse: { tool, args } });
    expect(await undoOf(id)).toMatchObject({ possible: true, tool, args });
    // As soon as it is planned: nobody is offered to ask for the same a second time.
    const undoing = await execute(back, {}, async (by) => {
      expect(await undoOf(id)).toEqual({ possible: false, because: "undo_under_way", by });
    });
    expect(await undoOf(id)).toEqual({ possible: false, because: "undone", by: undoing });
  });

  it("names the person and the reason when it is rejected", async () => {
    const { body } = await submit({ actions: [ACTION], language: "de" });
    const plan = await planOf(body.id);
    const step = plan.steps[0]?.id ?? "";
    const decision = {
      user: "stock.maria",
      role: "stock_manager",
      decision: "reject",
      reason: "Inventur läuft",
      at: new Date().toISOString(),
    };
    await run.approvals.tell(plan, { [step]: { state: "rejected", decidedBy: [decision] } });
    const done = await run.requestWith(body.id, "rejected");
    expect(done.answer).toContain("Von stock.maria (stock_manager) abgelehnt");
    expect(done.answer).toContain("Inventur läuft");
  });

  it("is planned again with the same calls when a step goes stale", async () => {
    const { body } = await submit({ actions: [ACTION] });
    const plan = await planOf(body.id);
    await run.approvals.tell(plan, { [plan.steps[0]?.id ?? ""]: { state: "stale", code: "stale" } });
    const second = await planOf(body.id, 2);
    expect(second.id).toBe(plan.id);
    expect(second.steps[0]?.args).toEqual(ACTION.args);
    await run.approvals.tell(second, { [second.steps[0]?.id ?? ""]: { state: "pending", code: null } });
    expect((await run.requestWith(body.id, "awaiting_approval")).plan.revision).toBe(2);
  });

  it("answers reads from the records and makes no approval", async () => {
    const { body } = await submit({ actions: [{ agent: "supply", tool: "find_stock", args: {} }] });
    const done = await run.requestWith(body.id, "completed");
    expect(done.plan).toBeNull();
    expect(done.answer).toContain("STK-006@1");
    expect(run.approvals.plans.some((plan) => plan.requestId === body.id)).toBe(false);
  });

  it("ends as cancelled only when approvals says that nothing runs any more", async () => {
    const { body } = await submit({ actions: [ACTION] });
    const plan = await planOf(body.id);
    await run.approvals.tell(plan, {});
    await run.requestWith(body.id, "awaiting_approval");
    const cancelled = await run.call("POST", `/v1/requests/${body.id}/cancel`);
    expect(cancelled.status).toBe(202);
    expect(cancelled.body.cancelRequested).toBe(true);
    await until(() => run.approvals.commands.some((command) => command.type === "cancel" && command.requestId === body.id), {
      what: "the cancel command",
    });
    await run.approvals.tell(plan, { [plan.steps[0]?.id ?? ""]: { state: "cancelled" } });
    await run.requestWith(body.id, "cancelled");
  });

  it("does not take a result that another agent's key signed", async () => {
    const before = run.agents.supply?.briefs.length ?? 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const usual = run.work.supply;
    run.work.supply = async (brief) => {
      await held;
      return (await usual?.(brief)) ?? {};
    };
    const { body } = await submit({ actions: [ACTION] });
    const brief = await until(() => run.agents.supply?.briefs[before], { what: "the brief" });
    const { aResult } = await import("./start/fake-agent.ts");
    const forged = run.keys.signer("transit").sign("result", aResult(brief, { status: "ok" }));
    const bus = await run.nats.bus("supply", { name: "forger" });
    const message = {
      task: {
        id: brief.taskId,
        contextId: brief.threadId,
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [{ artifactId: "result", parts: [{ data: { result: forged } }] }],
      },
    };
    await bus.publish(`qm.result.supply.demo.${brief.taskId}`, JSON.stringify(message), { msgId: "forged" });
    await until(async () => (await bus.consumerInfo("QM_TASKS", "supply").catch(() => ({ pending: 0, ackPending: 0 }))).pending === 0);
    expect((await run.call("GET", `/v1/requests/${body.id}`)).body.status).toBe("working");
    release();
    run.work.supply = usual ?? (() => ({}));
    await planOf(body.id);
  });
});

describe("the door", () => {
  it("gives the first answer again for the same key and body, and 409 for another body", async () => {
    const headers = { "Idempotency-Key": "key-1" };
    const first = await submit({ actions: [ACTION] }, headers);
    const second = await submit({ actions: [ACTION] }, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    const other = await submit({ actions: [{ ...ACTION, args: { ...ACTION.args, quantity: "61" } }] }, headers);
    expect(other.status).toBe(409);
    expect(other.body.code).toBe("idempotency_mismatch");
  });

  it("answers another tenant's id like an unknown one", async () => {
    const { body } = await submit({ actions: [ACTION] });
    for (const path of [
      `/v1/requests/${body.id}`,
      `/v1/requests/${body.id}/events`,
      `/v1/requests/${body.id}/trajectory`,
      `/v1/threads/${body.threadId}`,
    ]) {
      expect((await run.call("GET", path, { as: "planner.anna@t2" })).status).toBe(404);
    }
    expect((await run.call("POST", `/v1/requests/${body.id}/cancel`, { as: "planner.anna@t2" })).status).toBe(404);
    expect((await run.call("GET", "/v1/requests", { as: "planner.anna@t2" })).body.items).toEqual([]);
  });

  it("lets nobody else continue a thread, so that no approver's order hides in another's", async () => {
    const { body } = await submit({ actions: [ACTION] });
    const foreign = await submit({ threadId: body.threadId, actions: [ACTION] }, {}, "planner.ben");
    expect([foreign.status, foreign.body.code]).toEqual([403, "forbidden"]);
    expect((await submit({ threadId: body.threadId, actions: [ACTION] })).status).toBe(202);
  });

  it("asks once whether words are an order, whatever else it has to ask before it goes on", async () => {
    const first = await submit({ text: "Mara will move half of VLV-050 from Hamburg to Valencia", language: "en" });
    const { threadId } = first.body;
    expect((await run.requestWith(first.body.id, "awaiting_input")).questions).toMatchObject([{ id: "order_doubtful" }]);
    const agreed = await submit({ threadId, text: "Yes" });
    expect((await run.requestWith(agreed.body.id, "awaiting_input")).questions).toMatchObject([{ id: "amount_unclear" }]);
    const amount = await submit({ threadId, text: "30" });
    // The agents were asked: what they propose is no matter here.
    expect((await run.requestWith(amount.body.id, "incomplete")).openIssues).toMatchObject([{ code: "order_unmet" }]);
  });

  it("names every wrong place of a submitted step", async () => {
    const { status, body } = await submit({ actions: [{ agent: "supply", tool: "transfer_stock", args: { sku: 5, colour: "red" } }] });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      "/actions/0/args/colour",
      "/actions/0/args/quantity",
      "/actions/0/args/sku",
    ]);
    expect((await submit({ actions: [{ agent: "supply", tool: "fly", args: {} }] })).body.code).toBe("unknown_tool");
    expect((await submit({ text: "x", actions: [ACTION] })).status).toBe(400);
    expect((await submit({ text: "x", extra: 1 })).status).toBe(400);
  });

  it("needs a token", async () => {
    const response = await fetch(`${run.url}/v1/requests`);
    expect(response.status).toBe(401);
  });
});
