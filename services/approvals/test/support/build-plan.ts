import { type Action, newId, type Plan, type PlanStep, type RequestToken } from "@quartermaster/shared/contracts";
import { contentHash, planHashOf, type Signer, stepContentHash, stepEffectKey } from "@quartermaster/shared/signing";

export interface StepWish extends Pick<Action, "agent" | "tool" | "args"> {
  id?: string;
  dependsOn?: string[];
  eager?: boolean;
  guards?: PlanStep["guards"];
  note?: string;
}

const OUTPUTS: Readonly<Record<string, { name: string; kind: string }[]>> = {
  transfer_stock: [{ name: "transferId", kind: "transfer" }],
  reserve_stock: [{ name: "reservationId", kind: "reservation" }],
};

/** A step with consistent hashes. */
export function aStep(tenant: string, requestId: string, wish: StepWish): PlanStep {
  const { agent, tool, args } = wish;
  const guards = wish.guards ?? [];
  const dependsOn = (wish.dependsOn ?? []).map((step) => ({ step, until: "receipt" as const }));
  const hash = stepContentHash({ tool, args, guards, dependsOn });
  return {
    id: wish.id ?? newId("stp"),
    agent,
    tool,
    toolVersion: 1,
    schemaHash: contentHash({ tool }),
    args,
    dependsOn,
    guards,
    outputs: OUTPUTS[tool] ?? [],
    eager: wish.eager ?? false,
    contentHash: hash,
    effectKey: stepEffectKey(tenant, requestId, tool, hash),
    meaningKey: contentHash({ tool, args }),
    proposalId: newId("prp"),
    evidence: [],
    origins: {},
    tainted: false,
    taintSources: [],
    note: wish.note ?? null,
    inverse: null,
  };
}

export interface PlanWish {
  tenant: string;
  requester?: string;
  id?: string;
  requestId?: string;
  threadId?: string;
  revision?: number;
  conflicts?: Plan["conflicts"];
  steps: (ids: { tenant: string; requestId: string }) => PlanStep[];
}

/** A plan with a request token signed by approvals. */
export function aPlan(signer: Signer, wish: PlanWish): Plan {
  const requestId = wish.requestId ?? newId("req");
  const issuedAt = new Date().toISOString();
  const token: RequestToken = {
    v: 1,
    tenant: wish.tenant,
    requestId,
    requester: wish.requester ?? "planner.anna",
    roles: ["planner"],
    issuedAt,
  };
  const plan: Omit<Plan, "planHash"> = {
    v: 1,
    id: wish.id ?? newId("pln"),
    revision: wish.revision ?? 1,
    tenant: wish.tenant,
    requestId,
    threadId: wish.threadId ?? newId("thr"),
    language: "en",
    steps: wish.steps({ tenant: wish.tenant, requestId }),
    conflicts: wish.conflicts ?? [],
    requestToken: signer.sign("request-token", token),
    supersedes: [],
    createdAt: issuedAt,
  };
  return { ...plan, planHash: planHashOf(plan) };
}

export const transferArgs = (quantity = "60") => ({
  sku: "VLV-050",
  fromLocation: "LOC-HAM",
  toLocation: "LOC-VLC",
  quantity,
  uom: "PCE",
});
