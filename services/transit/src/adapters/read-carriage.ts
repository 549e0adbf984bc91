import { recordId } from "@quartermaster/executor";
import type { Snapshot } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";

/** The open shipment first; a cancelled one only when there is no other. */
const SHIPMENT = `select id, state, version from shipments where transfer_ref = $1 order by (state = 'cancelled'), id desc limit 1`;

/** A booking that the carrier may have taken already: its shipment has no row before the answer is known. */
const OPEN_CALL = `select grant_id from outside_call where tool = 'book_shipment' and settled_at is null
  and (grant_body -> 'args' ->> 'transferRef' = $1
    or grant_body -> 'resolved' @> jsonb_build_array(jsonb_build_object('path', '/transferRef', 'value', $1::text)))
  order by created_at limit 1`;

/**
 * What carries a transfer, under the transfer's id: the shipment and its state, `booking` while the carrier has not answered, or `none`.
 * That nothing carries it is stated as well, so that an answer that did not come is never read as "none". Reads the executor's calls.
 */
export async function readCarriage(tx: Tx, transferId: string): Promise<Snapshot> {
  const stated = (version: number, shipmentId: string | null, state: string): Snapshot => ({
    domain: "transit",
    kind: "carriage",
    id: transferId,
    version,
    fields: { transferId, shipmentId, state },
  });
  const shipment = (await tx.query<{ id: string; state: string; version: number }>(SHIPMENT, [transferId])).rows[0];
  if (shipment && shipment.state !== "cancelled") return stated(shipment.version, shipment.id, shipment.state);
  const call = (await tx.query<{ grant_id: string }>(OPEN_CALL, [transferId])).rows[0];
  if (call) return stated(0, recordId("SHP", call.grant_id, "shipment"), "booking");
  return shipment ? stated(shipment.version, shipment.id, shipment.state) : stated(0, null, "none");
}
