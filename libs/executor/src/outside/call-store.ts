import { randomUUID } from "node:crypto";
import type { Grant } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import type { EffectDescription } from "../effect-handler.ts";
import { callFrom, type OutsideCall, type OutsideCallRow } from "./outside-call.ts";

const COLUMNS = `grant_id, tenant, key, tool, state, grant_body, description, expected_version, owner, sends, sent_at::text, looks, told_by, told_reference,
  floor(extract(epoch from clock_timestamp() - sent_at) * 1000)::text as since_sent_ms`;
const SECONDS = "make_interval(secs => $2::double precision / 1000)";

/** Writes down, with the used grant, that an effect is going to be sent; gives the call, leased to this process. */
export async function insertCall(
  tx: Tx,
  call: { grant: Grant; key: string; system: string; description: EffectDescription; entities: readonly string[]; leaseMs: number },
): Promise<OutsideCall> {
  const { grant } = call;
  const inserted = await tx.query<OutsideCallRow>({
    name: "outside-call-insert",
    text: `insert into outside_call (grant_id, tenant, effect_key, key, system, tool, grant_body, description, entities, owner, lease_until, look_at)
      values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp() + ${SECONDS}, clock_timestamp() + ${SECONDS}) returning ${COLUMNS}`,
    values: [
      grant.grantId,
      call.leaseMs,
      grant.tenant,
      grant.effectKey,
      call.key,
      call.system,
      grant.tool,
      JSON.stringify(grant),
      JSON.stringify(call.description),
      call.entities,
      randomUUID(),
    ],
  });
  const row = inserted.rows[0];
  if (!row) throw new Error("the outside call was not written");
  return callFrom(row);
}

/** State of an open or made call of this effect by another grant, or null. */
export async function findCallOfEffect(tx: Tx, tenant: string, effectKey: string): Promise<string | null> {
  const found = await tx.query<{ grant_id: string }>({
    name: "outside-call-of-effect",
    text: "select grant_id from outside_call where tenant = $1 and effect_key = $2 and settled_at is null",
    values: [tenant, effectKey],
  });
  return found.rows[0]?.grant_id ?? null;
}

/** An open call that will write one of these rows, or null. */
export async function findCallOnRows(
  tx: Tx,
  tenant: string,
  entities: readonly string[],
): Promise<{ grantId: string; unknown: boolean } | null> {
  const found = await tx.query<{ grant_id: string; state: string }>({
    name: "outside-call-on-rows",
    text: "select grant_id, state from outside_call where tenant = $1 and settled_at is null and entities && $2 order by created_at limit 1",
    values: [tenant, entities],
  });
  const row = found.rows[0];
  return row ? { grantId: row.grant_id, unknown: row.state === "unknown" } : null;
}

/** The last word before sending: false when another process has taken the call over or it was settled, and then nothing may be sent. */
export async function markSent(tx: Tx, call: OutsideCall, leaseMs: number): Promise<boolean> {
  const marked = await tx.query({
    name: "outside-call-sent",
    text: `update outside_call set state = 'sent', sends = sends + 1, sent_at = clock_timestamp(), expected_version = $4,
        lease_until = clock_timestamp() + ${SECONDS}, look_at = clock_timestamp() + ${SECONDS}
      where grant_id = $1 and owner = $3 and settled_at is null and told_by is null`,
    values: [call.grantId, leaseMs, call.owner, call.expectedVersion],
  });
  return marked.rowCount === 1;
}

/**
 * Locks a call for its next word; false when it is settled already or another process has it.
 * @param asNotMade also false when the outside party has spoken of it meanwhile: then it was made.
 */
export async function lockOwnCall(tx: Tx, call: OutsideCall, asNotMade = false): Promise<boolean> {
  const locked = await tx.query({
    name: "outside-call-lock",
    text: `select from outside_call where grant_id = $1 and owner = $2 and settled_at is null and (not $3 or told_by is null) for update`,
    values: [call.grantId, call.owner, asNotMade],
  });
  return locked.rowCount === 1;
}

