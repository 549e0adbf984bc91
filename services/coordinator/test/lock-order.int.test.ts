import type { BusMessage } from "@quartermaster/shared/bus";
import { newId, type Plan, type PlanState } from "@quartermaster/shared/contracts";
import { createOutbox, type Pool } from "@quartermaster/shared/db";
import { quietLog, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onPlanState } from "../src/handoff/on-plan-state.ts";
import { onReceipt } from "../src/handoff/on-receipt.ts";
import { aProposal } from "./start/fake-agent.ts";
import { aReceipt, envelope } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

const STEPS = 8;
const ROUNDS = 4;

let run: StartedCoordinator;
let pool: Pool;

beforeAll(async () => {
  run = await startCoordinator();
  pool = run.database.pool("qm_coordinator", { max: 10 });
  run.work.supply = (brief) => ({
    proposals: brief.calls.map((call, n) =>
      aProposal("supply", "transfer_stock", { args: call.args, ref: `transfer${n}`, meaning: { ...call.args, n: brief.requestId } }),
    ),
  });
});
afterAll(async () => {
  await pool?.end();
  await run?.stop();
});

const pictureOf = (plan: Plan, sequence: number): PlanState => ({
  v: 1,
  tenant: plan.tenant,
  requestId: plan.requestId,
  planId: plan.id,
  revision: plan.revision,
  planHash: plan.planHash,
  sequence,
  state: "accepted",
  refusal: null,
  steps: plan.steps.map((step) => ({
    stepId: step.id,
    state: "executing",
    code: null,
    reason: null,
    approval: null,
    preview: null,
    grantId: `grt_${step.id.slice(4)}`,
    decidedBy: [],
  })),
  at: new Date().toISOString(),
});

const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === "40P01";

it("takes receipts and plan states of one plan at the same time without a deadlock", async () => {
  const bus = await run.nats.bus("coordinator", { name: "lock-order" });
  const outbox = createOutbox({ pool, bus, log: quietLog() });
  const context = { pool, outbox, verifier: run.keys.verifier, news: { notify: () => {} }, faults: async () => {} } as never;
  const orchestrator = { kick: () => {} };
  const actions = Array.from({ length: STEPS }, (_, n) => ({
    agent: "supply",
    tool: "transfer_stock",
    args: { sku: "VLV-050", quantity: `${n + 1}`, uom: "PCE" },
  }));
  const { body } = await run.call("POST", "/v1/requests", { body: { actions } });
  const plan = await until(() => run.approvals.plans.find((found) => found.requestId === body.id), { what: "the plan" });
  const message = (type: string, payload: unknown) => ({ body: envelope(type, plan.tenant, plan.requestId, payload) }) as BusMessage;
  const receiptIds = plan.steps.map(() => newId("rcp"));
  const failures: unknown[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const receipts = plan.steps.map((step, n) =>
      aReceipt(plan, step.id, { receiptId: receiptIds[n] as string, grantId: `grt_${step.id.slice(4)}`, version: round }),
    );
    const work = receipts.flatMap((receipt, n) => [
      onReceipt(context, orchestrator, message("receipt.issued", run.keys.signer("x_supply").sign("receipt", receipt))),
      onPlanState(context, orchestrator, message("plan.state", pictureOf(plan, round * 100 + n))),
    ]);
    for (const done of await Promise.allSettled(work)) if (done.status === "rejected") failures.push(done.reason);
  }
  expect(failures.filter(isDeadlock)).toHaveLength(0);
  expect(failures).toEqual([]);
  const stored = await run.database.admin<{ receipt_version: number }>("select receipt_version from plan_steps where plan_id = $1", [
    plan.id,
  ]);
  expect(stored.map((step) => step.receipt_version)).toEqual(plan.steps.map(() => ROUNDS));
  await outbox.stop();
});
