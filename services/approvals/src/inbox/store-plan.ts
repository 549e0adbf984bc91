import { MESSAGE_TYPES, type Plan, subjects } from "@quartermaster/shared/contracts";
import type { Outbox, OutboxTx } from "@quartermaster/shared/db";
import { envelope } from "../adapters/envelope.ts";
import { loadPlan, readHead } from "../adapters/load-plan.ts";
import { stateMessageId } from "../adapters/state-message-id.ts";
import { appendEntry } from "../ledger/append-entry.ts";
import { planStateOf } from "./plan-state.ts";

export type StoredPlan = "stored" | "known" | "conflict";

const INSERT_HEAD =
  "insert into plan_heads (tenant, plan_id, request_id, thread_id) values ($1, $2, $3, $4) on conflict (plan_id) do nothing";
const INSERT_PLAN = `insert into plans (tenant, plan_id, revision, plan_hash, request_id, requester, state, body) values ($1, $2, $3, $4, $5, $6, 'received', $7)
  on conflict (plan_id, revision) do nothing`;
const INSERT_STEPS = `insert into plan_steps (tenant, plan_id, revision, step_id, position, tool, requester, content_hash, body)
  select $1, $2, $3, s ->> 'id', i - 1, s ->> 'tool', $4, s ->> 'contentHash', s from json_array_elements($5::json) with ordinality as t(s, i)`;

async function answerAgain(tx: OutboxTx, plan: Plan, conflict: boolean): Promise<void> {
  const head = await readHead(tx, plan.id, true);
  const picture = head ? await loadPlan(tx, plan.tenant, head, conflict ? plan.revision : head.revision) : null;
  if (!head || !picture || (picture.state === "received" && !conflict)) return;
  const row = (
    await tx.query<{ sequence: number; now: string }>(
      "update plan_heads set sequence = sequence + 1 where plan_id = $1 returning sequence, now()",
      [plan.id],
    )
  ).rows[0];
  const state = planStateOf(picture, row?.sequence ?? 1, row?.now ?? new Date().toISOString(), conflict ? "conflict" : undefined);
  const refusal = conflict
    ? { code: "plan_conflict", detail: "another plan with this id and revision is known here", stepId: null }
    : state.refusal;
  const body = envelope(MESSAGE_TYPES.planState, plan.tenant, plan.requestId, { ...state, refusal, planHash: plan.planHash }, state.at);
  tx.send({ subject: subjects.decision(plan.tenant, plan.requestId), msgId: stateMessageId(plan.id, state.sequence), body });
}

/**
 * Stores a plan as it came, before anybody is asked about it. The same plan again is answered with its present state; another
 * hash under the same id and revision is a conflict, and the coordinator gets the version that is known here.
 */
export async function storePlan(outbox: Pick<Outbox, "transaction">, plan: Plan, requester: string): Promise<StoredPlan> {
  return await outbox.transaction(plan.tenant, async (tx) => {
    await tx.query(INSERT_HEAD, [plan.tenant, plan.id, plan.requestId, plan.threadId]);
    const inserted = await tx.query(INSERT_PLAN, [
      plan.tenant,
      plan.id,
      plan.revision,
      plan.planHash,
      plan.requestId,
      requester,
      JSON.stringify(plan),
    ]);
    if (inserted.rowCount === 1) {
      await tx.query(INSERT_STEPS, [plan.tenant, plan.id, plan.revision, requester, JSON.stringify(plan.steps)]);
      return "stored";
    }
    const known = (
      await tx.query<{ plan_hash: string }>("select plan_hash from plans where plan_id = $1 and revision = $2", [plan.id, plan.revision])
    ).rows[0];
    const conflict = known?.plan_hash !== plan.planHash;
    await answerAgain(tx, plan, conflict);
    if (!conflict) return "known";
    const body = { known: known?.plan_hash ?? null, offered: plan.planHash, revision: plan.revision };
    await appendEntry(tx, plan.tenant, {
      kind: "plan.conflict",
      requestId: plan.requestId,
      planId: plan.id,
      stepId: null,
      subject: plan.id,
      actor: "approvals",
      body,
    });
    return "conflict";
  });
}
