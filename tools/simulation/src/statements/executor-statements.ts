import { json, type Statements } from "./statement.ts";

/** Statements of `libs/executor/src/{execution,preview}`; tables and keys as in `libs/executor/migrations`. */
export const EXECUTOR_STATEMENTS: Statements = {
  // execution/grant-store.ts
  "grant-lock": async (session, [grantId]) => {
    await session.advisory(`5/${session.tenant}`, true);
    await session.advisory(`1/${grantId}`);
    return [];
  },
  "effect-lock": async (session, [effectKey]) => {
    await session.advisory(`2/${effectKey}`);
    return [];
  },
  "epoch-lock": async (session, [tenant]) => {
    await session.advisory(`5/${tenant}`);
    return [];
  },
  "receipt-by-grant": (session, [grantId]) => {
    const row = session.get("used_grant", grantId);
    return row ? [{ receipt: row.receipt }] : [];
  },
  "receipt-by-effect": (session, [tenant, effectKey]) =>
    session.rows("used_grant").filter((row) => row.tenant === tenant && row.effect_key === effectKey && row.outcome === "succeeded"),
  "grant-clock": (session, [tenant, grantId]) => [
    {
      now: session.now,
      business: session.now,
      epoch: session.get("grant_epoch", tenant)?.epoch ?? null,
      revoked: session.get("revoked_grant", grantId) !== undefined,
    },
  ],
  // Primary key (grant_id); unique (tenant, effect_key) where outcome = 'succeeded'.
  "used-grant-insert": async (session, [grantId, tenant, stepId, effectKey, outcome, entities, receipt]) => {
    if (outcome === "succeeded") await session.insertNew("used_effect", `${tenant}/${effectKey}`, { tenant, grant_id: grantId });
    const row = { tenant, grant_id: grantId, step_id: stepId, effect_key: effectKey, outcome, entities, receipt: json(receipt) };
    await session.insertNew("used_grant", grantId, row);
    return [{}];
  },
  "receipt-store": async (session, [grantId, receipt]) =>
    await session.update(
      "used_grant",
      (row) => row.grant_id === grantId,
      () => ({ receipt: json(receipt) }),
    ),
  "revocation-insert": async (session, [grantId, tenant, stepId, planId, reason]) =>
    (await session.insert("revoked_grant", grantId, { tenant, grant_id: grantId, step_id: stepId, plan_id: planId, reason })) ? [{}] : [],
  // execution/store-epoch.ts
  "epoch-store": async (session, [tenant, epoch, signed]) => {
    const known = await session.lock("grant_epoch", tenant);
    if (known && known.epoch >= epoch) return [];
    session.put("grant_epoch", tenant, { tenant, epoch, signed: json(signed) });
    return [{}];
  },
  "epoch-read": (session, [tenant]) => [session.get("grant_epoch", tenant)].flatMap((row) => row ?? []),
  // preview/read-times.ts
  "read-times": (session) => [{ now: session.now, business: session.now }],
};
