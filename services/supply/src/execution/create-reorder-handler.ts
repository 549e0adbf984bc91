import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { CreateReorderArgs } from "../domain/arguments.ts";
import { planReorder, type ReorderPlan } from "../domain/plan-reorder.ts";
import type { Rejection } from "../domain/problem.ts";
import { changeRow, refused, refusedBy } from "./describe-parts.ts";

const NEW = "new purchase order";

const plan = (args: CreateReorderArgs, context: DescribeContext): Promise<ReorderPlan | Rejection> =>
  planReorder(createPostgresSupplyReads(context.tx), args, context.businessNow, null);

function rowsOf({ args, item, supplier, eta }: ReorderPlan): Pick<EffectDescription, "before" | "after"> {
  const text = changeRow(null);
  const units = changeRow(args.uom);
  const rows = (known: boolean) => [
    text("order/supplier", "Supplier", NEW, null, known ? supplier : null),
    units("order/quantity", `Ordered ${item.sku}`, NEW, null, known ? args.quantity : null),
    text("order/location", "For", NEW, null, known ? args.location : null),
    text("order/eta", "Expected", NEW, null, known ? eta : null),
  ];
  return { before: rows(false), after: rows(true) };
}

async function describe(args: CreateReorderArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await plan(args, context);
  if (!planned.ok) return refusedBy(planned);
  const { item, location, supplier, base, eta } = planned;
  const found = { [item.sku]: { version: item.version, facts: { unitValueEur: item.unitValueEur }, atLeast: {} } };
  const stored = planned.problems.find((problem) => problem.code === "location_dg_not_allowed");
  if (stored) return refused(stored.code, stored.detail, found);
  return {
    refusal: null,
    headline: `Order ${args.quantity} ${args.uom} ${item.sku} (${item.name}) from ${supplier} for ${location.name}`,
    ...rowsOf(planned),
    names: { [item.sku]: item.name, [location.id]: location.name },
    facts: {
      valueEur: planned.valueEur,
      dangerousGoods: item.dgUn !== null,
      controlled: item.dualUse !== null,
      sku: item.sku,
      destination: location.id,
    },
    effect: { kind: "reorder", supplier, sku: item.sku, location: location.id, quantity: base, unit: item.baseUom },
    found,
    predicted: [
      {
        output: "purchaseOrderId",
        kind: "purchase_order",
        entity: { supplier, location: location.id, sku: item.sku, quantity: base, unit: item.baseUom, state: "sent", eta },
      },
    ],
    needs: [],
    entities: [],
    onReject: [`Nothing is ordered from ${supplier}.`],
  };
}

async function apply(args: CreateReorderArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const planned = await plan(args, context);
  if (!planned.ok) throw new Error(planned.hint);
  const id = context.newRecordId("PO", "purchase order");
  const lines = JSON.stringify([{ sku: planned.item.sku, quantity: args.quantity, uom: args.uom }]);
  await context.tx.query(
    "insert into purchase_orders (tenant, id, supplier, location, lines, state, eta, request) values ($1, $2, $3, $4, $5, 'sent', $6, $7)",
    [context.tenant, id, planned.supplier, planned.location.id, lines, planned.eta, context.requestId],
  );
  return { outputs: { purchaseOrderId: id }, records: [{ record: id, version: 1 }], externalOutcome: null };
}

/** Effect of create_reorder. Value, dangerous and controlled goods decide who is asked: the policy's business. */
export const createReorderHandler: EffectHandler<CreateReorderArgs> = {
  tool: "create_reorder",
  version: 1,
  compatible: [],
  schema: CreateReorderArgs,
  minApprovers: (facts) => (facts.dangerousGoods || facts.controlled ? 1 : 0),
  describe,
  apply,
};
