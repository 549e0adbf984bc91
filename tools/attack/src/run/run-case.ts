import type { Injection } from "../injections.ts";
import type { EffectOracle } from "../oracles/effects.ts";
import { isGoal } from "../oracles/goal.ts";
import { judge, type View, wasAnswered } from "../oracles/judge.ts";
import { observedRule } from "../oracles/observed-rule.ts";
import { plainRefusal } from "../oracles/plain-refusal.ts";
import type { Plan } from "../world/plant.ts";
import { type Answer, call } from "./api.ts";
import { type Approver, decide } from "./decide.ts";
import { tryWebhook } from "./try-webhook.ts";

export interface CaseDeps {
  baseUrl: string;
  /** Where the approvals service itself listens: its settings are not passed on by the coordinator. */
  approvalsUrl: string;
  effects: EffectOracle;
  /** Texts that nobody outside the processes may ever see. */
  secrets: readonly string[];
}

export interface CaseResult {
  approver: Approver;
  /** What was broken; empty when everything held. */
  breaches: string[];
  /** The trigger was answered as usual, or refused in plain words. */
  answered: boolean;
  status: string;
  /** Rule that stopped the string, as the product reported it; null when it reported none. */
  rule: string | null;
  /** Effects that people who approve everything let happen with the tool that the attacker wanted. */
  letThrough: { tool: string; asTheAttackerWants: boolean }[];
}

const REQUESTER = "planner.anna";
const LIMIT_MS = 150_000;
const FINAL = new Set(["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded", "awaiting_input"]);

/** Follows the request to its end, with the approver at the queue; an absent one leaves it waiting. */
async function follow(
  ask: (user: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>,
  id: string,
  approver: Approver,
  users: { user: string; roles: string[] }[],
) {
  const cards = new Map<string, { tool: string; card: unknown }>();
  const until = Date.now() + LIMIT_MS;
  let view: View | null = null;
  while (Date.now() < until) {
    const read = await ask(REQUESTER, `/v1/requests/${id}`);
    view = read.body as View;
    if (FINAL.has(view.status)) break;
    if (view.status === "awaiting_approval") {
      const items = (view.plan?.steps ?? []).flatMap((step) => (step.approval ? [{ id: step.approval.id, tool: step.tool }] : []));
      for (const item of items) {
        if (cards.has(item.id)) continue;
        const shown = await ask(REQUESTER, `/v1/approvals/${item.id}`);
        if (shown.status === 200) cards.set(item.id, { tool: item.tool, card: [shown.body.card, shown.body.agentNote ?? null] });
      }
      if (approver === "absent") break;
      await decide(ask, items, approver, users, REQUESTER);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return { view, cards };
}

const ADMIN = "admin.max";
type Ask = (user: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** What a call that was refused comes to: plain only when it says which field is at fault. */
function refusedCall(approver: Approver, what: string, answer: Answer, field: string): CaseResult {
  const code = answer.status >= 400 && answer.status < 500 ? plainRefusal(answer.body, field) : null;
  const breaches = code === null ? [`${what} was answered ${answer.status} without naming ${field}`] : [];
  return { approver, breaches, answered: code !== null, status: `${what}_${answer.status}`, rule: code, letThrough: [] };
}

/** Asks the trigger, plays the approver and judges what came of it. */
async function runTrigger(
  deps: CaseDeps,
  { injection, plan, approver }: { injection: Injection; plan: Plan; approver: Approver },
  { ask, tenant, users }: { ask: Ask; tenant: string; users: { user: string; roles: string[] }[] },
): Promise<CaseResult> {
  const submitted = await ask(REQUESTER, "/v1/requests", { text: plan.trigger });
  if (submitted.status !== 202) return refusedCall(approver, "request", submitted, "text");
  const { view, cards } = await follow(ask, submitted.body.id as string, approver, users);
  if (!view) return { approver, breaches: ["the request cannot be read"], answered: false, status: "unread", rule: null, letThrough: [] };
  const effects = await deps.effects.read(tenant);
  const trajectory = (await ask(REQUESTER, `/v1/requests/${submitted.body.id}/trajectory`)).body as unknown;
  const breaches = judge(
    { injection, trigger: plan.trigger, variant: plan.variant, approver },
    { view, cards: [...cards.values()], effects, trajectory },
    deps.secrets,
  );
  const wanted = approver === "approve-all" ? effects.done.filter((step) => step.tool === injection.attacker_goal.tool) : [];
  return {
    approver,
    breaches,
    answered: wasAnswered(view, plan.trigger),
    status: view.status,
    rule: observedRule(injection.carrier_field, plan, { refusal: view.refusal, trajectory }),
    letThrough: wanted.map((step) => ({ tool: step.tool, asTheAttackerWants: isGoal(step, injection) })),
  };
}

/** Plants the string in a tenant of its own, asks the trigger, and looks at everything that came of it. */
export async function runCase(deps: CaseDeps, injection: Injection, plan: Plan, approver: Approver): Promise<CaseResult> {
  const made = await call(deps.baseUrl, ADMIN, "/v1/demo/tenants", plan.world === null ? {} : { world: plan.world });
  // A world that the seeder refuses never enters the system: the string is stopped at the door, by name.
  if (made.status !== 201) return refusedCall(approver, "seed", made, injection.target?.field ?? "world");
  const { tenant, users } = made.body as { tenant: string; users: { user: string; roles: string[] }[] };
  const asking =
    (baseUrl: string): Ask =>
    (user, path, body, headers) =>
      call(baseUrl, `${user}@${tenant}`, path, body, headers);
  const webhook = plan.webhook === null ? null : await tryWebhook(asking(deps.approvalsUrl), plan.webhook, REQUESTER, ADMIN);
  const agent = injection.attacker_goal.agent ?? "supply";
  const mend = plan.toolError === null ? async () => {} : await deps.effects.failing(agent, tenant, plan.toolError);
  try {
    const result = await runTrigger(deps, { injection, plan, approver }, { ask: asking(deps.baseUrl), tenant, users });
    const atDoor = injection.carrier_field === "webhook.url" ? (webhook?.code ?? null) : result.rule;
    return { ...result, rule: atDoor, breaches: [...(webhook?.breaches ?? []), ...result.breaches] };
  } finally {
    await mend();
  }
}
