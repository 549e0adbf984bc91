import { defineProposeTool } from "@quartermaster/agent/agent";
import { ChangeLinesArgs } from "../../domain/change-args.ts";
import { planLineChange } from "../../domain/plan-line-change.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { changeDryRun, toFailure } from "./change-dry-run.ts";

/** Proposes other quantities or lots of a shipment's lines. */
export const changeLinesTool = defineProposeTool<TransitPorts, ChangeLinesArgs>({
  name: "change_lines",
  version: 1,
  effect: "propose",
  description:
    "Proposes to set quantity or lot of lines of an existing shipment; quantities are the whole new quantity. Not for dates (reschedule_leg), not for another path or destination (reroute_shipment), not for declarations.",
  schema: ChangeLinesArgs,
  outputs: [{ name: "shipmentId", kind: "shipment" }],
  refable: [],
  eager: false,
  inverse: "change_lines",
  async dryRun(args, context) {
    const plan = await planLineChange(context.ports, args);
    if (!plan.ok) return toFailure(plan);
    const { shipment, changed } = plan;
    const lines = changed.map(({ after }) => `${after.sku}|${after.lot ?? ""}|${after.baseQuantity}`).sort();
    const back = changed.map(({ before }) => ({
      sku: before.sku,
      ...(before.lot === null ? {} : { lot: before.lot }),
      quantity: before.quantity,
      uom: before.uom,
    }));
    return changeDryRun(
      {
        tool: "change_lines",
        args: plan.args,
        shipment,
        after: plan.after,
        problems: plan.problems,
        meaning: { shipmentId: shipment.id, lines, version: shipment.version },
        units: true,
        inverse: { tool: "change_lines", args: { shipmentId: shipment.id, changes: back } },
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
