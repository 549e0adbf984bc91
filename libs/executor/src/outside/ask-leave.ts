import { transaction } from "@quartermaster/shared/db";
import { lockGrant, readClock } from "../execution/grant-store.ts";
import { type GrantRefusal, standsAgainst } from "../grant/verify-grant.ts";
import type { LinkedPorts } from "../service/executor-ports.ts";
import { markSent } from "./call-store.ts";
import { leaseMsOf } from "./open-call.ts";
import type { OutsideCall } from "./outside-call.ts";

export type Leave =
  | { kind: "go"; businessNow: string }
  | { kind: "taken" }
  /** Approvals does not say which epoch is in force: the grant may be void. */
  | { kind: "unconfirmed" }
  | { kind: "against"; refusal: GrantRefusal };

/**
 * Decides, serialised with revocations, whether the call may leave now, and marks it sent if so: the grant must stand by approvals'
 * own word and not be too old, and the call must still be this process's.
 */
export async function askLeave(ports: LinkedPorts, call: OutsideCall): Promise<Leave> {
  const confirmed = await ports.epochs.confirm(call.tenant);
  return transaction(ports.pool, call.tenant, async (tx): Promise<Leave> => {
    await lockGrant(tx, call.grantId, null);
    const clock = await readClock(tx, call.tenant, call.grantId, confirmed);
    const refusal = standsAgainst(call.grant, clock);
    if (refusal !== null) return { kind: "against", refusal };
    if (!confirmed?.holds()) return { kind: "unconfirmed" };
    return (await markSent(tx, call, leaseMsOf(ports.outside))) ? { kind: "go", businessNow: clock.businessNow } : { kind: "taken" };
  });
}

/** What speaks against the call's grant now, before anything is asked of the system; null = nothing. */
export const objectionTo = (ports: LinkedPorts, call: OutsideCall): Promise<GrantRefusal | null> =>
  transaction(ports.pool, call.tenant, async (tx) => standsAgainst(call.grant, await readClock(tx, call.tenant, call.grantId)));
