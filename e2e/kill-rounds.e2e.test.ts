import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant } from "./client.ts";
import { expectOneEffectPerStep } from "./expect-one-effect.ts";
import { type ModelServer, startModel } from "./start-model.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { until } from "./until.ts";

const MOVE = "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec";

/** Each round kills these processes once, at these points, on the way of one request. */
const ROUNDS: Record<string, string>[] = [
  {
    supply: "agent.afterModelCall:kill",
    coordinator: "coordinator.beforeMerge:kill",
    approvals: "approvals.afterDecisionCommit:kill",
    x_supply: "executor.afterCommit:kill",
    x_transit: "executor.beforeCommit:kill",
  },
  {
    supply: "agent.afterClaim:kill",
    transit: "agent.beforeFinish:kill",
    coordinator: "coordinator.beforePlanWrite:kill",
    approvals: "approvals.afterPlanCommit:kill",
    x_supply: "executor.beforeLock:kill",
  },
  { supply: "agent.afterFinish:kill", coordinator: "coordinator.afterPlanWrite:kill", approvals: "approvals.afterGrantCommit:kill" },
  { supply: "agent.beforeFinish:kill", coordinator: "coordinator.afterReceiptCommit:kill" },
  { supply: "agent.beforeModelCall:kill", coordinator: "coordinator.afterReceive:kill" },
];

/** The first three kill every kind of process; all of them take nine minutes. */
const SHORT = 3;

let stack: Stack;
let model: ModelServer;
let env: Record<string, string>;
let calmCalls = 0;

beforeAll(async () => {
  model = await startModel();
  env = { QM_MODEL_BASE_URL: model.baseUrl, QM_MODEL: "quartermaster-offline" };
  stack = await startStack({ env });
  const calm = await freshTenant(stack);
  await calm.reaches(await calm.submit("planner.anna", { text: MOVE }), ["awaiting_approval"]);
  calmCalls = model.calls();
});
afterAll(async () => {
  await stack?.stop();
  await model?.stop();
});

/** Submits until an answer comes; the same key gives the same request, so a lost answer makes no second one. */
async function submit(tenant: Tenant): Promise<string> {
  const headers = { "idempotency-key": randomUUID() };
  let id = "";
  await until("the request is taken", async () => {
    const answer = await tenant.call("planner.anna", "/v1/requests", { method: "POST", body: { text: MOVE }, headers }).catch(() => null);
    id = answer?.status === 202 ? (answer.body.id as string) : "";
    return id !== "";
  });
  return id;
}

describe("a request whose processes are killed on the way", () => {
  it.each(process.env.VERIFY_FULL === "1" ? ROUNDS : ROUNDS.slice(0, SHORT))("completes with one effect per step: %o", async (faults) => {
    await stack.relaunch({ env: { ...env, QM_FAULTS: JSON.stringify(faults) } });
    const tenant = await freshTenant(stack);
    const roles = Object.keys(faults);
    const pids = new Map(
      roles.map((role) => [
        role,
        stack
          .processes()
          .filter((entry) => entry.role === role)
          .map((entry) => entry.pid),
      ]),
    );
    const callsBefore = model.calls();
    const id = await submit(tenant);
    const pending = await tenant.reaches(id, ["awaiting_approval"], 120_000);
    // The answer to a decision may be lost with its process; what counts is what was committed.
    const transfer = pending.plan.steps.find((step: { tool: string }) => step.tool === "transfer_stock");
    await until(
      "the decision is taken",
      async () => {
        const answer = await tenant.decide("stock.ben", transfer.approval.id, "approve").catch(() => null);
        return answer?.status === 200 || answer?.status === 201;
      },
      90_000,
    );
    const done = await tenant.reaches(id, ["completed"], 120_000);
    for (const role of roles) await stack.recovered(role, pids.get(role) ?? []);
    expect(model.calls() - callsBefore).toBeLessThanOrEqual(calmCalls + 1);
    await expectOneEffectPerStep(tenant, done, "120");
    expect(
      (await tenant.call("planner.anna", "/v1/requests?limit=200")).body.items.filter((item: { text: string }) => item.text === MOVE),
    ).toHaveLength(1);
  });
});
