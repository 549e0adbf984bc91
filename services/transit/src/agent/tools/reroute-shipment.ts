import { defineProposeTool } from "@quartermaster/agent/agent";
import { RerouteShipmentArgs } from "../../domain/change-args.ts";
import { planReroute } from "../../domain/plan-reroute.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { changeDryRun, toFailure } from "./change-dry-run.ts";

/** Proposes another path, mode or destination. */
export const rerouteShipmentTool = defineProposeTool<TransitPorts, RerouteShipmentArgs>({
  name: "reroute_shipment",
  version: 1,
  effect: "propose",
  description:
    "Proposes another path, mode or destination for a shipment from one of its legs on; ask quote_options for the services first. Not for only a later or earlier sailing of the same route (reschedule_leg).",
  schema: RerouteShipmentArgs,
  outputs: [{ name: "shipmentId", kind: "shipment" }],
  refable: [],
  identity: ["shipmentId", "newDestination", "serviceIds"],
  plain: ["reason"],
  eager: false,
  inverse: null,
  async dryRun(args, context) {
    const plan = await planReroute(context.ports, args, context.businessNow);
    if (!plan.ok) return toFailure(plan);
    const { shipment } = plan;
    const path = (legs: typeof plan.newLegs) =>
      legs.map((leg) => ({ serviceId: leg.serviceId, mode: leg.mode, from: leg.from, to: leg.to, etd: leg.etd, eta: leg.eta }));
    return changeDryRun(
      {
        tool: "reroute_shipment",
        args: plan.args,
        shipment,
        after: plan.after,
        problems: plan.problems,
        meaning: { shipmentId: shipment.id, fromLegSeq: plan.args.fromLegSeq, services: plan.args.serviceIds, version: shipment.version },
        inverse: null,
        result: {
          destination: plan.destination.id,
          from: path(plan.replaced),
          to: path(plan.newLegs),
          countryChanges: plan.countryChanges,
          exitChanges: plan.exitChanges,
          promiseMissed: plan.promiseMissed,
        },
      },
      context,
    );
  },
});
