import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { holdSerials, insertReservation, moveReserved } from "../adapters/write-stock.ts";
import { TransferStockArgs } from "../domain/arguments.ts";
import { dateOf } from "../domain/days.ts";
import { planTransfer, type TransferPlan } from "../domain/plan-transfer.ts";
import type { Rejection } from "../domain/problem.ts";
import { readsAfter } from "../domain/reads-after.ts";
import { transferFields } from "../domain/record-fields.ts";
import { takingFacts } from "../domain/taking-facts.ts";
import { movement, reservationOf } from "./apply-parts.ts";
import { changeRow, foundRow, goodsFacts, impossible, refused, refusedBy, takingRows } from "./describe-parts.ts";

const NEW = "new transfer";

const plan = (args: TransferStockArgs, context: DescribeContext): Promise<TransferPlan | Rejection> =>
  planTransfer(
    readsAfter(createPostgresSupplyReads(context.tx, context.lock), context.predictions),
    createPostgresSupplyReads(context.tx),
    args,
    context.businessNow,
    null,
  );

const neededBy = (args: TransferStockArgs): string | null => (args.neededBy === undefined ? null : dateOf(args.neededBy));

/** The transfer as it will be: allocated, nothing has moved. */
const entityOf = (planned: TransferPlan, reservation: string | null): JsonObject =>
  transferFields(
    {
      sku: planned.item.sku,
      lot: planned.taking.row.lot,
      serials: planned.args.serials ?? [],
      fromLocation: planned.from.id,
      toLocation: planned.to.id,
      quantity: planned.taking.base,
      state: "allocated",
      reservation,
      shipment: null,
      neededBy: neededBy(planned.args),
    },
    planned.item,
  );

function rowsOf(planned: TransferPlan): Pick<EffectDescription, "before" | "after"> {
  const { item, from, to, taking, serials } = planned;
  const rows = takingRows(taking, item);
  const text = changeRow(null);
  const numbers = serials.map((serial) => serial.id).join(", ");
  return {
    before: [...rows.before, text("transfer/state", "Transfer", NEW, null, null)],
    after: [
      ...rows.after,
      text("transfer/state", "Transfer", NEW, 1, "allocated"),
      text("transfer/from", "From", from.id, from.version, from.id),
      text("transfer/to", "To", to.id, to.version, to.id),
      changeRow(item.baseUom)("transfer/quantity", "Quantity", NEW, 1, taking.base),
      ...(taking.row.lot === null ? [] : [text("transfer/lot", "Lot", taking.row.id, taking.row.version, taking.row.lot)]),
      ...(numbers === "" ? [] : [text("transfer/serials", "Serial numbers", taking.row.id, taking.row.version, numbers)]),
    ],
  };
}

const factsOf = ({ item, to, taking, crossesTerritory }: TransferPlan): EffectDescription["facts"] => ({
  ...goodsFacts(taking, item),
  crossesTerritory,
  destination: to.id,
});

const effectOf = ({ args, item, from, to, taking, serials }: TransferPlan): EffectDescription["effect"] => ({
  kind: "transfer",
  stock: taking.row.id,
  sku: item.sku,
  lot: taking.row.lot,
  serials: serials.map((serial) => serial.id),
  from: from.id,
  to: to.id,
  quantity: taking.base,
  unit: item.baseUom,
  neededBy: neededBy(args),
});

async function describe(args: TransferStockArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await plan(args, context);
  if (!planned.ok) return refusedBy(planned);
  const { item, from, to, taking, serials } = planned;
  const found = foundRow(taking, takingFacts(taking));
  // The people who approve must see which controlled pieces go.
  if (planned.serialsChosen) return refused("serials_missing", `the serial numbers of ${item.sku} must be named before approval`, found);
  const problem = impossible(planned.problems);
  if (problem) return refused(problem.code, problem.detail, found);
  return {
    refusal: null,
    headline: `Move ${args.quantity} ${args.uom} ${item.sku} (${item.name}) from ${from.name} to ${to.name}`,
    ...rowsOf(planned),
    names: { [item.sku]: item.name, [from.id]: from.name, [to.id]: to.name },
    facts: factsOf(planned),
    effect: effectOf(planned),
    found,
    predicted: [{ output: "transferId", kind: "transfer", entity: entityOf(planned, null) }],
    needs: [],
    entities: [taking.row.id, ...serials.map((serial) => serial.id)],
    onReject: [`Nothing moves; the ${taking.base} ${item.baseUom} stay available at ${from.name}.`],
  };
}

async function insertTransfer(planned: TransferPlan, ids: { transfer: string; reservation: string }, context: ApplyContext): Promise<void> {
  const { args, item, from, to, taking } = planned;
  await context.tx.query({
    name: "transfer-insert",
    text: `insert into transfers (tenant, id, sku, lot, serials, from_location, to_location, quantity, state, reservation, needed_by, created_at, request)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'allocated', $9, $10, $11, $12)`,
    values: [
      context.tenant,
      ids.transfer,
      item.sku,
      taking.row.lot,
      args.serials ?? [],
      from.id,
      to.id,
      taking.base,
      ids.reservation,
      neededBy(args),
      context.businessNow,
      context.requestId,
    ],
  });
}

async function apply(args: TransferStockArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  // The rows are locked, so the same reads give what was described.
  const planned = await plan(args, context);
  if (!planned.ok) throw new Error(planned.hint);
  const { taking, serials } = planned;
  const transfer = context.newRecordId("TRF", "transfer");
  const reservation = context.newRecordId("RSV", "reservation");
  const stockVersion = await moveReserved(context.tx, movement(context, taking.row.id, taking.base));
  await insertReservation(context.tx, reservationOf(taking, { id: reservation, demandRef: transfer, expiresAt: null }, context));
  await insertTransfer(planned, { transfer, reservation }, context);
  await holdSerials(
    context.tx,
    serials.map((serial) => serial.id),
    transfer,
  );
  return {
    outputs: { transferId: transfer },
    records: [
      { record: transfer, version: 1 },
      { record: reservation, version: 1 },
      { record: taking.row.id, version: stockVersion },
      ...serials.map((serial) => ({ record: serial.id, version: serial.version + 1 })),
    ],
    externalOutcome: null,
    inverse: { tool: "release_reservation", args: { reservationId: reservation, reason: "undo" } },
  };
}

/**
 * Effect of transfer_stock: a transfer in state allocated and one reservation for it. On hand does not move before goods
 * issue. Always critical; controlled goods and moves across a customs territory need two people whatever a policy says.
 */
export const transferStockHandler: EffectHandler<TransferStockArgs> = {
  tool: "transfer_stock",
  version: 1,
  compatible: [],
  schema: TransferStockArgs,
  minApprovers: (facts) => (facts.controlled === true || facts.crossesTerritory === true ? 2 : 1),
  describe,
  apply,
};
