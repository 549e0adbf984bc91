import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { SetStockStatusArgs } from "../../domain/arguments.ts";
import { planStatusChange } from "../../domain/plan-status-change.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { evidenceOf, itemSnapshot, locationSnapshot, nameOf, stockSnapshot } from "../../domain/snapshots.ts";
import { rowGuard } from "./row-guard.ts";
import { toFindings } from "./taking-guard.ts";

async function dryRun(given: SetStockStatusArgs, context: ToolContext<SupplyReads>): Promise<DryRun | ToolFailure> {
  const reads = context.ports;
  const plan = await planStatusChange(reads, given);
  if (!plan.ok) return plan;
  const { args, item, row, policy } = plan;
  const records = [stockSnapshot(row, item, policy, plan.reservations), itemSnapshot(item), locationSnapshot(plan.location)];
  return {
    ok: true,
    args: args as unknown as JsonObject,
    guards: [rowGuard(row)],
    evidence: evidenceOf("set_stock_status", records),
    requires: [{ domain: "supply", kind: "stock", id: row.id }],
    meaning: { stock: row.id, status: args.status, version: row.version },
    findings: toFindings(plan.problems),
    origins: row.lot !== null && given.lot === undefined ? { "/lot": { kind: "record", record: nameOf(row) } } : {},
    planned: [],
    inverse: { tool: "set_stock_status", args: { ...args, status: row.status, reason: "undo" } as unknown as JsonObject },
    records,
    result: {
      stock: row.id,
      lot: row.lot,
      status: row.status,
      newStatus: args.status,
      onHand: row.onHand,
      reserved: row.reserved,
      unit: item.baseUom,
    },
  };
}

/** Quarantines, blocks or frees goods. */
export const setStockStatus = defineProposeTool<SupplyReads, SetStockStatusArgs>({
  name: "set_stock_status",
  version: 1,
  description:
    "Proposes to put all units of an item, or of one lot, at a place into quarantine, to mark them damaged or blocked, or to make them available again. " +
    "Not for changing quantities (adjust_stock), not for stopping a shipment.",
  schema: SetStockStatusArgs,
  effect: "propose",
  outputs: [],
  refable: [],
  identity: ["sku", "location", "lot"],
  plain: ["status", "reason"],
  eager: false,
  inverse: "set_stock_status",
  dryRun,
});
