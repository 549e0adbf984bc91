import type { Session } from "../store/session.ts";
import { isStopped, msFromNow } from "./approval-rules.ts";
import { json, type Statements } from "./statement.ts";

/** How long a grant is left alone after so many look-ups. */
const pauseMs = (lookUps: number): number => Math.min(10 * 2 ** Math.min(Math.max(lookUps - 60, 0), 12), 21_600) * 1_000;

const isLeftAlone = (session: Session, planId: string): boolean => {
  const row = session.get("unanswered_asks", planId);
  return row !== undefined && msFromNow(session, row.ask_at) > 0;
};

/** Grants, receipts and epochs: `services/approvals/src/{grants,inbox,sweeper,kill-switch}`. */
export const GRANT_STATEMENTS: Statements = {
  // kill-switch/raise-epoch.ts
  "grant-leave": (session, [tenant]) => [{ epoch: session.get("epochs", tenant)?.epoch ?? 0, stopped: isStopped(session, tenant) }],
  "epoch-raise": async (session, [tenant]) => {
    const known = await session.lock("epochs", tenant);
    const row = { tenant, epoch: (known?.epoch ?? 0) + 1, issued_at: session.now };
    session.put("epochs", tenant, row);
    return [row];
  },
  // grants/issue-due-grants.ts
  "grant-insert": async (session, [tenant, id, planId, revision, stepId, domain, body, exp]) => {
    const row = { tenant, id, plan_id: planId, revision, step_id: stepId, domain, body: json(body), exp, state: "open" };
    await session.insertNew("grants", id, { ...row, revoke: null, looked_up_at: null, look_ups: 0 });
    return [{}];
  },
  // inbox/record-receipt.ts
  "receipt-insert": async (session, [tenant, id, version, grantId, planId, stepId, outcome, body]) => {
    const row = { tenant, id, version, grant_id: grantId, plan_id: planId, step_id: stepId, outcome, body: json(body) };
    return (await session.insert("receipts", `${id}/${version}`, row)) ? [{}] : [];
  },
  "grant-receipted": async (session, [grantId]) =>
    await session.update(
      "grants",
      (row) => row.id === grantId,
      () => ({ state: "receipted" }),
    ),
  "grant-body": (session, [grantId]) => [session.get("grants", grantId)].flatMap((row) => row ?? []),
  // inbox/report-plan.ts
  "receipt-body": (session, [id, version]) => [session.get("receipts", `${id}/${version}`)].flatMap((row) => row ?? []),
  // sweeper/look-up-grants.ts
  "select tenant, id, plan_id, step_id, domain, look_ups, exp < now() as expired": (session) =>
    session
      .rows("grants")
      .filter((row) => row.state === "open" && msFromNow(session, row.exp) < 270_000)
      .filter((row) => row.look_ups < 300 && (row.looked_up_at === null || msFromNow(session, row.looked_up_at) < -pauseMs(row.look_ups)))
      .map((row) => ({ ...row, expired: msFromNow(session, row.exp) < 0, safe: msFromNow(session, row.exp) < -30_000 })),
  "update grants set looked_up_at": async (session, [id]) =>
    await session.update(
      "grants",
      (row) => row.id === id,
      (row) => ({ looked_up_at: session.now, look_ups: row.look_ups + 1 }),
    ),
  "update grants set state = 'never_seen'": async (session, [id]) =>
    await session.update(
      "grants",
      (row) => row.id === id && row.state === "open",
      () => ({ state: "never_seen" }),
    ),
  // previews/count-unanswered.ts
  "unanswered-count": async (session, [tenant, planId, invalid]) => {
    const known = await session.lock("unanswered_asks", planId);
    const pause = known ? Math.min(3 * 2 ** Math.min(known.invalid, 7), 300) : 3;
    const row = {
      tenant,
      plan_id: planId,
      invalid: (known?.invalid ?? 0) + invalid,
      since: known && msFromNow(session, known.ask_at) >= -6 * 3_600_000 ? known.since : session.now,
      ask_at: new Date(Date.parse(session.now) + (invalid === 1 ? pause * 1_000 : 0)).toISOString(),
    };
    session.put("unanswered_asks", planId, row);
    return [{ invalid: row.invalid, silent: msFromNow(session, row.since) < -86_400_000 }];
  },
  "unanswered-forget": async (session, [planId]) => {
    const known = await session.lock("unanswered_asks", planId);
    if (known) session.remove("unanswered_asks", planId);
    return known ? [known] : [];
  },
  // grants/revoke-grants.ts
  "select id, step_id, domain, body from grants g": (session, [planId, stepIds]) =>
    session.rows("grants").filter((grant) => {
      if (grant.plan_id !== planId || !stepIds.includes(grant.step_id) || grant.revoke !== null) return false;
      const receipts = session.rows("receipts").filter((row) => row.grant_id === grant.id);
      const newest = receipts.sort((a, b) => b.version - a.version)[0];
      return grant.state === "open" || (grant.state === "receipted" && newest?.outcome === "unknown");
    }),
  "update grants set revoke": async (session, [id, revoke]) =>
    await session.update(
      "grants",
      (row) => row.id === id,
      () => ({ revoke: json(revoke) }),
    ),
  // sweeper/take-up-plans.ts and expire-items.ts
  "select tenant, plan_id, revision, received_at": (session) =>
    session
      .rows("plans")
      .filter((row) => row.state === "received" && msFromNow(session, row.received_at) < -2_000 && !isLeftAlone(session, row.plan_id))
      .map((row) => ({ ...row, too_old: msFromNow(session, row.received_at) < -600_000 })),
  "select s.tenant, s.plan_id from plan_steps s": (session) =>
    session.rows("plan_heads").filter((head) => {
      const steps = session.rows("plan_steps").filter((row) => row.plan_id === head.plan_id && row.revision === head.revision);
      return steps.some((row) => row.state === "approved") && !isLeftAlone(session, head.plan_id);
    }),
  "select t.tenant, a.plan_id from tenants t": (session) =>
    session.rows("approvals").filter((row) => row.state === "pending" && msFromNow(session, row.decide_by) <= 0),
  "select h.tenant, h.plan_id from plan_heads h": (session) =>
    session.rows("plan_heads").filter((row) => row.revision > 0 && row.paused_until !== null && msFromNow(session, row.paused_until) <= 0),
};
