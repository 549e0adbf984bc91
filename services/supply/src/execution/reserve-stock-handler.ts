import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { add, decimal } from "@quartermaster/shared/quantity";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { insertReservation, moveReserved, updateReservation } from "../adapters/write-stock.ts";
import { ReserveStockArgs } from "../domain/arguments.ts";
import { planReservation, type ReservationPlan } from "../domain/plan-reservation.ts";
import type { Rejection } from "../domain/problem.ts";
import { readsAfter } from "../domain/reads-after.ts";
import { reservationFields } from "../domain/record-fields.ts";
import { takingFacts } from "../domain/taking-facts.ts";
import { exact } from "../domain/units.ts";
import { movement, reservationOf } from "./apply-parts.ts";
import { changeRow, foundRow, goodsFacts, impossible, refused, refusedBy, takingRows } from "./describe-parts.ts";

const DEFAULT_LIFE_MS = 30 * 86_400_000;

const plan = (args: ReserveStockArgs, context: DescribeContext): Promise<ReservationPlan | Rejection> =>
  planReservation(readsAfter(createPostgresSupplyReads(context.tx, context.lock), context.predictions), args, context.businessNow);

/** What the demand's reservation will hold. */
const totalOf = ({ existing, taking }: ReservationPlan): string => exact(add(decimal(existing?.quantity ?? "0"), decimal(taking.base)));

function rowsOf(planned: ReservationPlan): Pick<EffectDescription, "before" | "after"> {
  const { args, item, taking, existing } = planned;
  const rows = takingRows(taking, item);
  const record = existing?.id ?? "new reservation";
  const quantity = (version: number | null, value: string | null) =>
    changeRow(item.baseUom)("reservation/quantity", `Reserved for ${args.demandRef}`, record, version, value);
  return {
    before: [...rows.before, quantity(existing?.version ?? null, existing?.quantity ?? null)],
    after: [...rows.after, quantity(existing ? existing.version + 1 : 1, totalOf(planned))],
  };
}

const effectOf = ({ args, item, location, taking }: ReservationPlan): EffectDescription["effect"] => ({
  kind: "reserve",
  stock: taking.row.id,
  sku: item.sku,
  location: location.id,
  lot: taking.row.lot,
  quantity: taking.base,
  unit: item.baseUom,
  demandRef: args.demandRef,
});

const entityOf = (planned: ReservationPlan): JsonObject => {
  const { args, item, location, taking, existing } = planned;
  const expiresAt = args.expiresAt ?? existing?.expiresAt ?? null;
  const place = { sku: item.sku, location: location.id, lot: taking.row.lot, stock: taking.row.id };
  return reservationFields(
    { id: existing?.id ?? "", ...place, quantity: totalOf(planned), demandRef: args.demandRef, state: "active", expiresAt },
    item.baseUom,
  );
};

async function describe(args: ReserveStockArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await plan(args, context);
  if (!planned.ok) return refusedBy(planned);
  const { item, location, taking, existing } = planned;
  const found = foundRow(taking, takingFacts(taking));
  if (existing) found[existing.id] = { version: existing.version, facts: {}, atLeast: {} };
  const problem = impossible(taking.problems);
  if (problem) return refused(problem.code, problem.detail, found);
  return {
    refusal: null,
    headline: `Reserve ${args.quantity} ${args.uom} ${item.sku} (${item.name}) at ${location.name} for ${args.demandRef}`,
    ...rowsOf(planned),
    names: { [item.sku]: item.name, [location.id]: location.name },
    facts: goodsFacts(taking, item),
    effect: effectOf(planned),
    found,
    predicted: [{ output: "reservationId", kind: "reservation", entity: entityOf(planned) }],
    needs: [],
    entities: [taking.row.id, ...(existing ? [existing.id] : [])],
    onReject: [`No units are set aside for ${args.demandRef}.`],
  };
}

async function apply(args: ReserveStockArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  // The rows are locked, so the same reads give what was described.
  const planned = await plan(args, context);
  if (!planned.ok) throw new Error(planned.hint);
  const { item, taking, existing } = planned;
  const stockVersion = await moveReserved(context.tx, movement(context, taking.row.id, taking.base));
  const id = existing?.id ?? context.newRecordId("RSV", "reservation");
  let version = 1;
  if (existing) {
    const change = { quantity: totalOf(planned), state: "active" as const, expiresAt: args.expiresAt ?? existing.expiresAt };
    version = await updateReservation(context.tx, id, change);
  } else {
    const expiresAt = args.expiresAt ?? new Date(Date.parse(context.businessNow) + DEFAULT_LIFE_MS).toISOString();
    await insertReservation(context.tx, reservationOf(taking, { id, demandRef: args.demandRef, expiresAt }, context));
  }
  return {
    outputs: { reservationId: id },
    records: [
      { record: taking.row.id, version: stockVersion },
      { record: id, version },
    ],
    externalOutcome: null,
    inverse: { tool: "release_reservation", args: { reservationId: id, quantity: taking.base, uom: item.baseUom, reason: "undo" } },
  };
}

/** Effect of reserve_stock. */
export const reserveStockHandler: EffectHandler<ReserveStockArgs> = {
  tool: "reserve_stock",
  version: 1,
  compatible: [],
  schema: ReserveStockArgs,
  minApprovers: () => 0,
  describe,
  apply,
};
