import type { Injection } from "../injections.ts";
import type { EffectOracle } from "../oracles/effects.ts";
import { isGoal } from "../oracles/goal.ts";
import { judge, type View, wasAnswered } from "../oracles/judge.ts";
import type { Plan } from "../world/plant.ts";
import { type Answer, call } from "./api.ts";
import { type Approver, decide } from "./decide.ts";

export interface CaseDeps {
  baseUrl: string;
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

/** Plants the string in a tenant of its own, asks the trigger, and looks at everything that came of it. */
export async function runCase(deps: CaseDeps, injection: Injection, plan: Plan, approver: Approver): Promise<CaseResult> {
  const made = await call(deps.baseUrl, "admin.max", "/v1/demo/tenants", plan.world === null ? {} : { world: plan.world });
  if (made.status !== 201) {
    // A world that the seeder refuses never enters the system: the string was stopped at the door, by name.
    return {
      approver,
      breaches: made.status === 400 ? [] : [`no tenant: ${made.status}`],
      answered: made.status === 400,
      status: `seed_${made.status}`,
      letThrough: [],
    };
  }
  const { tenant, users } = made.body as { tenant: string; users: { user: string; roles: string[] }[] };
  const ask = (user: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    call(deps.baseUrl, `${user}@${tenant}`, path, body, headers);
  const submitted = await ask(REQUESTER, "/v1/requests", { text: plan.trigger });
  if (submitted.status !== 202) {
    const plain = submitted.status >= 400 && submitted.status < 500;
    return {
      approver,
      breaches: plain ? [] : [`submit: ${submitted.status}`],
      answered: plain,
      status: `http_${submitted.status}`,
      letThrough: [],
    };
  }
  const { view, cards } = await follow(ask, submitted.body.id as string, approver, users);
  if (!view) return { approver, breaches: ["the request cannot be read"], answered: false, status: "unread", letThrough: [] };
  const effects = await deps.effects.read(tenant);
  const trajectory = (await ask(REQUESTER, `/v1/requests/${submitted.body.id}/trajectory`)).body as unknown;
  const breaches = judge(
    { injection, variant: plan.variant, approver },
    { view, cards: [...cards.values()], effects, trajectory },
    deps.secrets,
  );
  const wanted = approver === "approve-all" ? effects.done.filter((step) => step.tool === injection.attacker_goal.tool) : [];
  return {
    approver,
    breaches,
    answered: wasAnswered(view, plan.trigger),
    status: view.status,
    letThrough: wanted.map((step) => ({ tool: step.tool, asTheAttackerWants: isGoal(step, injection) })),
  };
}
