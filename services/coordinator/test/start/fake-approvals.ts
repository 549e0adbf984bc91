import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Bus } from "@quartermaster/shared/bus";
import {
  type Envelope,
  newId,
  type Plan,
  type PlanCommand,
  type PlanState,
  type Receipt,
  STREAMS,
  subjects,
} from "@quartermaster/shared/contracts";
import { contentHash, type Signer } from "@quartermaster/shared/signing";

export interface FakeApprovals {
  url: string;
  plans: Plan[];
  commands: PlanCommand[];
  /** Method and target of every HTTP call, with its body. */
  calls: { line: string; contentType: string | undefined; body: string }[];
  /** Publishes a picture of the plan; steps not named stay as given last. */
  tell(plan: Plan, steps: Record<string, Partial<PlanState["steps"][number]>>, parts?: Partial<PlanState>): Promise<void>;
  stop(): Promise<void>;
}

export const envelope = (type: string, tenant: string, correlationId: string, payload: unknown): string =>
  JSON.stringify({
    id: newId("msg"),
    type,
    version: 1,
    tenant,
    causationId: null,
    correlationId,
    occurredAt: new Date().toISOString(),
    payload,
  });

const anApproval = (): NonNullable<PlanState["steps"][number]["approval"]> => ({
  id: newId("apr"),
  state: "pending",
  revision: 1,
  required: 1,
  slots: [{ role: "stock_manager", filledBy: null }],
  decideBy: null,
  executeBy: null,
  policyId: "test",
  noEligibleApprover: null,
});

const NOT_STARTED: ReadonlySet<string> = new Set(["proposed", "pending", "approved", "stale"]);

/** Approvals as the coordinator sees it: mints request tokens, takes plans and commands, tells states when the test says so, and that a plan is withdrawn. */
export async function startFakeApprovals(options: { bus: Bus; signer: Signer }): Promise<FakeApprovals> {
  const { bus, signer } = options;
  const plans: Plan[] = [];
  const commands: PlanCommand[] = [];
  const calls: FakeApprovals["calls"] = [];
  const known = new Map<string, PlanState["steps"][number]>();
  let sequence = 0;
  const tell: FakeApprovals["tell"] = async (plan, steps, parts = {}) => {
    for (const step of plan.steps) {
      const before = known.get(step.id) ?? {
        stepId: step.id,
        state: "pending" as const,
        code: null,
        reason: null,
        approval: anApproval(),
        preview: null,
        grantId: null,
        decidedBy: [],
      };
      known.set(step.id, { ...before, ...steps[step.id] });
    }
    const state: PlanState = {
      v: 1,
      tenant: plan.tenant,
      requestId: plan.requestId,
      planId: plan.id,
      revision: plan.revision,
      planHash: plan.planHash,
      sequence: ++sequence,
      state: "accepted",
      refusal: null,
      steps: plan.steps.map((step) => known.get(step.id) as PlanState["steps"][number]),
      at: new Date().toISOString(),
      ...parts,
    };
    await bus.publish(subjects.decision(plan.tenant, plan.requestId), envelope("plan.state", plan.tenant, plan.requestId, state), {
      msgId: `state:${plan.id}:${sequence}`,
    });
  };
  /** Ends what has not started of a plan that was taken, as approvals do. */
  const withdraw = async (planId: string) => {
    const plan = plans.findLast((candidate) => candidate.id === planId);
    if (!plan?.steps.some((step) => known.has(step.id))) return;
    const open = plan.steps.filter((step) => NOT_STARTED.has(known.get(step.id)?.state ?? "pending"));
    const ended = Object.fromEntries(open.map((step) => [step.id, { state: "cancelled" as const, code: "withdrawn" }]));
    await tell(plan, ended, { state: "withdrawn" });
  };
  const http = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      calls.push({ line: `${request.method} ${request.url}`, contentType: request.headers["content-type"], body: text });
      response.setHeader("content-type", "application/json");
      if (request.url !== "/v1/request-tokens") return void response.end(JSON.stringify({ from: "approvals" }));
      const user = /^Bearer demo-([^@]+)(?:@(.+))?$/.exec(request.headers.authorization ?? "");
      const body = {
        v: 1 as const,
        tenant: user?.[2] ?? "demo",
        requestId: (JSON.parse(text) as { requestId: string }).requestId,
        requester: user?.[1] ?? "",
        roles: ["planner"],
        issuedAt: new Date().toISOString(),
      };
      response.end(JSON.stringify(signer.sign("request-token", body)));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const take = async (message: { body: string }) => {
    const { type, payload } = JSON.parse(message.body) as Envelope;
    if (type === "plan.submitted") plans.push(payload as unknown as Plan);
    else {
      const command = payload as unknown as PlanCommand;
      commands.push(command);
      if (command.type === "withdraw") await withdraw(command.planId);
    }
  };
  const consumers = await Promise.all([
    bus.consume(STREAMS.plans, "approvals", take, { slots: 1 }),
    bus.consume(STREAMS.plans, "approvals_execute", take, { slots: 1 }),
  ]);
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    plans,
    commands,
    calls,
    tell,
    async stop() {
      await Promise.allSettled(consumers.map((consumer) => consumer.stop(100)));
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** An executor's receipt for a step. */
export function aReceipt(plan: Plan, stepId: string, parts: Partial<Receipt> = {}): Receipt {
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  if (!step) throw new Error("no such step");
  return {
    v: 1,
    receiptId: newId("rcp"),
    version: 1,
    domain: step.agent,
    tenant: plan.tenant,
    grantId: newId("grt"),
    requestId: plan.requestId,
    planId: plan.id,
    revision: plan.revision,
    stepId,
    tool: step.tool,
    contentHash: step.contentHash,
    effectKey: step.effectKey,
    outcome: "succeeded",
    code: null,
    detail: null,
    outputs: Object.fromEntries(step.outputs.map((output) => [output.name, `ID-${output.name}`])),
    records: [{ record: "STK-006", version: 2 }],
    before: [{ path: "STK-006/onHand", label: "On hand", record: "STK-006", value: "120", unit: "PCE" }],
    after: [{ path: "STK-006/onHand", label: "On hand", record: "STK-006", value: "60", unit: "PCE" }],
    externalOutcome: null,
    inverse: null,
    at: new Date().toISOString(),
    businessAt: new Date().toISOString(),
    ...parts,
  };
}

/** Publishes an executor's signed receipt for a step. */
export async function sendReceipt(bus: Bus, signer: Signer, plan: Plan, stepId: string, parts: Partial<Receipt> = {}): Promise<Receipt> {
  const receipt = aReceipt(plan, stepId, parts);
  const body = envelope("receipt.issued", plan.tenant, plan.requestId, signer.sign("receipt", receipt));
  await bus.publish(subjects.receipt(receipt.domain, plan.tenant, stepId), body, {
    msgId: `rcp:${receipt.receiptId}:${receipt.version}:${contentHash(parts)}`,
  });
  return receipt;
}
