import type { Bus } from "@quartermaster/shared/bus";
import { ALL_TENANTS, forgetAnswers, transaction } from "@quartermaster/shared/db";
import { raiseAlerts } from "../alerts/raise-alerts.ts";
import { ANSWERS } from "../http/with-idempotency.ts";
import { advance, type InboxDeps } from "../inbox/on-plan-message.ts";
import type { EpochTeller } from "../kill-switch/tell-epochs.ts";
import { putInForce } from "../policy/put-in-force.ts";
import { endWaits } from "./end-waits.ts";
import { expireItems, type PlanKey } from "./expire-items.ts";
import { forEachPlan } from "./for-each-plan.ts";
import { lookUpGrants } from "./look-up-grants.ts";
import { lookUpOutcomes } from "./look-up-outcomes.ts";
import { resendSettlements } from "./resend-settlements.ts";
import { reviewPeople } from "./review-people.ts";
import { takeUpReceived, takeUpWaiting } from "./take-up-plans.ts";

export interface Sweeper {
  start(): void;
  stop(): Promise<void>;
}

interface Chore {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

async function forgetOldEvents(deps: InboxDeps): Promise<void> {
  await transaction(deps.pool, ALL_TENANTS, async (tx) => {
    await tx.query("delete from queue_events where id in (select id from queue_events where at < now() - interval '1 day' limit 5000)");
  });
}

/**
 * Runs what no message starts: expiry, pauses, plans and steps left behind, grants without a receipt, answers that never came.
 * Every chore is safe on many replicas.
 */
export function createSweeper(
  deps: InboxDeps,
  bus: Pick<Bus, "request">,
  epochs: Pick<EpochTeller, "round" | "tell">,
  outcomeTimeoutMs: number,
): Sweeper {
  const advanceAll = async (chore: string, plans: PlanKey[]) =>
    void (await forEachPlan(deps.log, chore, plans, async (key) => await advance(deps, key.tenant, key.plan_id)));
  const chores: Chore[] = [
    {
      name: "expire",
      everyMs: 1_000,
      run: async () => {
        await advanceAll("expire", await expireItems(deps));
      },
    },
    { name: "alerts", everyMs: 2_000, run: async () => await raiseAlerts(deps) },
    { name: "received", everyMs: 1_500, run: async () => await takeUpReceived(deps) },
    { name: "waiting", everyMs: 3_000, run: async () => await takeUpWaiting(deps) },
    { name: "grants", everyMs: 2_000, run: async () => await lookUpGrants(deps, bus) },
    { name: "news", everyMs: 10_000, run: async () => await lookUpOutcomes(deps, bus) },
    {
      name: "outcomes",
      everyMs: 5_000,
      run: async () => {
        await advanceAll("outcomes", await endWaits(deps, outcomeTimeoutMs));
      },
    },
    { name: "settlements", everyMs: 5_000, run: async () => await resendSettlements(deps) },
    {
      name: "policies",
      everyMs: 1_000,
      run: async () => {
        for (const tenant of await putInForce(deps.pool)) await epochs.tell(tenant);
      },
    },
    { name: "people", everyMs: 1_000, run: async () => await reviewPeople(deps) },
    { name: "epochs", everyMs: 2_000, run: async () => await epochs.round() },
    { name: "forget", everyMs: 600_000, run: async () => await forgetOldEvents(deps) },
    { name: "answers", everyMs: 60_000, run: async () => void (await forgetAnswers(deps.pool, ANSWERS)) },
  ];
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  let stopped = false;
  const schedule = (chore: Chore) => {
    if (stopped) return;
    const timer = setTimeout(() => {
      const round = chore
        .run()
        .catch((error: unknown) => deps.log.warn({ err: error, chore: chore.name }, "sweep failed"))
        .finally(() => schedule(chore));
      running.set(chore.name, round);
    }, chore.everyMs);
    timers.set(chore.name, timer);
  };
  return {
    start: () => chores.forEach(schedule),
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled([...running.values()]);
    },
  };
}
