import { type DryRun, defineProposeTool, type ToolFailure } from "@quartermaster/agent/agent";
import type { Snapshot } from "@quartermaster/shared/contracts";
import { ReleaseHoldArgs } from "../../domain/change-args.ts";
import { planHoldRelease } from "../../domain/plan-hold-release.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { changeDryRun, toFailure } from "./change-dry-run.ts";

/** Proposes to lift one hold. */
export const releaseHoldTool = defineProposeTool<TransitPorts, ReleaseHoldArgs>({
  name: "release_hold",
  version: 1,
  effect: "propose",
  description:
    "Proposes to lift one hold of a shipment, by the role that owns its type; customs, compliance, licence and dg holds need the reference of what ends them. Not for granting licences or clearances, not for deciding a screening.",
  schema: ReleaseHoldArgs,
  outputs: [{ name: "holdId", kind: "hold" }],
  refable: [],
  identity: ["shipmentId", "holdId", "evidenceRef"],
  plain: ["reason"],
  eager: false,
  inverse: "place_hold",
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    const plan = await planHoldRelease(context.ports, args);
    if (!plan.ok) return toFailure(plan);
    const { shipment, hold } = plan;
    const fields = {
      id: hold.id,
      shipmentId: shipment.id,
      type: hold.type,
      state: hold.state,
      scope: hold.scope,
      placedAt: hold.placedAt,
      placedBy: hold.placedBy,
    };
    const snapshot: Snapshot = { domain: "transit", kind: "hold", id: hold.id, version: hold.version, fields };
    const run = changeDryRun(
      {
        tool: "release_hold",
        args: plan.args,
        shipment,
        after: null,
        problems: plan.problems,
        meaning: { holdId: hold.id },
        inverse: { tool: "place_hold", args: { shipmentId: shipment.id, type: hold.type, reason: "undo" } },
        result: { holdId: hold.id, type: hold.type, placedBy: hold.placedBy, evidenceNeeded: plan.strict },
      },
      context,
    );
    return {
      ...run,
      evidence: [...run.evidence, { tool: "release_hold", record: `${hold.id}@${hold.version}`, snapshot }],
      planned: [{ output: "holdId", kind: "hold", snapshot: { ...fields, state: "released" } }],
      records: [...run.records, snapshot],
    };
  },
});
