import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler, FoundRecord } from "@quartermaster/executor";
import type { JsonObject, Selector } from "@quartermaster/shared/contracts";
import { add, decimal, subtract } from "@quartermaster/shared/quantity";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { holdSerials, moveReserved, updateReservation } from "../adapters/write-stock.ts";
import { ReleaseReservationArgs } from "../domain/arguments.ts";
import { planRelease, type ReleasePlan } from "../domain/plan-release.ts";
import type { Rejection } from "../domain/problem.ts";
import { reservationFields } from "../domain/record-fields.ts";
import { availableOf } from "../domain/stock.ts";
import { exact } from "../domain/units.ts";
import { balanceRows, changeRow, refusedBy } from "./describe-parts.ts";

/** A shipment in one of these states needs its units no more. */
const DEMAND_OVER = new Set(["cancelled", "delivered"]);

/** The entity behind an open reference of a preview. */
function predictedEntity(args: ReleaseReservationArgs, context: DescribeContext): JsonObject | undefined {
  const value: unknown = args.reservationId;
  if (typeof value !== "object" || value === null || !("$ref" in value)) return undefined;
  const { step, output } = value.$ref as { step: string; output: string };
  return context.predicted(step, output);
}

async function plan(args: ReleaseReservationArgs, context: DescribeContext): Promise<ReleasePlan | Rejection> {
  const reads = createPostgresSupplyReads(context.tx, context.lock);
  const look = createPostgresSupplyReads(context.tx);
  const entity = predictedEntity(args, context);
  return entity
    ? planRelease(reads, look, { ...args, reservationId: "@planned" }, context.businessNow, entity)
    : planRelease(reads, look, args, context.businessNow);
}

/** Whether somebody still needs the units; unknown counts as needed. */
function liveDemand(planned: ReleasePlan, context: DescribeContext): { live: boolean; needs: Selector[] } {
  const { demandRef } = planned.reservation;
  if (!demandRef.startsWith("SHP-")) return { live: true, needs: [] };
  const shipment = context.foreign.find((fact) => fact.domain === "transit" && fact.kind === "shipment" && fact.id === demandRef);
  if (!shipment) return { live: true, needs: [{ domain: "transit", kind: "shipment", id: demandRef }] };
  return { live: !DEMAND_OVER.has(String(shipment.fields.state)), needs: [] };
}

async function describe(args: ReleaseReservationArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await plan(args, context);
  if (!planned.ok) return refusedBy(planned);
  const { item, reservation, row, transfer, serials } = planned;
  const demand = liveDemand(planned, context);
  const change = changeRow(item.baseUom);
  const text = changeRow(null);
  const found: Record<string, FoundRecord> = {
    [reservation.id]: { version: reservation.version, facts: {}, atLeast: {} },
    [row.id]: { version: row.version, facts: {}, atLeast: {} },
  };
  if (transfer) found[transfer.id] = { version: transfer.version, facts: {}, atLeast: {} };
  const reserved = exact(subtract(decimal(row.reserved), decimal(planned.base)));
  const available = exact(add(availableOf(row), decimal(planned.base)));
  const state = planned.rest === "0" ? ("released" as const) : ("active" as const);
  return {
    refusal: null,
    headline: `Release ${planned.base} ${item.baseUom} ${item.sku} (${item.name}) of ${reservation.id} for ${reservation.demandRef}`,
    before: [
      ...balanceRows(row, item, row.version, { reserved: row.reserved, available: exact(availableOf(row)) }),
      change("reservation/quantity", `Reserved for ${reservation.demandRef}`, reservation.id, reservation.version, reservation.quantity),
      ...(transfer ? [text("transfer/state", "Transfer", transfer.id, transfer.version, transfer.state)] : []),
    ],
    after: [
      ...balanceRows(row, item, row.version + 1, { reserved, available }),
      change("reservation/quantity", `Reserved for ${reservation.demandRef}`, reservation.id, reservation.version + 1, planned.rest),
      ...(transfer ? [text("transfer/state", "Transfer", transfer.id, transfer.version + 1, "cancelled")] : []),
    ],
    names: { [item.sku]: item.name, [reservation.id]: `${item.sku} for ${reservation.demandRef}` },
    facts: { valueEur: planned.valueEur, reservationExpired: planned.expired, liveDemand: demand.live, sku: item.sku },
    effect: {
      kind: "release",
      reservation: reservation.id,
      stock: row.id,
      quantity: planned.base,
      unit: item.baseUom,
      demandRef: reservation.demandRef,
      endsTransfer: transfer?.id ?? null,
    },
    found,
    predicted: [
      {
        output: "reservationId",
        kind: "reservation",
        entity: reservationFields({ ...reservation, quantity: planned.rest, state }, item.baseUom),
      },
    ],
    needs: demand.needs,
    entities: [row.id, reservation.id, ...(transfer ? [transfer.id] : []), ...serials.map((serial) => serial.id)],
    onReject: [`The ${planned.base} ${item.baseUom} stay set aside for ${reservation.demandRef}.`],
  };
}

async function apply(args: ReleaseReservationArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const planned = await plan(args, context);
  if (!planned.ok) throw new Error(planned.hint);
  const { item, reservation, row, transfer, serials } = planned;
  const { tx, tenant, grantId, businessNow } = context;
  const stockVersion = await moveReserved(tx, {
    tenant,
    stock: row.id,
    deltaReserved: `-${planned.base}`,
    causeType: "grant",
    causeId: grantId,
    at: businessNow,
  });
  const version = await updateReservation(tx, reservation.id, {
    quantity: planned.rest,
    state: planned.rest === "0" ? "released" : "active",
    expiresAt: reservation.expiresAt,
  });
  const records = [
    { record: row.id, version: stockVersion },
    { record: reservation.id, version },
  ];
  if (transfer) {
    await tx.query({
      name: "transfer-cancel",
      text: "update transfers set state = 'cancelled', version = version + 1 where id = $1",
      values: [transfer.id],
    });
    await holdSerials(
      tx,
      serials.map((serial) => serial.id),
      null,
    );
    records.push({ record: transfer.id, version: transfer.version + 1 });
  }
  return {
    outputs: { reservationId: reservation.id },
    records,
    externalOutcome: null,
    inverse: transfer
      ? null
      : {
          tool: "reserve_stock",
          args: {
            sku: item.sku,
            location: row.location,
            quantity: planned.base,
            uom: item.baseUom,
            ...(row.lot === null ? {} : { lot: row.lot }),
            demandRef: reservation.demandRef,
          },
        },
  };
}

/** Effect of release_reservation. Somebody's live demand is never dropped without a person. */
export const releaseReservationHandler: EffectHandler<ReleaseReservationArgs> = {
  tool: "release_reservation",
  version: 1,
  compatible: [],
  schema: ReleaseReservationArgs,
  minApprovers: (facts) => (facts.reservationExpired === false && facts.liveDemand === true ? 1 : 0),
  describe,
  apply,
};
