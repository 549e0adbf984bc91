import { type PlanCommand, STREAMS } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, type OutboxTx, transaction } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { sendPlanCommand } from "./send-plan-command.ts";
import { STILL_OPEN } from "./still-open.ts";

type Context = Pick<CoordinatorContext, "pool" | "outbox" | "bus" | "log">;

const EVERY_MS = 5_000;
/** Plans asked about in one round of one replica. */
const A_ROUND = 100;
/** Messages that wait for approvals; above, it has no time for questions. */
const BUSY_FROM = 500;

const DUE = "select tenant, id, revision, asks from plans where ask_at <= now() order by ask_at limit $1";
// The newest first: what was lost last is most likely among those that moved last.
const SINCE_LOSS =
  "select tenant, id, revision, asks from plans where ask_at is not null and asked_at < $2 order by asked_at desc limit $1";

// A step that approvals may know more about. Under an ended request it is one that runs or waits for an outside answer, or one whose
// withdrawal was lost; that is followed for a month.
const CLAIM = `with plan as (
    select p.id, p.revision, p.request_id, p.state, r.phase = 'done' as done, r.superseded_by, p.revision = r.revision and p.state not in ('dry_run', 'conflict') as current,
      p.created_at > now() - interval '30 days' as young,
      exists (select from plan_steps s where s.plan_id = p.id and s.revision = p.revision
        and (s.state in ('executing', 'unknown') or s.receipt ->> 'externalOutcome' = 'pending')) as running,
      p.state = 'accepted' and exists (select from plan_steps s where s.plan_id = p.id and s.revision = p.revision and s.state in (${STILL_OPEN})) as undecided
    from plans p join requests r on r.id = p.request_id where p.id = $1 and p.revision = $2)
  update plans p set asks = p.asks + 1, asked_at = now(),
    ask_at = case when plan.current and (not plan.done or (plan.young and (plan.running or plan.undecided)))
      then now() + make_interval(secs => least(30 * 2 ^ least(p.asks + 1, 7), 3600)) end
  from plan where p.id = plan.id and p.revision = plan.revision and p.asks = $3 and p.ask_at is not null
  returning p.ask_at is not null and p.state <> 'submitted' as asked, plan.done and plan.undecided as withdrawn, plan.request_id, plan.superseded_by, p.sequence, p.asks`;
const RECEIPTS = `select step_id as "stepId", receipt_version as version from plan_steps where plan_id = $1 and revision = $2 and receipt_version > 0`;

interface PlanLine {
  tenant: string;
  id: string;
  revision: number;
  asks: number;
}

interface Claimed {
  asked: boolean;
  withdrawn: boolean;
  request_id: string;
  superseded_by: string | null;
  sequence: string | number;
  asks: number;
}

async function ask(tx: OutboxTx, line: PlanLine): Promise<void> {
  const values = [line.id, line.revision, line.asks];
  const claimed = (await tx.query<Claimed & Record<string, unknown>>({ name: "plan-ask", text: CLAIM, values })).rows[0];
  if (!claimed?.asked) return;
  const head = { tenant: line.tenant, requestId: claimed.request_id, planId: line.id };
  const unique = `${line.id}:${line.revision}:${claimed.sequence}:${claimed.asks}:${Date.now()}`;
  if (claimed.withdrawn) {
    const { superseded_by: supersededBy } = claimed;
    const reason = supersededBy === null ? "the request has ended" : "corrected";
    sendPlanCommand(tx, { type: "withdraw", ...head, reason, supersededBy }, `withdraw:${unique}`);
  }
  const receipts = (
    await tx.query<{ stepId: string; version: number }>({ name: "plan-receipts", text: RECEIPTS, values: [line.id, line.revision] })
  ).rows;
  const report: PlanCommand = { type: "report", ...head, sequence: Number(claimed.sequence), receipts };
  sendPlanCommand(tx, report, `report:${unique}`);
}

/** When the streams between the two services were made, and whether approvals keeps up with what it is sent. */
async function lookAtBus({ bus }: Context): Promise<{ made: string; busy: boolean }> {
  const decisions = await bus.consumerInfo(STREAMS.receipts, "coordinator_decision");
  const receipts = await bus.consumerInfo(STREAMS.receipts, "coordinator");
  const plans = await bus.consumerInfo(STREAMS.plans, "approvals");
  return {
    made: [decisions.created, receipts.created, plans.created].join(),
    busy: plans.pending + plans.ackPending >= BUSY_FROM,
  };
}

/**
 * Asks approvals about plans that are not at their end: after half a minute without news, then ever more rarely, and about all of
 * them once after a start and after the bus lost its store. Approvals answers with what is not known here, and else not at all.
 */
export function createAsker(context: Context): { round(): Promise<void> } {
  let made: string | undefined;
  /** Plans that were last asked about before this time are due. */
  let lostAt = new Date(0);
  let nextAt = 0;
  const duePlans = async (): Promise<PlanLine[]> =>
    await transaction(context.pool, ALL_TENANTS, async (tx) => {
      const due = (await tx.query<PlanLine & Record<string, unknown>>({ name: "plans-to-ask", text: DUE, values: [A_ROUND] })).rows;
      const left = A_ROUND - due.length;
      if (left === 0) return due;
      const lost = { name: "plans-since-loss", text: SINCE_LOSS, values: [left, lostAt] };
      const others = (await tx.query<PlanLine & Record<string, unknown>>(lost)).rows;
      return [...due, ...others.filter((other) => !due.some((line) => line.id === other.id && line.revision === other.revision))];
    });
  return {
    async round() {
      if (Date.now() < nextAt) return;
      nextAt = Date.now() + EVERY_MS;
      // Questions that nobody takes would fill the stream that plans need.
      const seen = await lookAtBus(context).catch((error: unknown) => {
        context.log.debug({ err: error }, "approvals is not asked: the bus does not say what waits there");
        return null;
      });
      if (seen === null || seen.busy) return;
      if (seen.made !== made) {
        const { now } = (
          await transaction(context.pool, ALL_TENANTS, (tx) => tx.query<{ now: string }>("select clock_timestamp()::text as now"))
        ).rows[0] as { now: string };
        lostAt = new Date(now);
        if (made !== undefined) context.log.warn("the bus lost its store; approvals is asked about every open plan");
        made = seen.made;
      }
      for (const line of await duePlans()) await context.outbox.transaction(line.tenant, (tx) => ask(tx, line));
    },
  };
}
