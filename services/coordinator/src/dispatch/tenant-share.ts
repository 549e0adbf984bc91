import type { AgentName, Brief } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, type OutboxTx, transaction } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";
import { PRESENCE_LIMIT_MS } from "../agents/agent-directory.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { readBusinessNow } from "./read-business-now.ts";
import { sendTask } from "./send-task.ts";

type ShareContext = Pick<CoordinatorContext, "agents" | "tenantTasks">;

const OPEN = "select count(*)::int as open from tasks where agent = $1 and kind = 'work' and finished_at is null and not held";
const NEXT = `select id, brief from tasks where agent = $1 and held and finished_at is null order by created_at, id limit $2
  for update skip locked`;
const RELEASE = "update tasks set held = false, brief = $2, deadline_at = $3, dispatched_at = now() where id = $1";
const WAITING = "select distinct tenant, agent from tasks where held and finished_at is null limit 200";

/** Tasks of one tenant that may wait or run at an agent: so many for each instance that lives. */
function shareOf(context: ShareContext, agent: AgentName): number {
  const living = context.agents.instances(agent).filter((instance) => Date.now() - instance.seenAt < PRESENCE_LIMIT_MS);
  return context.tenantTasks * Math.max(1, living.length);
}

async function freeOf(context: ShareContext, tx: Pick<OutboxTx, "query">, agent: AgentName): Promise<number> {
  const row = (await tx.query<{ open: number }>({ name: "tenant-open-tasks", text: OPEN, values: [agent] })).rows[0];
  return shareOf(context, agent) - (row?.open ?? 0);
}

const LOCK = "select pg_advisory_xact_lock(hashtextextended($1, 3))";

/**
 * Has everybody who counts or fills the tenant's share of these agents take turns, until the transaction ends: two who count at the
 * same moment would both find room. Always in the same order of agents, and before any row is waited for.
 */
export async function lockShares(tx: Pick<OutboxTx, "query">, tenant: string, agents: Iterable<AgentName>): Promise<void> {
  for (const agent of [...new Set(agents)].sort()) await tx.query({ name: "share-lock", text: LOCK, values: [`${tenant}/${agent}`] });
}

/**
 * True when the tenant has its share of the agent: the task then waits in the database, or everybody else would wait behind this
 * tenant's tasks in the agent's one queue. Only under `lockShares` is the answer still true when the task is made.
 */
export const hasItsShare = async (context: ShareContext, tx: Pick<OutboxTx, "query">, agent: AgentName): Promise<boolean> =>
  (await freeOf(context, tx, agent)) <= 0;

/** Its time runs from now on: what it waited for was not its own doing. */
function freshBrief(context: Pick<CoordinatorContext, "signer">, held: Brief, businessNow: string): Signed<Brief> {
  const now = Date.now();
  const deadlineAt = new Date(now + held.budget.wallMs).toISOString();
  return context.signer.sign("brief", { ...held, businessNow, issuedAt: new Date(now).toISOString(), deadlineAt });
}

/** Sends the tenant's oldest held tasks as far as its share allows. Two replicas never send the same one: the row is locked. */
export async function releaseHeld(
  context: Pick<CoordinatorContext, "agents" | "tenantTasks" | "signer" | "outbox">,
  tenant: string,
  agent: AgentName,
): Promise<void> {
  await context.outbox.transaction(tenant, async (tx) => {
    await lockShares(tx, tenant, [agent]);
    const free = await freeOf(context, tx, agent);
    if (free <= 0) return;
    const held = await tx.query<{ id: string; brief: Signed<Brief> }>({ name: "tasks-held", text: NEXT, values: [agent, free] });
    if (held.rows.length === 0) return;
    const businessNow = await readBusinessNow(tx, tenant);
    for (const task of held.rows) {
      const brief = freshBrief(context, task.brief.body, businessNow);
      await tx.query({ name: "task-release", text: RELEASE, values: [task.id, JSON.stringify(brief), brief.body.deadlineAt] });
      sendTask(tx, brief, 1);
    }
  });
}

/** The same for every tenant: what a replica should have sent when it died. */
export async function releaseAllHeld(context: CoordinatorContext): Promise<void> {
  const waiting = await transaction(context.pool, ALL_TENANTS, (tx) =>
    tx.query<{ tenant: string; agent: AgentName }>({ name: "tenants-held", text: WAITING, values: [] }),
  );
  for (const { tenant, agent } of waiting.rows) await releaseHeld(context, tenant, agent);
}
