import type { Row } from "../store/database.ts";
import type { Session } from "../store/session.ts";
import { isStopped } from "./approval-rules.ts";
import { json, type Statements } from "./statement.ts";

const stepKey = (planId: string, revision: number, stepId: string): string => `${planId}/${revision}/${stepId}`;
const headRow = (session: Session, row: Row | undefined): Row[] => (row ? [{ ...row, stopped: isStopped(session, row.tenant) }] : []);

const APPROVAL_COLUMNS =
  "tenant id plan_id plan_revision step_id step_position step_count request_id thread_id requester agent tool revision state risk headline summary tainted conflict_count card card_hash agent_note policy slots open_roles filled_by skus locations search decide_by execute_by claimed_by claimed_at delegated_to paused_until carried_over_from no_eligible_approver outdated created_at decided_at edit".split(
    " ",
  );
const KEPT_BY_UPSERT = new Set([
  "tenant",
  "plan_id",
  "step_id",
  "request_id",
  "thread_id",
  "requester",
  "agent",
  "tool",
  "agent_note",
  "created_at",
]);
const JSON_COLUMNS = new Set(["card", "policy", "slots", "edit"]);

const STEP_COLUMNS =
  "state code reason preview policy execute_by approval_id grant_id grants_issued receipt decided_at value_eur sku destination business_day".split(
    " ",
  );
const JSON_STEP_COLUMNS = new Set(["preview", "policy", "receipt"]);

/** Plans, steps and items: `services/approvals/src/{adapters,inbox}`. */
export const PLAN_STATEMENTS: Statements = {
  // inbox/store-plan.ts
  "insert into plan_heads": async (session, [tenant, planId, requestId, threadId]) => {
    const row = { tenant, plan_id: planId, request_id: requestId, thread_id: threadId, revision: 0, sequence: 0 };
    return (await session.insert("plan_heads", planId, { ...row, accepted_seq: 0, paused_until: null, cancel_requested: false }))
      ? [{}]
      : [];
  },
  "insert into plans": async (session, [tenant, planId, revision, planHash, requestId, requester, body]) => {
    const row = { tenant, plan_id: planId, revision, plan_hash: planHash, request_id: requestId, requester };
    const rest = { state: "received", refusal: null, body: json(body), received_at: session.now };
    return (await session.insert("plans", `${planId}/${revision}`, { ...row, ...rest })) ? [{}] : [];
  },
  "insert into plan_steps": async (session, [tenant, planId, revision, requester, steps]) => {
    for (const [position, step] of (json(steps) as Row[]).entries()) {
      const empty = Object.fromEntries(STEP_COLUMNS.map((column) => [column, null]));
      const row = { tenant, plan_id: planId, revision, step_id: step.id, position, tool: step.tool, requester, body: step };
      await session.insertNew("plan_steps", stepKey(planId, revision, step.id), { ...empty, ...row, state: "proposed", grants_issued: 0 });
    }
    return [];
  },
  "select plan_hash from plans": (session, [planId, revision]) =>
    [session.get("plans", `${planId}/${revision}`)].flatMap((row) => row ?? []),
  // adapters/change-plan.ts and inbox/store-plan.ts
  "update plan_heads set sequence": async (session, [planId]) =>
    (
      await session.update(
        "plan_heads",
        (row) => row.plan_id === planId,
        (row) => ({ sequence: row.sequence + 1 }),
      )
    ).map((row) => ({ ...row, now: session.now })),
  clock: (session) => [{ now: session.now, business: session.now }],
  now: (session) => [{ now: session.now }],
  "business-now": (session) => [{ business: session.now }],
  // adapters/load-plan.ts
  "head-lock": async (session, [planId]) => headRow(session, await session.lock("plan_heads", planId)),
  "head-read": (session, [planId]) => headRow(session, session.get("plan_heads", planId)),
  "plan-read": (session, [planId, revision]) =>
    [session.get("plans", `${planId}/${revision}`)].flatMap((row) => (row ? [{ ...row, conflicts: row.body.conflicts }] : [])),
  "steps-read": (session, [planId, revision]) =>
    session
      .rows("plan_steps")
      .filter((row) => row.plan_id === planId && row.revision === revision)
      .sort((a, b) => a.position - b.position),
  "approvals-read": (session, [planId, revision]) =>
    session
      .rows("approvals")
      .filter((row) => row.plan_id === planId && row.plan_revision === revision)
      .sort((a, b) => a.step_position - b.step_position),
  "decisions-read": (session, [planId, revision]) =>
    session
      .rows("decisions")
      .filter((row) => {
        const approval = session.get("approvals", row.approval_id);
        return approval?.plan_id === planId && approval?.plan_revision === revision;
      })
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  // adapters/save-plan.ts
  "step-update": async (session, [planId, revision, stepId, ...rest]) =>
    await session.update(
      "plan_steps",
      (row) => row.plan_id === planId && row.revision === revision && row.step_id === stepId,
      () =>
        Object.fromEntries(STEP_COLUMNS.map((column, index) => [column, JSON_STEP_COLUMNS.has(column) ? json(rest[index]) : rest[index]])),
    ),
  "approval-upsert": async (session, values) => {
    const row = Object.fromEntries(
      APPROVAL_COLUMNS.map((column, index) => [column, JSON_COLUMNS.has(column) ? json(values[index]) : values[index]]),
    );
    const known = await session.lock("approvals", row.id as string);
    const kept = known ? Object.fromEntries([...KEPT_BY_UPSERT].map((column) => [column, known[column]])) : {};
    session.put("approvals", row.id as string, { ...row, ...kept });
    return [{}];
  },
  "decision-insert": async (session, [tenant, id, approvalId, revision, by, role, decision, reason, reasonCode, cardHash, isVoid, at]) => {
    const known = await session.lock("decisions", id);
    const row = { tenant, id, approval_id: approvalId, approval_revision: revision, by_user: by, role, decision, reason };
    session.put(
      "decisions",
      id,
      known ? { ...known, void: isVoid } : { ...row, reason_code: reasonCode, card_hash: cardHash, void: isVoid, at },
    );
    return [{}];
  },
  "update plans set state": async (session, [planId, revision, state, refusal]) =>
    await session.update(
      "plans",
      (row) => row.plan_id === planId && row.revision === revision,
      () => ({ state, refusal: json(refusal) }),
    ),
  "update plan_heads set paused_until = $2": async (session, [planId, pausedUntil, cancelRequested]) =>
    await session.update(
      "plan_heads",
      (row) => row.plan_id === planId,
      () => ({ paused_until: pausedUntil, cancel_requested: cancelRequested }),
    ),
  // inbox/accept-plan.ts
  "select pg_advisory_xact_lock(hashtextextended($1, 0))": async (session, [key]) => {
    await session.advisory(`0/${key}`);
    return [];
  },
  "update plan_heads set revision": async (session, [planId, revision]) =>
    await session.update(
      "plan_heads",
      (row) => row.plan_id === planId,
      (row) => ({ revision, accepted_seq: row.accepted_seq === 0 ? session.database.serial() : row.accepted_seq }),
    ),
  // inbox/run-command.ts
  "select revision from plans": (session, [planId]) =>
    session.rows("plans").filter((row) => row.plan_id === planId && row.state === "received"),
};
