import type { Tx } from "@quartermaster/shared/db";

/** What a day's values are added up by: the same person, tool, item and destination. */
export interface DayKey {
  tenant: string;
  requester: string;
  /** Business day, ISO date. */
  businessDay: string;
  tool: string;
  sku: string | null;
  destination: string | null;
}

// Plans accepted earlier only: a later one must not change what an open card asks for, and the one that crosses the line is always
// the later. Acceptances of one person are serialised, so of two plans at once exactly one is the later.
const SUM = `select coalesce(sum(s.value_eur), 0)::text as sum from plan_steps s join plan_heads h on h.plan_id = s.plan_id and h.revision = s.revision
  where s.tenant = $1 and s.requester = $2 and s.business_day = $3 and s.tool = $4 and s.sku is not distinct from $5 and s.destination is not distinct from $6
  and s.state <> all ('{rejected,expired,cancelled,skipped,failed}') and s.plan_id is distinct from $7
  and h.accepted_seq < coalesce((select accepted_seq from plan_heads where plan_id = $7), 9223372036854775807)`;

/**
 * EUR that a person's accepted plans of a day come to, as decimal text.
 * @param before Counts plans accepted before this one; null counts all.
 */
export async function daySum(tx: Tx, key: DayKey, before: string | null): Promise<string> {
  const values = [key.tenant, key.requester, key.businessDay, key.tool, key.sku, key.destination, before];
  return (await tx.query<{ sum: string }>({ name: "day-sum", text: SUM, values })).rows[0]?.sum ?? "0";
}
