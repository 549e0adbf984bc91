import { transaction } from "@quartermaster/shared/db";
import type { RouteDeps } from "../http/route-deps.ts";

const PEOPLE = `select d.by_user as user, d.role, count(*)::int as decided, count(*) filter (where d.decision = 'approve')::int as approved,
  percentile_cont(0.5) within group (order by extract(epoch from d.at - a.created_at)) as median_seconds,
  percentile_cont(0.9) within group (order by extract(epoch from d.at - a.created_at)) as p90_seconds,
  count(*) filter (where d.at - a.created_at < interval '2 seconds')::int as under_two_seconds
  from decisions d join approvals a on a.id = d.approval_id where d.tenant = $1 and d.at > now() - interval '30 days' and ($2::text is null or d.by_user = $2)
  group by d.by_user, d.role order by d.by_user, d.role`;
const QUEUE = `select count(*) filter (where state = 'pending')::int as pending, count(*) filter (where state = 'expired')::int as expired,
  extract(epoch from now() - min(created_at) filter (where state = 'pending'))::float8 as oldest_seconds from approvals where tenant = $1 and created_at > now() - interval '30 days'`;

interface PersonRow {
  user: string;
  role: string;
  decided: number;
  approved: number;
  median_seconds: number;
  p90_seconds: number;
  under_two_seconds: number;
}

/** Registers review health: how people decide. Everybody sees the own figures, ops directors, auditors and admins those of all. */
export function registerHealthRoute(deps: RouteDeps): void {
  deps.server.get("/v1/approvals/health", async (request) => {
    const viewer = await deps.access.read(request);
    const all = viewer.roles.some((role) => role === "ops_director" || role === "auditor" || role === "admin");
    return await transaction(deps.pool, viewer.tenant, async (tx) => {
      const people = (await tx.query<PersonRow>(PEOPLE, [viewer.tenant, all ? null : viewer.user])).rows;
      const queue = (await tx.query<{ pending: number; expired: number; oldest_seconds: number | null }>(QUEUE, [viewer.tenant])).rows[0];
      return {
        people: people.map((row) => ({
          user: row.user,
          role: row.role,
          decided: row.decided,
          approveRate: row.decided === 0 ? null : row.approved / row.decided,
          medianSeconds: row.median_seconds,
          p90Seconds: row.p90_seconds,
          underTwoSeconds: row.under_two_seconds,
          looksLikeRubberStamping: row.decided >= 10 && (row.median_seconds < 2 || row.approved / row.decided > 0.98),
        })),
        queue: { pending: queue?.pending ?? 0, expired: queue?.expired ?? 0, oldestSeconds: queue?.oldest_seconds ?? null },
      };
    });
  });
}
