import type { Budget } from "@quartermaster/shared/contracts";
import type { OutboxTx, Tx } from "@quartermaster/shared/db";
import { type EventRequest, recordEvent } from "../events/record-event.ts";
import { budgetWarning, type Spent } from "./request-budget.ts";

const SUM = `select coalesce(sum(steps), 0)::int as steps, coalesce(sum(tokens), 0)::int as tokens,
    coalesce(sum(cost_micros), 0)::float8 as cost, coalesce(sum(wall_ms), 0)::int as wall,
    coalesce(sum(tokens) filter (where not settled), 0)::int as leased
  from budget_ledger where request_id = $1 and (settled or not $2)`;
const LEASE = `insert into budget_ledger (tenant, request_id, holder, steps, tokens, cost_micros, wall_ms) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict do nothing`;
const SETTLE = `update budget_ledger set steps = $3, tokens = $4, cost_micros = $5, wall_ms = least(wall_ms, (extract(epoch from now() - at) * 1000)::int), settled = true
  where request_id = $1 and holder = $2 and not settled`;

/** What the request has spent, and how many of its tokens are only leased. @param settledOnly leaves out what is only leased. */
export async function readSpent(tx: Pick<Tx, "query">, requestId: string, settledOnly = false): Promise<Spent & { leasedTokens: number }> {
  const row = (
    await tx.query<{ steps: number; tokens: number; cost: number; wall: number; leased: number }>({
      name: "budget-sum",
      text: SUM,
      values: [requestId, settledOnly],
    })
  ).rows[0];
  return {
    steps: row?.steps ?? 0,
    tokens: row?.tokens ?? 0,
    costMicros: row?.cost ?? 0,
    wallMs: row?.wall ?? 0,
    leasedTokens: row?.leased ?? 0,
  };
}

/** Takes a lease for a holder, in the transaction that starts its work. The caller holds the request, so sums cannot race. */
export async function takeLease(tx: Pick<Tx, "query">, request: EventRequest, holder: string, lease: Budget): Promise<void> {
  const values = [request.tenant, request.id, holder, lease.steps, lease.tokens, lease.costMicros ?? 0, lease.wallMs];
  await tx.query({ name: "budget-lease", text: LEASE, values });
}

/** Replaces a lease by what was used; a second settlement changes nothing. */
export async function settleLease(
  tx: Pick<Tx, "query">,
  requestId: string,
  holder: string,
  used: { modelCalls: number; promptTokens: number; completionTokens: number; costMicros: number },
): Promise<void> {
  const values = [requestId, holder, used.modelCalls, used.promptTokens + used.completionTokens, used.costMicros];
  await tx.query({ name: "budget-settle", text: SETTLE, values });
}

/** Tells once that four fifths of a limit of the request are used up; what is only leased may still come back. */
export async function warnOfBudget(tx: OutboxTx, request: EventRequest, limit: Budget): Promise<void> {
  const warning = budgetWarning(limit, await readSpent(tx, request.id, true));
  if (warning) await recordEvent(tx, request, "budget.warning", { scope: "request", ...warning }, `budget:${request.id}:${warning.limit}`);
}
