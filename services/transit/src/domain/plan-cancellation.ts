import type { CancelShipmentArgs } from "./change-args.ts";
import { type ChangeProblem, type ChangeRejection, cancelStateProblem, rejected, warns } from "./change-rule.ts";
import type { TransitReads } from "./ports.ts";
import type { Shipment } from "./shipment.ts";

export interface CancellationPlan {
  ok: true;
  args: CancelShipmentArgs;
  shipment: Shipment;
  after: Shipment;
  /** True when the goods are on board: the carrier has to confirm that they are off before the shipment ends. */
  offload: boolean;
  problems: ChangeProblem[];
}

/** Works out what cancelling would do. */
export async function planCancellation(
  reads: Pick<TransitReads, "shipment">,
  given: CancelShipmentArgs,
): Promise<CancellationPlan | ChangeRejection> {
  const shipment = await reads.shipment(given.shipmentId.toUpperCase());
  if (!shipment) return rejected("unknown_shipment", `there is no shipment ${given.shipmentId}`, "shipmentId");
  const offload = shipment.state === "loaded";
  const problems = cancelStateProblem(shipment);
  if (offload)
    problems.push(
      warns("offload_unconfirmed", `${shipment.id} is loaded: it ends only when the carrier confirms that the goods are off`, {
        state: shipment.state,
      }),
    );
  return {
    ok: true,
    args: { shipmentId: shipment.id, reason: given.reason },
    shipment,
    after: offload ? { ...shipment } : { ...shipment, state: "cancelled" },
    offload,
    problems,
  };
}
