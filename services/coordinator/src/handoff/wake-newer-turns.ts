import { transaction } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { MOST_TURNS } from "./read-replaced-steps.ts";

const WAKE = `with recursive newer (id, depth) as (
    select superseded_by, 1 from requests where id = $1 and superseded_by is not null
    union select r.superseded_by, n.depth + 1 from newer n join requests r on r.id = n.id
      where r.superseded_by is not null and n.depth < ${MOST_TURNS})
  update requests set wake = wake + 1 where id in (select id from newer) and phase = 'merge' returning id`;

/**
 * Moves the requests that replace one of which there is news: they may wait for what its steps came to. Should the process die before
 * this, the reconciler finds them.
 */
export async function wakeNewerTurns(
  context: Pick<CoordinatorContext, "pool">,
  orchestrator: Pick<Orchestrator, "kick">,
  tenant: string,
  requestId: string,
): Promise<void> {
  const woken = await transaction(context.pool, tenant, (tx) =>
    tx.query<{ id: string }>({ name: "newer-turns-wake", text: WAKE, values: [requestId] }),
  );
  for (const { id } of woken.rows) orchestrator.kick(tenant, id);
}
