import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject, Selector } from "@quartermaster/shared/contracts";
import { add, decimal } from "@quartermaster/shared/quantity";
import { ReserveStockArgs } from "../../domain/arguments.ts";
import { planReservation } from "../../domain/plan-reservation.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { reservationFields } from "../../domain/record-fields.ts";
import { evidenceOf, itemSnapshot, locationSnapshot, reservationSnapshot, stockSnapshot } from "../../domain/snapshots.ts";
import { exact } from "../../domain/units.ts";
import { atItsPlace, lotOrigin, takingGuard, toFindings } from "./taking-guard.ts";

async function dryRun(given: ReserveStockArgs, context: ToolContext<SupplyReads>): Promise<DryRun | ToolFailure> {
  const reads = context.ports;
  const plan = await planReservation(reads, given, context.businessNow);
  if (!plan.ok) return plan;
  const { args, item, location, taking, existing } = plan;
  const row = stockSnapshot(taking.row, item, plan.policy, await reads.reservationsOn([taking.row.id]));
  const records = [atItsPlace(row, taking), itemSnapshot(item), locationSnapshot(location)];
  if (existing) records.push(reservationSnapshot(existing, item));
  const requires: Selector[] = [{ domain: "supply", kind: "stock", id: taking.row.id }];
  if (args.demandRef.startsWith("SHP-")) requires.push({ domain: "transit", kind: "shipment", id: args.demandRef });
  const total = existing ? exact(add(decimal(existing.quantity), decimal(taking.base))) : taking.base;
  const reserved = {
    sku: item.sku,
    location: location.id,
    lot: taking.row.lot,
    stock: taking.row.id,
    quantity: total,
    demandRef: args.demandRef,
    state: "active" as const,
    expiresAt: args.expiresAt ?? existing?.expiresAt ?? null,
  };
  return {
    ok: true,
    args: args as unknown as JsonObject,
    guards: [takingGuard(taking)],
    evidence: evidenceOf("reserve_stock", records),
    requires,
    meaning: { sku: item.sku, location: location.id, lot: taking.row.lot, demandRef: args.demandRef, quantity: taking.base },
    findings: toFindings(taking.problems),
    origins: lotOrigin(taking),
    planned: [
      { output: "reservationId", kind: "reservation", snapshot: reservationFields({ id: existing?.id ?? "", ...reserved }, item.baseUom) },
    ],
    inverse: null,
    records,
    result: {
      stock: taking.row.id,
      lot: taking.row.lot,
      quantity: taking.base,
      unit: item.baseUom,
      available: taking.available,
      availableAfter: taking.availableAfter,
      safetyStock: taking.safetyStock,
      addsTo: existing?.id ?? null,
      valueEur: taking.valueEur,
    },
  };
}

/** Sets units aside for one demand. */
export const reserveStock = defineProposeTool<SupplyReads, ReserveStockArgs>({
  name: "reserve_stock",
  version: 1,
  description:
    "Proposes to set units aside at one place for one demand; more for the same demand adds to its reservation. " +
    "Not for moving goods between places (transfer_stock, which reserves by itself), not for buying.",
  schema: ReserveStockArgs,
  effect: "propose",
  outputs: [{ name: "reservationId", kind: "reservation" }],
  refable: [],
  identity: ["sku", "location", "lot", "demandRef"],
  plain: ["quantity", "uom", "expiresAt"],
  eager: false,
  inverse: "release_reservation",
  dryRun,
});
