import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { CreateReorderArgs } from "../../domain/arguments.ts";
import { planReorder } from "../../domain/plan-reorder.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { evidenceOf, itemSnapshot, locationSnapshot } from "../../domain/snapshots.ts";
import { toFindings } from "./taking-guard.ts";

async function dryRun(given: CreateReorderArgs, context: ToolContext<SupplyReads>): Promise<DryRun | ToolFailure> {
  const plan = await planReorder(context.ports, given, context.businessNow, context.brief.requestId);
  if (!plan.ok) return plan;
  const { args, item, location, supplier } = plan;
  const records = [itemSnapshot(item), locationSnapshot(location)];
  return {
    ok: true,
    args: args as unknown as JsonObject,
    guards: [{ kind: "bound", domain: "supply", record: item.sku, facts: { unitValueEur: item.unitValueEur }, atLeast: {} }],
    evidence: evidenceOf("create_reorder", records),
    requires: [],
    meaning: { sku: item.sku, location: location.id, supplier, quantity: plan.base },
    findings: toFindings(plan.problems),
    origins: plan.usual ? { "/supplier": { kind: "record", record: `${item.sku}|${location.id}@${plan.policy?.version ?? 1}` } } : {},
    planned: [
      {
        output: "purchaseOrderId",
        kind: "purchase_order",
        snapshot: { supplier, location: location.id, sku: item.sku, quantity: plan.base, unit: item.baseUom, state: "sent", eta: plan.eta },
      },
    ],
    inverse: null,
    records,
    result: { supplier, quantity: plan.base, unit: item.baseUom, eta: plan.eta, valueEur: plan.valueEur },
  };
}

/** Orders goods from a supplier. */
export const createReorder = defineProposeTool<SupplyReads, CreateReorderArgs>({
  name: "create_reorder",
  version: 1,
  description:
    "Proposes a purchase order to a supplier for one of our places. Leave the supplier out for the usual one. " +
    "Not for moves between our own places (transfer_stock), not for customer orders.",
  schema: CreateReorderArgs,
  effect: "propose",
  outputs: [{ name: "purchaseOrderId", kind: "purchase_order" }],
  refable: [],
  identity: ["sku", "location", "supplier"],
  plain: ["quantity", "uom", "neededBy"],
  eager: false,
  inverse: null,
  dryRun,
});
