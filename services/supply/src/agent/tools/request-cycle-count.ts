import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { RequestCycleCountArgs } from "../../domain/arguments.ts";
import { planCount } from "../../domain/plan-count.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { evidenceOf, itemSnapshot, locationSnapshot } from "../../domain/snapshots.ts";

async function dryRun(given: RequestCycleCountArgs, context: ToolContext<SupplyReads>): Promise<DryRun | ToolFailure> {
  const plan = await planCount(context.ports, given, context.businessNow);
  if (!plan.ok) return plan;
  const { args, location } = plan;
  const records = [locationSnapshot(location), ...plan.items.map(itemSnapshot)];
  return {
    ok: true,
    args: args as unknown as JsonObject,
    guards: [{ kind: "bound", domain: "supply", record: location.id, facts: { state: location.state }, atLeast: {} }],
    evidence: evidenceOf("request_cycle_count", records),
    requires: [],
    meaning: { location: location.id, skus: args.skus, completeBy: args.completeBy.slice(0, 10) },
    findings: [],
    origins: {},
    planned: [
      {
        output: "countId",
        kind: "count",
        snapshot: { location: location.id, skus: args.skus, completeBy: args.completeBy, state: "requested" },
      },
    ],
    inverse: null,
    records,
    result: { location: location.id, skus: args.skus, completeBy: args.completeBy },
  };
}

/** Asks people to count. */
export const requestCycleCount = defineProposeTool<SupplyReads, RequestCycleCountArgs>({
  name: "request_cycle_count",
  version: 1,
  description: "Proposes to ask people at one place to count items by a day. Not for posting what was counted (adjust_stock).",
  schema: RequestCycleCountArgs,
  effect: "propose",
  outputs: [{ name: "countId", kind: "count" }],
  refable: [],
  identity: ["location", "skus"],
  plain: ["completeBy"],
  eager: true,
  inverse: null,
  dryRun,
});
