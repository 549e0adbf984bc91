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
import { movement } from "./apply-parts.ts";
import { carriageInTheWay, carriageSelector } from "./carriage-in-the-way.ts";
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
  // An earlier step of the plan ends the shipment; by the execution transport states it itself.
  const ending = context.predictions?.findLast((entry) => entry.kind === "shipment" && entry.entity.id === demandRef);
  if (ending && DEMAND_OVER.has(String(ending.entity.state))) return { live: false, needs: [] };
  const shipment = context.foreign.find((fact) => fact.domain === "transit" && fact.kind === "shipment" && fact.id === demandRef);
  if (!shipment) return { live: true, needs: [{ domain: "transit", kind: "shipment", id: demandRef }] };
  return { live: !DEMAND_OVER.has(String(shipment.fields.state)), needs: [] };
}

function rowsOf(planned: ReleasePlan): Pick<EffectDescription, "before" | "after"> {
  const { item, reservation, row, transfer, base, rest } = planned;
  const held = (version: number, value: string) =>
    changeRow(item.baseUom)("reservation/quantity", `Reserved for ${reservation.demandRef}`, reservation.id, version, value);
  const state = (version: number, value: string) =>
    transfer ? [changeRow(null)("transfer/state", "Transfer", transfer.id, version, value)] : [];
  const reserved = exact(subtract(decimal(row.reserved), decimal(base)));
  const available = exact(add(availableOf(row), decimal(base)));
  return {
    before: [
      ...balanceRows(row, item, row.version, { reserved: row.reserved, available: exact(availableOf(row)) }),
      held(reservation.version, reservation.quantity),
      ...state(transfer?.version ?? 0, transfer?.state ?? ""),
    ],
    after: [
      ...balanceRows(row, item, row.version + 1, { reserved, available }),
      held(reservation.version + 1, rest),
      ...state((transfer?.version ?? 0) + 1, "cancelled"),
    ],
  };
}

/** What is given back. The reservation itself is not named: an earlier step of the plan may make it, and then its id comes later. */
const effectOf = ({ item, reservation, row, transfer, base }: ReleasePlan): EffectDescription["effect"] => ({
  kind: "release",
  stock: row.id,
  quantity: base,
  unit: item.baseUom,
  demandRef: reservation.demandRef,
  endsTransfer: transfer?.id ?? null,
});

/** Records that guards of a release may name. */
const foundOf = ({ reservation, row, transfer }: ReleasePlan): Record<string, FoundRecord> =>
  Object.fromEntries(
    [reservation, row, ...(transfer ? [transfer] : [])].map(({ id, version }) => [id, { version, facts: {}, atLeast: {} }]),
  );

const stateAfter = (planned: ReleasePlan): "released" | "active" => (planned.rest === "0" ? "released" : "active");

async function describe(args: ReleaseReservationArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await plan(args, context);
  if (!planned.ok) return refusedBy(planned);
  const { item, reservation, row, transfer, serials, base } = planned;
  const carriage = transfer ? carriageInTheWay(transfer.id, context, foundOf(planned)) : null;
  if (carriage) return carriage;
  const demand = liveDemand(planned, context);
  const after = { ...reservation, quantity: planned.rest, state: stateAfter(planned) };
  return {
    refusal: null,
    headline: `Release ${base} ${item.baseUom} ${item.sku} (${item.name}) of ${reservation.id} for ${reservation.demandRef}`,
    ...rowsOf(planned),
    names: { [item.sku]: item.name, [reservation.id]: `${item.sku} for ${reservation.demandRef}` },
    facts: { valueEur: planned.valueEur, reservationExpired: planned.expired, liveDemand: demand.live, sku: item.sku },
    effect: effectOf(planned),
    found: foundOf(planned),
    predicted: [{ output: "reservationId", kind: "reservation", entity: reservationFields(after, item.baseUom) }],
    needs: demand.needs,
    fresh: transfer ? [carriageSelector(transfer.id)] : [],
    entities: [row.id, reservation.id, ...(transfer ? [transfer.id] : []), ...serials.map((serial) => serial.id)],
    onReject: [`The ${base} ${item.baseUom} stay set aside for ${reservation.demandRef}.`],
  };
}

/** The reservation anew; not a true undo, for the units may be gone by then. */
function inverseOf({ item, reservation, row, transfer, base }: ReleasePlan): { tool: string; args: JsonObject } | null {
  if (transfer) return null;
  const lot = row.lot === null ? {} : { lot: row.lot };
  const args = { sku: item.sku, location: row.location, quantity: base, uom: item.baseUom, ...lot, demandRef: reservation.demandRef };
  return { tool: "reserve_stock", args };
}

async function cancelTransfer({ transfer, serials }: ReleasePlan, context: ApplyContext): Promise<Applied["records"]> {
  if (!transfer) return [];
  const text = "update transfers set state = 'cancelled', version = version + 1 where id = $1";
  await context.tx.query({ name: "transfer-cancel", text, values: [transfer.id] });
  await holdSerials(
    context.tx,
    serials.map((serial) => serial.id),
    null,
  );
  return [
    { record: transfer.id, version: transfer.version + 1 },
    ...serials.map((serial) => ({ record: serial.id, version: serial.version + 1 })),
  ];
}

async function apply(args: ReleaseReservationArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  // The rows are locked, so the same reads give what was described.
  const planned = await plan(args, context);
  if (!planned.ok) throw new Error(planned.hint);
  const { reservation, row, base, rest } = planned;
  const stockVersion = await moveReserved(context.tx, movement(context, row.id, `-${base}`));
  const change = { quantity: rest, state: stateAfter(planned), expiresAt: reservation.expiresAt };
  const version = await updateReservation(context.tx, reservation.id, change);
  return {
    outputs: { reservationId: reservation.id },
    records: [{ record: row.id, version: stockVersion }, { record: reservation.id, version }, ...(await cancelTransfer(planned, context))],
    externalOutcome: null,
    inverse: inverseOf(planned),
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
