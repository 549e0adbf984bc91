import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { Guard, JsonObject, Selector } from "@quartermaster/shared/contracts";
import { ReleaseReservationArgs } from "../../domain/arguments.ts";
import { planRelease } from "../../domain/plan-release.ts";
import type { SupplyReads } from "../../domain/ports.ts";
import { reservationFields } from "../../domain/record-fields.ts";
import { evidenceOf, itemSnapshot, nameOf, reservationSnapshot, stockSnapshot, transferSnapshot } from "../../domain/snapshots.ts";

async function dryRun(given: ReleaseReservationArgs, context: ToolContext<SupplyReads>): Promise<DryRun | ToolFailure> {
  const reads = context.ports;
  const reference = given.reservationId.startsWith("@") ? given.reservationId : null;
  const entity = reference === null ? undefined : context.planned(reference)?.snapshot;
  if (reference !== null && entity === undefined)
    return { ok: false, code: "unknown_reference", hint: `Nothing in this plan is called ${reference}.`, path: "reservationId" };
  const plan = await planRelease(reads, reads, given, context.businessNow, entity);
  if (!plan.ok) return plan;
  const { args, item, reservation, row } = plan;
  const [policy] = await reads.policies({ sku: item.sku, location: row.location });
  const records = [stockSnapshot(row, item, policy, await reads.reservationsOn([row.id])), itemSnapshot(item)];
  if (reference === null) records.push(reservationSnapshot(reservation, item));
  if (plan.transfer) records.push(transferSnapshot(plan.transfer, item));
  const version = reference === null ? `read@${reservation.version}` : `after:${reference.slice(1).split(".")[0]}`;
  const guards: Guard[] = [{ kind: "exact", domain: "supply", record: reference ?? reservation.id, version }];
  if (plan.transfer) guards.push({ kind: "exact", domain: "supply", record: plan.transfer.id, version: `read@${plan.transfer.version}` });
  const requires: Selector[] = [{ domain: "supply", kind: "stock", id: row.id }];
  if (reservation.demandRef.startsWith("SHP-")) requires.push({ domain: "transit", kind: "shipment", id: reservation.demandRef });
  const rest = { ...reservation, quantity: plan.rest, state: plan.rest === "0" ? ("released" as const) : ("active" as const) };
  return {
    ok: true,
    args: args as unknown as JsonObject,
    guards,
    evidence: evidenceOf("release_reservation", records),
    requires,
    meaning: { reservationId: reference ?? reservation.id, quantity: plan.base, version: reservation.version },
    findings: [],
    origins: reference === null ? { "/reservationId": { kind: "record", record: nameOf(reservation) } } : {},
    planned: [{ output: "reservationId", kind: "reservation", snapshot: reservationFields(rest, item.baseUom) }],
    inverse: {
      tool: "reserve_stock",
      args: {
        sku: item.sku,
        location: row.location,
        quantity: plan.base,
        uom: item.baseUom,
        ...(row.lot === null ? {} : { lot: row.lot }),
        demandRef: reservation.demandRef,
      },
    },
    records,
    result: {
      reservation: reservation.id,
      demandRef: reservation.demandRef,
      released: plan.base,
      rest: plan.rest,
      unit: item.baseUom,
      expired: plan.expired,
      endsTransfer: plan.transfer?.id ?? null,
    },
  };
}

/** Gives reserved units back. */
export const releaseReservation = defineProposeTool<SupplyReads, ReleaseReservationArgs>({
  name: "release_reservation",
  version: 1,
  description:
    "Proposes to give back all or part of one reservation; releasing a transfer's reservation calls the transfer off before its goods issue. " +
    "Not for cancelling a shipment.",
  schema: ReleaseReservationArgs,
  effect: "propose",
  outputs: [{ name: "reservationId", kind: "reservation" }],
  refable: ["reservationId"],
  identity: ["reservationId"],
  plain: ["quantity", "uom", "reason"],
  eager: false,
  inverse: "reserve_stock",
  dryRun,
});
