import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { decimal, subtract } from "@quartermaster/shared/quantity";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { moveOnHand, settleSerials } from "../adapters/write-records.ts";
import { AdjustStockArgs } from "../domain/arguments.ts";
import { type AdjustmentPlan, planAdjustment } from "../domain/plan-adjustment.ts";
import type { Rejection } from "../domain/problem.ts";
import { exact } from "../domain/units.ts";
import { changeRow, refusedBy } from "./describe-parts.ts";

const plan = (args: AdjustStockArgs, context: DescribeContext): Promise<AdjustmentPlan | Rejection> =>
  planAdjustment(createPostgresSupplyReads(context.tx, context.lock), args);

const availableOf = ({ row }: AdjustmentPlan, onHand: string): string => exact(subtract(decimal(onHand), decimal(row.reserved)));

function rowsOf(planned: AdjustmentPlan): Pick<EffectDescription, "before" | "after"> {
  const { row, item, counted } = planned;
  const change = changeRow(item.baseUom);
  const balances = (version: number, onHand: string) => [
    change(`${row.id}/onHand`, "On hand", row.id, version, onHand),
    change(`${row.id}/reserved`, "Reserved", row.id, version, row.reserved),
    change(`${row.id}/available`, "Available", row.id, version, availableOf(planned, onHand)),
  ];
  return { before: balances(row.version, row.onHand), after: balances(row.version + 1, counted) };
}

async function describe(args: AdjustStockArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await plan(args, context);
  if (!planned.ok) return refusedBy(planned);
  const { item, location, row, delta } = planned;
  return {
    refusal: null,
    headline: `Post ${args.countedQuantity} ${args.uom} ${item.sku} (${item.name})${row.lot === null ? "" : ` lot ${row.lot}`} at ${location.name}: ${args.reason}, ${delta.startsWith("-") ? "" : "+"}${delta} ${item.baseUom}`,
    ...rowsOf(planned),
    names: { [item.sku]: item.name, [location.id]: location.name },
    facts: {
      valueEur: planned.valueEur,
      dangerousGoods: item.dgUn !== null,
      controlled: item.dualUse !== null,
      serialTracked: item.tracking === "serial",
      sku: item.sku,
      destination: location.id,
    },
    effect: {
      kind: "adjust",
      stock: row.id,
      sku: item.sku,
      location: row.location,
      lot: row.lot,
      unit: item.baseUom,
      counted: planned.counted,
      reason: args.reason,
      gone: planned.gone.map((serial) => serial.id),
      found: planned.found,
    },
    found: {
      [row.id]: {
        version: row.version,
        facts: { status: row.status, lot: row.lot },
        atLeast: { available: availableOf(planned, row.onHand) },
      },
    },
    predicted: [],
    needs: [],
    entities: [row.id, ...planned.gone.map((serial) => serial.id)],
    onReject: [`The books keep ${row.onHand} ${item.baseUom} on ${row.id}.`],
  };
}

async function apply(args: AdjustStockArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  // The rows are locked, so the same reads give what was described.
  const planned = await plan(args, context);
  if (!planned.ok) throw new Error(planned.hint);
  const { row, item } = planned;
  const version = await moveOnHand(context, row.id, planned.delta, "0");
  const gone = planned.gone.map((serial) => serial.id);
  await settleSerials(context, { sku: item.sku, stock: row.id }, gone, planned.found);
  return {
    outputs: {},
    records: [{ record: row.id, version }],
    externalOutcome: null,
    // The count before would undo every movement since as well; only a count of today is right.
    inverse: null,
  };
}

/** Effect of adjust_stock: never without a person, two for controlled goods and serial numbers. */
export const adjustStockHandler: EffectHandler<AdjustStockArgs> = {
  tool: "adjust_stock",
  version: 1,
  compatible: [],
  schema: AdjustStockArgs,
  minApprovers: (facts) => (facts.controlled || facts.serialTracked ? 2 : 1),
  describe,
  apply,
};
