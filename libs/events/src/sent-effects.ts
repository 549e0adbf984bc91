import { type OutsideMapping, recordId } from "@quartermaster/executor";
import type { Receipt } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { AnsweredCall } from "./answered-call.ts";
import { pendingReceipts } from "./pending-receipts.ts";
import { UnknownReference } from "./unknown-reference.ts";

/** An effect that was sent to an outside party and is on record. */
export interface SentEffect {
  grantId: string;
  effectKey: string;
  /** Named results of its receipt, e.g. shipmentId. */
  outputs: Record<string, string>;
}

/** Form of our references at outside systems. */
const OUTSIDE_KEY = /^QM-[A-Z2-7]{20}$/;

const CALL = `select c.grant_id, c.effect_key, c.state, u.receipt from outside_call c left join used_grant u on u.tenant = c.tenant and u.grant_id = c.grant_id
  where c.tenant = $1 and c.key = $2 and (c.settled_at is null
    or c.created_at >= coalesce((select max(at) from change_cause where tenant = $1 and kind = 'seed'), '-infinity'))
  order by (c.settled_at is null) desc, (c.state = 'confirmed') desc, c.created_at desc limit 1`;

/**
 * The effect that was sent under our reference; null for a reference that is not of our form.
 * @throws AppError event_too_early while its call is open (an AnsweredCall once it left), conflict when it is recorded as not made,
 * unknown_record when nothing was sent under it.
 */
export async function sentUnder(tx: Tx, tenant: string, ourReference: string): Promise<SentEffect | null> {
  if (!OUTSIDE_KEY.test(ourReference)) return null;
  const { rows } = await tx.query<{ grant_id: string; effect_key: string; state: string; receipt: Receipt | null }>(CALL, [
    tenant,
    ourReference,
  ]);
  const call = rows[0];
  if (call?.state === "confirmed") return { grantId: call.grant_id, effectKey: call.effect_key, outputs: call.receipt?.outputs ?? {} };
  if (call?.state === "failed")
    throw new AppError("conflict", { detail: `what was to be sent under ${ourReference} is recorded as not made` });
  if (call) throw new AnsweredCall(call.grant_id, `what was sent under ${ourReference} is not on record yet`);
  throw new UnknownReference(ourReference, `nothing was sent under ${ourReference}`);
}

/** Effects of these tools on a record whose outcome is still open, one entry each. */
export async function waitingFor(
  tx: Tx,
  tenant: string,
  of: { tools: readonly string[]; output: string; value: string },
): Promise<SentEffect[]> {
  const waiting = new Map<string, SentEffect>();
  for (const { grantId, effectKey, receipt } of await pendingReceipts(tx, tenant, of))
    if (!waiting.has(effectKey) || receipt.code === null) waiting.set(effectKey, { grantId, effectKey, outputs: receipt.outputs });
  return [...waiting.values()];
}

/**
 * Refuses an event that names a record while an effect of these tools on it is on its way.
 * @param answers true when the event can only be the answer to that effect: then it says that the effect arrived.
 * @throws AppError event_too_early
 */
export async function refuseWhileSending(
  tx: Tx,
  tenant: string,
  of: { tools: readonly string[]; record: string; answers: boolean },
): Promise<void> {
  const { rows } = await tx.query<{ grant_id: string; key: string; tool: string }>(
    `select grant_id, key, tool from outside_call where tenant = $1 and settled_at is null and tool = any ($2) and $3 = any (entities)
     order by created_at limit 1`,
    [tenant, [...of.tools], of.record],
  );
  const [call] = rows;
  if (!call) return;
  const detail = `${call.tool} of ${of.record} was sent under ${call.key} and is not on record yet`;
  if (of.answers) throw new AnsweredCall(call.grant_id, detail);
  throw new AppError("event_too_early", { detail: `${detail}; name the reference that is answered`, retryAfterSeconds: 1 });
}

/**
 * Refuses an event about a record that does not exist yet because an effect that makes it is on its way. Only the system that was told
 * the id can name it, so the effect arrived. Records that the effect only changes are known to others, too, and prove nothing.
 * @param missing the id that the event names and that is not on record.
 * @throws AnsweredCall
 */
export async function refuseWhileMaking(tx: Tx, tenant: string, idsOf: OutsideMapping["idsOf"], missing: string): Promise<void> {
  const { rows } = await tx.query<{ grant_id: string; key: string; tool: string }>(
    "select grant_id, key, tool from outside_call where tenant = $1 and settled_at is null and $2 = any (entities) order by created_at",
    [tenant, missing],
  );
  const makes = ({ tool, grant_id }: { tool: string; grant_id: string }): string[] =>
    Object.values(idsOf(tool, (prefix, name) => recordId(prefix, grant_id, name)));
  const call = rows.find((row) => makes(row).includes(missing));
  if (call) throw new AnsweredCall(call.grant_id, `${call.tool} was sent under ${call.key} and is not on record yet`);
}
