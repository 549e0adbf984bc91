import { defineProposeTool } from "@quartermaster/agent/agent";
import { RescheduleLegArgs } from "../../domain/change-args.ts";
import { planReschedule } from "../../domain/plan-reschedule.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { changeDryRun, toFailure } from "./change-dry-run.ts";

/** Proposes another sailing of the same route. */
export const rescheduleLegTool = defineProposeTool<TransitPorts, RescheduleLegArgs>({
  name: "reschedule_leg",
  version: 1,
  effect: "propose",
  description:
    "Proposes to put one leg of a shipment on another sailing or trip of the same route: give the service, or newEtd, or neither for the next one. Not for another destination, path or mode (reroute_shipment).",
  schema: RescheduleLegArgs,
  outputs: [{ name: "shipmentId", kind: "shipment" }],
  refable: [],
  identity: ["shipmentId", "serviceId"],
  plain: ["newEtd", "reason"],
  eager: false,
  inverse: "reschedule_leg",
  async dryRun(args, context) {
    const plan = await planReschedule(context.ports, args, context.businessNow);
    if (!plan.ok) return toFailure(plan);
    const { shipment, leg, service } = plan;
    return changeDryRun(
      {
        tool: "reschedule_leg",
        args: plan.args,
        shipment,
        after: plan.after,
        problems: plan.problems,
        meaning: { shipmentId: shipment.id, legSeq: leg.seq, serviceId: service.id, version: shipment.version },
        inverse:
          leg.serviceId === null
            ? null
            : { tool: "reschedule_leg", args: { shipmentId: shipment.id, legSeq: leg.seq, serviceId: leg.serviceId, reason: "undo" } },
        result: {
          leg: leg.seq,
          from: { serviceId: leg.serviceId, etd: leg.etd, eta: leg.eta },
          to: { serviceId: service.id, etd: service.etd, eta: service.eta },
          promisedDelivery: shipment.promisedDelivery,
          promiseMissed: plan.promiseMissed,
        },
      },
      context,
    );
  },
});
