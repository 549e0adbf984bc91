import type { Row } from "../store/database.ts";
import { json, none, type Statements } from "./statement.ts";

const stepsOf = (rows: Row[], planId: string, revision: number): Row[] =>
  rows.filter((row) => row.plan_id === planId && row.revision === revision).sort((a, b) => a.position - b.position);

/** Statements of `services/coordinator/src/{handoff,requests,events}` that follow a plan to its end. */
export const COORDINATOR_STATEMENTS: Statements = {
  // requests/request-store.ts
  "select tenant from plans where id": (session, [id]) =>
    session
      .rows("plans")
      .filter((row) => row.id === id)
      .slice(0, 1),
  // requests/lock-request.ts
  "request-lock": async (session, [id]) => [await session.lock("requests", id)].flatMap((row) => row ?? []),
  "request-lock-by-plan": async (session, [planId]) => {
    const plan = session.rows("plans").find((row) => row.id === planId);
    return plan ? [await session.lock("requests", plan.request_id)].flatMap((row) => row ?? []) : [];
  },
  // handoff/on-receipt.ts
  "step-grant": (session, [planId, revision, stepId]) =>
    stepsOf(session.rows("plan_steps"), planId, revision).filter((row) => row.step_id === stepId),
  "step-receipt": async (session, [planId, revision, stepId, receipt, version, state, code, reason, agent, contentHash]) =>
    await session.update(
      "plan_steps",
      (row) =>
        row.plan_id === planId &&
        row.step_id === stepId &&
        row.revision >= revision &&
        row.step.contentHash === contentHash &&
        row.agent === agent &&
        row.receipt_version < version,
      () => ({ receipt: json(receipt), receipt_version: version, state, code, reason }),
    ),
  "request-wake": async (session, [id]) =>
    await session.update(
      "requests",
      (row) => row.id === id,
      (row) => ({ wake: row.wake + 1 }),
    ),
  "newer-turns-wake": none,
  // handoff/on-plan-state.ts
  "plan-state": async (session, [id, revision, sequence, state, refusal, planHash]) =>
    await session.update(
      "plans",
      (row) => row.id === id && row.revision === revision && row.sequence < sequence && row.plan_hash === planHash,
      () => ({ sequence, state, refusal: json(refusal), asks: 0 }),
    ),
  "update requests set wake = wake + 1 where id = $1 returning thread_id": async (session, [id]) =>
    await session.update(
      "requests",
      (row) => row.id === id,
      (row) => ({ wake: row.wake + 1 }),
    ),
  "step-state": async (session, [planId, revision, stepId, state, code, reason, approval, preview, grantId, decidedBy]) =>
    await session.update(
      "plan_steps",
      (row) => row.plan_id === planId && row.revision === revision && row.step_id === stepId,
      (row) => ({
        ...(row.receipt === null ? { state, code, reason } : {}),
        approval: json(approval),
        preview: preview === null ? row.preview : json(preview),
        grant_id: row.receipt === null ? grantId : (grantId ?? row.grant_id),
        decided_by: json(decidedBy),
      }),
    ),
  "plan-request": (session, [id, revision, planHash]) =>
    session.rows("plans").filter((row) => row.id === id && row.revision === revision && row.plan_hash === planHash),
  // handoff/plan-store.ts
  "plan-newest": (session, [requestId]) =>
    session
      .rows("plans")
      .filter((row) => row.request_id === requestId)
      .sort((a, b) => b.revision - a.revision)
      .slice(0, 1),
  "steps-of-plan": (session, [planId, revision]) => stepsOf(session.rows("plan_steps"), planId, revision),
  // events/record-event.ts: unique (request_id, event_id)
  "event-insert": async (session, [tenant, requestId, eventId, name]) =>
    (await session.insert("request_events", `${requestId}/${eventId}`, { tenant, request_id: requestId, id: eventId, name })) ? [{}] : [],
};
