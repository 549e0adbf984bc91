import { defineProposeTool } from "@quartermaster/agent/agent";
import { CancelShipmentArgs } from "../../domain/change-args.ts";
import { planCancellation } from "../../domain/plan-cancellation.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { changeDryRun, toFailure } from "./change-dry-run.ts";

/** Proposes to end a shipment that has not left. */
export const cancelShipmentTool = defineProposeTool<TransitPorts, CancelShipmentArgs>({
  name: "cancel_shipment",
  version: 1,
  effect: "propose",
  description:
    "Proposes to end a shipment that has not left; for a loaded one the carrier is asked to take the goods off again. Not for invalidating its papers (invalidate_declaration), not for releasing its stock (release_reservation).",
  schema: CancelShipmentArgs,
  outputs: [{ name: "shipmentId", kind: "shipment" }],
  refable: [],
  identity: ["shipmentId"],
  plain: ["reason"],
  eager: false,
  inverse: null,
  async dryRun(args, context) {
    const plan = await planCancellation(context.ports, args);
    if (!plan.ok) return toFailure(plan);
    const { shipment } = plan;
    return changeDryRun(
      {
        tool: "cancel_shipment",
        args: plan.args,
        shipment,
        after: plan.after,
        problems: plan.problems,
        meaning: { shipmentId: shipment.id },
        units: true,
        inverse: null,
        result: { offload: plan.offload, etd: shipment.legs.find((leg) => leg.atd === null)?.etd ?? null },
      },
      context,
    );
  },
});
