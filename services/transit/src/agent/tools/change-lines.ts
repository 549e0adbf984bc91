import { defineProposeTool } from "@quartermaster/agent/agent";
import { ChangeLinesArgs } from "../../domain/change-args.ts";
import { planLineChange } from "../../domain/plan-line-change.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { changeDryRun, toFailure } from "./change-dry-run.ts";

/** Proposes other quantities or lots of a shipment's lines. */
export const changeLinesTool = defineProposeTool<TransitPorts, ChangeLinesArgs>({
  name: "change_lines",
  version: 2,
  effect: "propose",
  description:
    "Proposes to set quantity or lot of lines of an existing shipment; quantities are the whole new quantity. Not for dates (reschedule_leg), not for another path or destination (reroute_shipment), not for declarations.",
  schema: ChangeLinesArgs,
  outputs: [{ name: "shipmentId", kind: "shipment" }],
  refable: [],
  identity: ["shipmentId", "changes.sku", "changes.lot"],
  plain: ["changes.quantity", "changes.uom"],
  eager: false,
  inverse: "change_lines",
  async dryRun(args, context) {
    const plan = await planLineChange(context.ports, args);
    if (!plan.ok) return toFailure(plan);
    const { shipment, changed } = plan;
    const lines = changed.map(({ after }) => `${after.sku}|${after.lot ?? ""}|${after.baseQuantity}`).sort();
    return changeDryRun(
      {
        tool: "change_lines",
        args: plan.args,
        shipment,
        after: plan.after,
        problems: plan.problems,
        meaning: { shipmentId: shipment.id, lines, version: shipment.version },
        units: true,
        // The receipt names it: it is bound to the version that the change leaves.
        inverse: null,
        result: {
          changes: changed.map(({ before, after }) => ({
            line: before.line,
            sku: before.sku,
            lot: after.lot,
            from: before.baseQuantity,
            to: after.baseQuantity,
            unit: before.baseUom,
          })),
          netKg: plan.goods.netKg,
          valueEur: plan.goods.valueEur,
        },
      },
      context,
    );
  },
});
