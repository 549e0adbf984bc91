import type { Receipt } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { outsideKey } from "../adapter/outside-key.ts";
import type { EffectDescription } from "../effect-handler.ts";
import { insertUsedGrant } from "../execution/grant-store.ts";
import { receiptWithoutEffect } from "../execution/receipt-body.ts";
import { recordId } from "../execution/record-id.ts";
import type { GrantClock, VerifiedGrant } from "../grant/verify-grant.ts";
import type { LinkedPorts } from "../service/executor-ports.ts";
import { findCallOfEffect, findCallOnRows, insertCall } from "./call-store.ts";
import type { OutsideCall } from "./outside-call.ts";
import type { OutsideLink } from "./outside-link.ts";

const NOT_TOLD = { outcome: "unknown", code: "outcome_unknown" } as const;

/** How long one process has a call to itself: the read before it, the call, and the second transaction. */
export const leaseMsOf = (link: OutsideLink): number => 2 * link.timeoutMs + 5_000;

/**
 * Sees whether another call to the system is still open on the same effect or the same rows. Such an effect joins the first one and
 * is as unknown as it; such rows are busy, or their state is not known.
 * @throws AppError unavailable while a call on the same rows is under way: the grant comes again.
 */
export async function findOpenCall(
  tx: Tx,
  grant: { tenant: string; effectKey: string },
  entities: readonly string[],
): Promise<{ outcome: "unknown" | "stale"; code: string; detail: string } | null> {
  const same = await findCallOfEffect(tx, grant.tenant, grant.effectKey);
  if (same !== null) return { ...NOT_TOLD, detail: `grant ${same} sent this effect; what became of it is being looked up` };
  const busy = await findCallOnRows(tx, grant.tenant, entities);
  if (busy === null) return null;
  if (!busy.unknown) throw new AppError("unavailable", { detail: `grant ${busy.grantId} is changing the same records in another system` });
  return { outcome: "stale", code: "outcome_unknown", detail: `what grant ${busy.grantId} did to the same records is not known yet` };
}

/**
 * First transaction of an effect that happens elsewhere: the grant counts as used from here on, and a row says what is going to be
 * sent. The receipt that is stored with it answers look-ups until the outcome is known; it is not sent yet.
 */
export async function openCall(
  ports: LinkedPorts,
  tx: Tx,
  verified: VerifiedGrant,
  clock: GrantClock,
  description: EffectDescription,
): Promise<{ call: OutsideCall; receipt: Receipt }> {
  const { grant } = verified;
  const key = outsideKey(grant.effectKey);
  const receipt = receiptWithoutEffect(ports.definition.domain, grant, clock, {
    ...NOT_TOLD,
    detail: `sent to ${ports.outside.system.name} as ${key}; what became of it is being looked up`,
  });
  await insertUsedGrant(tx, grant, "unknown", description.entities, receipt);
  const leaseMs = leaseMsOf(ports.outside);
  const ids = ports.definition.outside?.idsOf(grant.tool, (prefix, name) => recordId(prefix, grant.grantId, name)) ?? {};
  // The system is told the ids of what will be made here and may name them before it is.
  const entities = [...description.entities, ...Object.values(ids)];
  const call = await insertCall(tx, { grant, key, system: ports.outside.system.name, description, entities, leaseMs });
  return { call, receipt };
}
