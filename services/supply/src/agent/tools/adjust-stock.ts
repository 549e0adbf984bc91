import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { AdjustStockArgs } from "../../domain/arguments.ts";
import { planAdjustment } from "../../domain/plan-adjustment.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { evidenceOf, itemSnapshot, locationSnapshot, nameOf, stockSnapshot } from "../../domain/snapshots.ts";
import { rowGuard } from "./row-guard.ts";
import { toFindings } from "./taking-guard.ts";

async function dryRun(given: AdjustStockArgs, context: ToolContext<SupplyReads>): Promise<DryRun | ToolFailure> {
  const reads = context.ports;
  const plan = await planAdjustment(reads, given);
  if (!plan.ok) return plan;
  const { args, item, row, policy } = plan;
  const records = [
    stockSnapshot(row, item, policy, await reads.reservationsOn([row.id])),
    itemSnapshot(item),
    locationSnapshot(plan.location),
  ];
  return {
    ok: true,
    args: args as unknown as JsonObject,
    guards: [rowGuard(row)],
    evidence: evidenceOf("adjust_stock", records),
    requires: [{ domain: "supply", kind: "stock", id: row.id }],
    meaning: { stock: row.id, countedQuantity: plan.counted, version: row.version },
    findings: toFindings(plan.problems),
    origins: row.lot !== null && given.lot === undefined ? { "/lot": { kind: "record", record: nameOf(row) } } : {},
    planned: [],
    inverse: {
      tool: "adjust_stock",
      args: { ...args, countedQuantity: row.onHand, uom: item.baseUom, reason: "count" } as unknown as JsonObject,
    },
    records,
    result: {
      stock: row.id,
      lot: row.lot,
      onHand: row.onHand,
      counted: plan.counted,
      difference: plan.delta,
      reserved: row.reserved,
      unit: item.baseUom,
      valueEur: plan.valueEur,
      controlled: item.dualUse !== null,
    },
  };
}

/** Posts a counted or lost quantity. */
export const adjustStock = defineProposeTool<SupplyReads, AdjustStockArgs>({
  name: "adjust_stock",
  version: 1,
  description:
    "Proposes to post what is really there after a count, damage, loss, find or expiry: the absolute quantity, not the difference. " +
    "Read the balance first and compute: 12 of 480 crushed means countedQuantity 468. Not for moving, reserving or quarantining goods.",
  schema: AdjustStockArgs,
  effect: "propose",
  outputs: [],
  refable: [],
  identity: ["sku", "location", "lot", "serials"],
  plain: ["status", "countedQuantity", "uom", "reason"],
  eager: false,
  inverse: "adjust_stock",
  dryRun,
});
