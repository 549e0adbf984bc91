import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject, Origin, Selector } from "@quartermaster/shared/contracts";
import { TransferStockArgs } from "../../domain/arguments.ts";
import { dateOf } from "../../domain/days.ts";
import { planTransfer, type TransferPlan } from "../../domain/plan-transfer.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { reject } from "../../domain/problem.ts";
import { transferFields } from "../../domain/record-fields.ts";
import { evidenceOf, itemSnapshot, locationSnapshot, nameOf, stockSnapshot } from "../../domain/snapshots.ts";
import { atItsPlace, lotOrigin, takingGuard, toFindings } from "./taking-guard.ts";

function originsOf(plan: TransferPlan): Record<string, Origin> {
  const origins = lotOrigin(plan.taking);
  if (plan.serialsChosen)
    plan.serials.forEach((serial, index) => {
      origins[`/serials/${index}`] = { kind: "record", record: nameOf(serial) };
    });
  return origins;
}

const plannedTransfer = (plan: TransferPlan): JsonObject =>
  transferFields(
    {
      sku: plan.item.sku,
      lot: plan.taking.row.lot,
      serials: plan.args.serials ?? [],
      fromLocation: plan.from.id,
      toLocation: plan.to.id,
      quantity: plan.taking.base,
      state: "allocated",
      reservation: null,
      shipment: null,
      neededBy: plan.args.neededBy === undefined ? null : dateOf(plan.args.neededBy),
    },
    plan.item,
  );

async function dryRun(given: TransferStockArgs, context: ToolContext<SupplyReads>): Promise<DryRun | ToolFailure> {
  const reads = context.ports;
  // Only a proposal is held against today: what people approve late is theirs to judge.
  if (given.neededBy !== undefined && dateOf(given.neededBy) < dateOf(context.businessNow))
    return reject("date_in_the_past", `${given.neededBy} is over already.`, "neededBy");
  const plan = await planTransfer(reads, reads, given, context.businessNow, context.brief.requestId);
  if (!plan.ok) return plan;
  const { args, item, from, to, taking } = plan;
  const row = stockSnapshot(taking.row, item, plan.policy, await reads.reservationsOn([taking.row.id]));
  const records = [atItsPlace(row, taking), itemSnapshot(item), locationSnapshot(from), locationSnapshot(to)];
  const requires: Selector[] = [{ domain: "supply", kind: "stock", id: taking.row.id }];
  return {
    ok: true,
    args: args as unknown as JsonObject,
    guards: [takingGuard(taking)],
    evidence: evidenceOf("transfer_stock", records),
    requires,
    meaning: {
      from: from.id,
      to: to.id,
      sku: item.sku,
      lot: taking.row.lot,
      quantity: taking.base,
      neededBy: args.neededBy === undefined ? null : dateOf(args.neededBy),
    },
    findings: toFindings(plan.problems),
    origins: originsOf(plan),
    planned: [{ output: "transferId", kind: "transfer", snapshot: plannedTransfer(plan) }],
    inverse: null,
    records,
    result: {
      from: from.id,
      to: to.id,
      stock: taking.row.id,
      lot: taking.row.lot,
      quantity: taking.base,
      unit: item.baseUom,
      available: taking.available,
      availableAfter: taking.availableAfter,
      safetyStock: taking.safetyStock,
      crossesCustomsTerritory: plan.crossesTerritory,
      dangerousGoods: item.dgUn,
      controlled: item.dualUse !== null,
      valueEur: taking.valueEur,
    },
  };
}

/** Orders a move between own places. */
export const transferStock = defineProposeTool<SupplyReads, TransferStockArgs>({
  name: "transfer_stock",
  version: 1,
  description:
    "Proposes a move of units between two of our own places; the units are set aside at once and leave with a shipment. " +
    "Not for deliveries to customers, not for choosing a carrier or sailing.",
  schema: TransferStockArgs,
  effect: "propose",
  outputs: [{ name: "transferId", kind: "transfer" }],
  refable: [],
  identity: ["sku", "fromLocation", "toLocation", "lot", "serials"],
  plain: ["quantity", "uom", "neededBy", "reason"],
  eager: false,
  inverse: "release_reservation",
  dryRun,
});
