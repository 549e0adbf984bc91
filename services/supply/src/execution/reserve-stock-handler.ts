import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { add, decimal } from "@quartermaster/shared/quantity";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { insertReservation, moveReserved, updateReservation } from "../adapters/write-stock.ts";
import { ReserveStockArgs } from "../domain/arguments.ts";
import { planReservation } from "../domain/plan-reservation.ts";
import { reservationFields } from "../domain/record-fields.ts";
import { takingFacts } from "../domain/taking-facts.ts";
import { exact } from "../domain/units.ts";
import { changeRow, foundRow, impossible, refused, refusedBy, takingRows } from "./describe-parts.ts";

const DEFAULT_LIFE_MS = 30 * 86_400_000;

async function describe(args: ReserveStockArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planReservation(createPostgresSupplyReads(context.tx, context.lock), args, context.businessNow);
  if (!plan.ok) return refusedBy(plan);
  const { item, location, taking, existing } = plan;
  const found = foundRow(taking, takingFacts(taking));
  if (existing) found[existing.id] = { version: existing.version, facts: {}, atLeast: {} };
  const problem = impossible(taking.problems);
  if (problem) return refused(problem.code, problem.detail, found);
  const total = exact(add(decimal(existing?.quantity ?? "0"), decimal(taking.base)));
  const change = changeRow(item.baseUom);
  const record = existing?.id ?? "new reservation";
  const rows = takingRows(taking, item);
  const expiresAt = args.expiresAt ?? existing?.expiresAt ?? null;
  const entity = {
    id: existing?.id ?? "",
    sku: item.sku,
    location: location.id,
    lot: taking.row.lot,
    stock: taking.row.id,
    quantity: total,
    demandRef: args.demandRef,
    state: "active" as const,
    expiresAt,
  };
  return {
    refusal: null,
    headline: `Reserve ${args.quantity} ${args.uom} ${item.sku} (${item.name}) at ${location.name} for ${args.demandRef}`,
    before: [
      ...rows.before,
      change("reservation/quantity", `Reserved for ${args.demandRef}`, record, existing?.version ?? null, existing?.quantity ?? null),
    ],
    after: [
      ...rows.after,
      change("reservation/quantity", `Reserved for ${args.demandRef}`, record, existing ? existing.version + 1 : 1, total),
    ],
    names: { [item.sku]: item.name, [location.id]: location.name },
    facts: {
      valueEur: taking.valueEur,
      dangerousGoods: item.dgUn !== null,
      controlled: item.dualUse !== null,
      underSafetyStock: taking.underSafety,
      sku: item.sku,
      executeLimit: taking.executeLimit,
    },
    effect: {
      kind: "reserve",
      stock: taking.row.id,
      sku: item.sku,
      location: location.id,
      lot: taking.row.lot,
      quantity: taking.base,
      unit: item.baseUom,
      demandRef: args.demandRef,
    },
    found,
    predicted: [{ output: "reservationId", kind: "reservation", entity: reservationFields(entity, item.baseUom) }],
    needs: [],
    entities: [taking.row.id, ...(existing ? [existing.id] : [])],
    onReject: [`No units are set aside for ${args.demandRef}.`],
  };
}

async function apply(args: ReserveStockArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  // The rows are locked, so the same reads give what was described.
  const plan = await planReservation(createPostgresSupplyReads(context.tx, true), args, context.businessNow);
  if (!plan.ok) throw new Error(plan.hint);
  const { item, location, taking, existing } = plan;
  const { tx, tenant, grantId, businessNow } = context;
  const stockVersion = await moveReserved(tx, {
    tenant,
    stock: taking.row.id,
    deltaReserved: taking.base,
    causeType: "grant",
    causeId: grantId,
    at: businessNow,
  });
  const id = existing?.id ?? context.newRecordId("RSV", "reservation");
  const expiresAt = args.expiresAt ?? (existing ? existing.expiresAt : new Date(Date.parse(businessNow) + DEFAULT_LIFE_MS).toISOString());
  let version = 1;
  if (existing)
    version = await updateReservation(tx, id, {
      quantity: exact(add(decimal(existing.quantity), decimal(taking.base))),
      state: "active",
      expiresAt,
    });
  else {
    await insertReservation(tx, {
      tenant,
      id,
      sku: item.sku,
      location: location.id,
      lot: taking.row.lot,
      stock: taking.row.id,
      quantity: taking.base,
      demandRef: args.demandRef,
      owner: grantId,
      createdAt: businessNow,
      expiresAt,
    });
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
