import { MESSAGE_TYPES, type Plan, subjects } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, forgetAnswers, transaction } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { forgetDeadLetters } from "../dead-letters/forget-dead-letters.ts";
import { releaseAllHeld } from "../dispatch/tenant-share.ts";
import { makeEnvelope } from "../events/make-envelope.ts";
import { createAsker } from "../handoff/ask-approvals.ts";
import { ANSWERS } from "../rest/idempotency.ts";
import type { Orchestrator } from "./orchestrator.ts";
import { sweepTasks } from "./sweep-tasks.ts";

const EVERY_MS = 1_000;
/** Old answers and dead letters are looked for once in so many rounds. */
const FORGET_ROUNDS = 60;

/** Requests that nobody moves: their mover died, or a hint was lost. Last those of which a process takes up one at a time. */
const FORGOTTEN = `select tenant, id from requests where (lease_until is null or lease_until < now()) and (
    (phase in ('intent', 'merge') and updated_at < now() - interval '3 seconds')
    or (phase = 'tasks' and pending_results = 0 and updated_at < now() - interval '3 seconds')
    or (phase = 'plan' and (wake > seen_wake or (status in ('executing', 'merging') and updated_at < now() - interval '10 seconds')))
    or (cancel_requested and phase <> 'done' and updated_at < now() - interval '5 seconds'))
  order by owner is not null and attempts > 0, updated_at limit 50`;
const UNANSWERED = `select tenant, id, revision, request_id, plan, sends from plans where state = 'submitted' and sends < 300
  and sent_at < now() - make_interval(secs => least(10 * sends, 300)) order by sent_at limit 20`;
const RESENT =
  "update plans set sends = sends + 1, sent_at = now() where id = $1 and revision = $2 and state = 'submitted' and sends = $3 returning id";

interface PlanLine {
  tenant: string;
  id: string;
  revision: number;
  request_id: string;
  plan: Plan;
  sends: number;
}

async function resendPlans(context: CoordinatorContext): Promise<void> {
  const plans = (
    await transaction(context.pool, ALL_TENANTS, (tx) =>
      tx.query<PlanLine & Record<string, unknown>>({ name: "plans-unanswered", text: UNANSWERED, values: [] }),
    )
  ).rows;
  for (const line of plans) {
    await context.outbox.transaction(line.tenant, async (tx) => {
      const won = await tx.query(RESENT, [line.id, line.revision, line.sends]);
      if (won.rowCount === 0) return;
      const body = makeEnvelope(MESSAGE_TYPES.planSubmitted, line.tenant, line.request_id, line.plan);
      tx.send({ subject: subjects.plan(line.tenant, line.request_id), msgId: `plan:${line.id}:${line.revision}:${line.sends + 1}`, body });
    });
  }
}

/** The net under everything that the bus or a dead process may lose; every replica runs it. */
export function startReconciler(context: CoordinatorContext, orchestrator: Orchestrator): { stop(): Promise<void> } {
  const asker = createAsker(context);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let rounds = 0;
  const round = async () => {
    const forgotten = (
      await transaction(context.pool, ALL_TENANTS, (tx) =>
        tx.query<{ tenant: string; id: string }>({ name: "requests-forgotten", text: FORGOTTEN, values: [] }),
      )
    ).rows;
    for (const request of forgotten) orchestrator.kick(request.tenant, request.id);
    await sweepTasks(context, orchestrator);
    await releaseAllHeld(context);
    await resendPlans(context);
    await asker.round();
    if (rounds++ % FORGET_ROUNDS !== 0) return;
    await forgetAnswers(context.pool, ANSWERS);
    await forgetDeadLetters(context.pool);
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round()
        .catch((error: unknown) => context.log.warn({ err: error }, "reconciling failed; the next round tries again"))
        .finally(schedule);
    }, EVERY_MS);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
