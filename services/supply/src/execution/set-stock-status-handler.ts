import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { changeStatus, moveHolders, moveOnHand } from "../adapters/write-records.ts";
import { SetStockStatusArgs } from "../domain/arguments.ts";
import { planStatusChange, type StatusPlan } from "../domain/plan-status-change.ts";
import type { Rejection } from "../domain/problem.ts";
import { changeRow, refusedBy } from "./describe-parts.ts";

const plan = (args: SetStockStatusArgs, context: DescribeContext): Promise<StatusPlan | Rejection> =>
  planStatusChange(createPostgresSupplyReads(context.tx, context.lock), args);

function rowsOf({ args, row, into, item, onHandAfter }: StatusPlan): Pick<EffectDescription, "before" | "after"> {
  const status = changeRow(null);
  const units = changeRow(item.baseUom);
  if (!into)
    return {
      before: [
        status(`${row.id}/status`, "Status", row.id, row.version, row.status),
        units(`${row.id}/onHand`, "On hand", row.id, row.version, row.onHand),
      ],
      after: [
        status(`${row.id}/status`, "Status", row.id, row.version + 1, args.status),
        units(`${row.id}/onHand`, "On hand", row.id, row.version + 1, row.onHand),
      ],
    };
  const balance = (of: typeof row, version: number, value: string) =>
    units(`${of.id}/onHand`, `On hand, ${of.status}`, of.id, version, value);
  return {
    before: [balance(row, row.version, row.onHand), balance(into, into.version, into.onHand)],
    after: [balance(row, row.version + 1, "0"), balance(into, into.version + 1, onHandAfter)],
  };
}

async function serialsOn(planned: StatusPlan, context: DescribeContext): Promise<string[]> {
  if (!planned.into) return [];
  const { rows } = await context.tx.query<{ id: string }>(
    `select id from serials where stock = $1 order by id${context.lock ? " for update" : ""}`,
    [planned.row.id],
  );
  return rows.map((row) => row.id);
}

async function describe(args: SetStockStatusArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await plan(args, context);
  if (!planned.ok) return refusedBy(planned);
  const { item, location, row, into, reservations } = planned;
  const lot = row.lot === null ? "" : ` lot ${row.lot}`;
  return {
    refusal: null,
    headline: `Set ${row.onHand} ${item.baseUom} ${item.sku} (${item.name})${lot} at ${location.name} from ${row.status} to ${args.status}`,
    ...rowsOf(planned),
    names: { [item.sku]: item.name, [location.id]: location.name },
    facts: {
      valueEur: planned.valueEur,
      dangerousGoods: item.dgUn !== null,
      controlled: item.dualUse !== null,
      restrictive: planned.restrictive,
      sku: item.sku,
    },
    effect: {
      kind: "status",
      stock: row.id,
      sku: item.sku,
      location: row.location,
      lot: row.lot,
      unit: item.baseUom,
      from: row.status,
      to: args.status,
      quantity: row.onHand,
    },
    found: { [row.id]: { version: row.version, facts: { status: row.status, lot: row.lot }, atLeast: {} } },
    predicted: [],
    needs: [],
    entities: into ? [row.id, into.id, ...reservations.map((held) => held.id), ...(await serialsOn(planned, context))] : [row.id],
    onReject: [`${row.id} stays ${row.status}.`],
  };
}

async function apply(args: SetStockStatusArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  // The rows are locked, so the same reads give what was described.
  const planned = await plan(args, context);
  if (!planned.ok) throw new Error(planned.hint);
  const { row, into, item, reservations } = planned;
  const records: Applied["records"] = [];
  if (into) {
    records.push({ record: row.id, version: await moveOnHand(context, row.id, `-${row.onHand}`, `-${row.reserved}`) });
    records.push({ record: into.id, version: await moveOnHand(context, into.id, row.onHand, row.reserved) });
    await moveHolders(context, row.id, into.id);
    records.push(...reservations.map((held) => ({ record: held.id, version: held.version + 1 })));
  } else records.push({ record: row.id, version: await changeStatus(context, row.id, args.status) });
  const back = { sku: item.sku, location: row.location, ...(row.lot === null ? {} : { lot: row.lot }), status: row.status, reason: "undo" };
  return {
    outputs: {},
    records,
    externalOutcome: null,
    inverse: into || row.status === "damaged" || row.status === "blocked" ? null : { tool: "set_stock_status", args: back },
  };
}

/** Effect of set_stock_status: taking goods out of use is free, giving them free is not. */
export const setStockStatusHandler: EffectHandler<SetStockStatusArgs> = {
  tool: "set_stock_status",
  version: 1,
  compatible: [],
  schema: SetStockStatusArgs,
  minApprovers: (facts) => (facts.restrictive === true ? 0 : 1),
  describe,
  apply,
};
