import { EFFECT_OWNERS } from "@quartermaster/language";
import { Brief, type Budget, type Intent, type Language, newId, type PlannedEntity, type Snapshot } from "@quartermaster/shared/contracts";
import type { Signed, Signer } from "@quartermaster/shared/signing";
import type { RequestRow, TaskPlan } from "../requests/request-row.ts";

/** Known calls and snapshots read a database and use no model. */
export const READ_BUDGET: Budget = { steps: 14, tokens: 80_000, costMicros: null, wallMs: 45_000 };

export interface BriefFacts {
  planned: PlannedEntity[];
  results: Snapshot[];
  fields: Brief["facts"]["fields"];
  businessNow: string;
  language: Language;
  now: Date;
  /** Leased from the request's ledger for work with a model. */
  budget: Budget;
}

/**
 * A request that replaces one may take back what that one did, which its own words do not name. Only for known calls, which no model
 * chooses; merge holds what they give against the receipts.
 */
function withTakingBack(intent: Intent, row: Pick<RequestRow, "supersedes">, plan: Pick<TaskPlan, "calls">): Intent {
  if (row.supersedes.length === 0) return intent;
  const effects = plan.calls.map((call) => call.tool).filter((tool) => Object.hasOwn(EFFECT_OWNERS, tool));
  const more = effects.filter((tool) => !intent.actionKinds.includes(tool));
  return { ...intent, derivedKinds: [...new Set([...intent.derivedKinds, ...more])] };
}

/** The typed, signed task for one agent. @throws ZodError when the parts do not fit the contract. */
export function buildBrief(signer: Pick<Signer, "sign">, row: RequestRow, plan: TaskPlan, wave: number, facts: BriefFacts): Signed<Brief> {
  if (!row.intent) throw new Error("a brief needs an intent");
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
    intent: plan.kind === "actions" ? withTakingBack(row.intent, row, plan) : row.intent,
    facts: { planned: facts.planned.slice(0, 50), results: facts.results.slice(0, 100), fields: facts.fields },
    calls: plan.calls,
    selectors: plan.selectors,
    wave,
    budget: facts.budget,
    deadlineAt: new Date(facts.now.getTime() + facts.budget.wallMs).toISOString(),
    issuedAt: facts.now.toISOString(),
  } satisfies Brief);
  return signer.sign("brief", brief);
}
