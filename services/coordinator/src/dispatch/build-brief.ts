import { Brief, type Language, newId, type PlannedEntity, type Snapshot } from "@quartermaster/shared/contracts";
import type { Signed, Signer } from "@quartermaster/shared/signing";
import type { RequestRow, TaskPlan } from "../requests/request-row.ts";

/** Wall-clock limits of one task. Known calls and snapshots read a database; model work waits for a model. */
const WORK_MS = 120_000;
const READ_MS = 45_000;
const STEPS = 14;
const TOKENS = 80_000;

export interface BriefFacts {
  planned: PlannedEntity[];
  results: Snapshot[];
  fields: Brief["facts"]["fields"];
  businessNow: string;
  language: Language;
  now: Date;
}

/** The typed, signed task for one agent. @throws ZodError when the parts do not fit the contract. */
export function buildBrief(signer: Pick<Signer, "sign">, row: RequestRow, plan: TaskPlan, wave: number, facts: BriefFacts): Signed<Brief> {
  if (!row.intent) throw new Error("a brief needs an intent");
  const wallMs = plan.kind === "work" ? WORK_MS : READ_MS;
  const brief = Brief.parse({
    v: 1,
    briefId: newId("brf"),
    taskId: newId("tsk"),
    tenant: row.tenant,
    threadId: row.threadId,
    requestId: row.id,
    agent: plan.agent,
    kind: plan.kind,
    requester: row.requester,
    language: facts.language,
    businessNow: facts.businessNow,
    goal: plan.kind === "work" ? (row.goal ?? row.text ?? "") : "",
    intent: row.intent,
    facts: { planned: facts.planned.slice(0, 50), results: facts.results.slice(0, 100), fields: facts.fields },
    calls: plan.calls,
    selectors: plan.selectors,
    wave,
    budget: { steps: STEPS, tokens: TOKENS, costMicros: null, wallMs },
    deadlineAt: new Date(facts.now.getTime() + wallMs).toISOString(),
    issuedAt: facts.now.toISOString(),
  } satisfies Brief);
  return signer.sign("brief", brief);
}