/** The open call of a grant, locked, whoever has it; null when there is none. */
export async function lockOpenCall(tx: Tx, grantId: string): Promise<(OutsideCall & { leased: boolean }) | null> {
  const locked = await tx.query<OutsideCallRow & { leased: boolean }>({
    name: "outside-call-lock-open",
    text: `select ${COLUMNS}, lease_until > clock_timestamp() as leased from outside_call where grant_id = $1 and settled_at is null for update`,
    values: [grantId],
  });
  const row = locked.rows[0];
  return row ? { ...callFrom(row), leased: row.leased } : null;
}

/** Keeps on an open call who says that it was made, and under which reference there. */
export async function noteMade(tx: Tx, grantId: string, told: { by: string; reference: string }): Promise<void> {
  await tx.query({
    name: "outside-call-told",
    text: "update outside_call set told_by = $2, told_reference = $3 where grant_id = $1 and settled_at is null",
    values: [grantId, told.by, told.reference],
  });
}

/** Ends a call. */
export async function finishCall(
  tx: Tx,
  grantId: string,
  ending: { state: "confirmed" | "failed"; result: unknown; detail: string | null },
): Promise<void> {
  await tx.query({
    name: "outside-call-finish",
    text: "update outside_call set state = $2, result = $3, detail = $4, settled_at = clock_timestamp() where grant_id = $1",
    values: [grantId, ending.state, ending.result === null ? null : JSON.stringify(ending.result), ending.detail],
  });
}

/**
 * Leaves a call open and says when to look again. `state` intent only when surely nothing has arrived. `before` is the call as it was
 * before a sending that surely made nothing: its count and its time are taken back.
 */
export async function postponeCall(
  tx: Tx,
  grantId: string,
  next: { state: "intent" | "unknown"; waitMs: number; detail: string; before: OutsideCall | null },
): Promise<void> {
  await tx.query({
    name: "outside-call-postpone",
    text: `update outside_call set state = $3, looks = looks + 1, detail = $4, lease_until = clock_timestamp(),
        sends = coalesce($5, sends), sent_at = case when $5::int is null then sent_at else $6::timestamptz end,
        look_at = clock_timestamp() + ${SECONDS} where grant_id = $1`,
    values: [grantId, next.waitMs, next.state, next.detail.slice(0, 1000), next.before?.sends ?? null, next.before?.sentAt ?? null],
  });
}

/** Takes over calls that nobody works on and that are due; each gets a new owner. */
export async function claimDueCalls(pool: Pool, leaseMs: number, limit: number): Promise<OutsideCall[]> {
  const due = await transaction(pool, ALL_TENANTS, (tx) =>
    tx.query<{ tenant: string; grant_id: string }>({
      name: "outside-call-due",
      text: `select tenant, grant_id from outside_call
        where settled_at is null and look_at <= clock_timestamp() and lease_until <= clock_timestamp() order by look_at limit $1`,
      values: [limit],
    }),
  );
  const claimed: OutsideCall[] = [];
  for (const { tenant, grant_id } of due.rows) {
    const taken = await transaction(pool, tenant, (tx) =>
      tx.query<OutsideCallRow>({
        name: "outside-call-claim",
        text: `update outside_call set owner = $3, lease_until = clock_timestamp() + ${SECONDS}
          where grant_id = $1 and settled_at is null and lease_until <= clock_timestamp() returning ${COLUMNS}`,
        values: [grant_id, leaseMs, randomUUID()],
      }),
    );
    if (taken.rows[0]) claimed.push(callFrom(taken.rows[0]));
  }
  return claimed;
}

/** Grants of the same effect that arrived while the call was open and are as unknown as it. */
export async function findJoinedGrants(tx: Tx, tenant: string, effectKey: string, grantId: string): Promise<string[]> {
  const found = await tx.query<{ grant_id: string }>({
    name: "outside-call-joined",
    text: "select grant_id from used_grant where tenant = $1 and effect_key = $2 and outcome = 'unknown' and grant_id <> $3 order by grant_id",
    values: [tenant, effectKey, grantId],
  });
  return found.rows.map((row) => row.grant_id);
}
