import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { add, compare, decimal, type Rational, subtract, ZERO } from "@quartermaster/shared/quantity";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { ChangeLinesArgs } from "../domain/change-args.ts";
import { type LineChangePlan, planLineChange } from "../domain/plan-line-change.ts";
import { changeFacts, describeChange, rowPairs, shipmentLimits } from "./describe-change.ts";
import { refused } from "./refused.ts";
import { papersRefusal, statedPapers } from "./stated-papers.ts";
import { bumpShipment, insertEvent } from "./write-change.ts";

const TOOL = "change_lines";

const lineId = (plan: LineChangePlan, line: number): string => `${plan.shipment.id}/${line}`;

function rowsOf({ shipment, changed }: LineChangePlan) {
  return rowPairs(
    shipment.id,
    shipment.version,
    changed.flatMap(({ before, after }): [string, string, string | null, string | null, string | null][] => [
      [`lines/${before.line}/quantity`, `Line ${before.line}, ${before.sku}`, before.baseQuantity, after.baseQuantity, before.baseUom],
      ...(before.lot === after.lot
        ? []
        : [
            [`lines/${before.line}/lot`, `Line ${before.line}, lot`, before.lot, after.lot, null] as [
              string,
              string,
              string | null,
              string | null,
              null,
            ],
          ]),
    ]),
  );
}

/** True when other amounts travel; papers name no lots. */
function amountsChange({ changed }: LineChangePlan): boolean {
  const differences = new Map<string, Rational>();
  for (const { before, after } of changed)
    for (const [sku, amount] of [
      [after.sku, decimal(after.baseQuantity)],
      [before.sku, subtract(ZERO, decimal(before.baseQuantity))],
    ] as const)
      differences.set(sku, add(differences.get(sku) ?? ZERO, amount));
  return [...differences.values()].some((difference) => compare(difference, ZERO) !== 0);
}

async function describe(args: ChangeLinesArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planLineChange(createTransitReads(context.tx, { lock: context.lock }), args);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { shipment, changed, goods } = plan;
  const papers = statedPapers(shipment.id, context);
  const what = changed
    .map(({ before, after }) => `${before.sku} ${before.baseQuantity} → ${after.baseQuantity} ${after.baseUom}`)
    .join(", ");
  return describeChange({
    shipment,
    after: plan.after,
    headline: `Change ${shipment.id}: ${what}`.slice(0, 400),
    rows: rowsOf(plan),
    facts: { ...changeFacts(shipment, goods, papers), ...shipmentLimits(shipment, context.businessNow) },
    effect: {
      tool: TOOL,
      shipmentId: shipment.id,
      lines: changed.map(({ after }) => ({
        line: after.line,
        sku: after.sku,
        lot: after.lot,
        quantity: after.baseQuantity,
        uom: after.baseUom,
      })),
    },
    needs: papers.needs,
    names: Object.fromEntries(plan.items.map((item) => [item.sku, item.name])),
    entities: changed.map(({ before }) => lineId(plan, before.line)),
    onReject: `${shipment.id} keeps its lines.`,
    problems: plan.problems,
    refusal: papersRefusal(papers, amountsChange(plan)),
  });
}

async function apply(args: ChangeLinesArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planLineChange(createTransitReads(context.tx, { lock: true }), args);
  if (!plan.ok) throw new Error(`the change became impossible under its own lock: ${plan.code}`);
  for (const { before, after } of plan.changed)
    await context.tx.query(
      "update shipment_lines set lot = $2, quantity = $3, uom = $4, base_quantity = $5, version = version + 1 where id = $1",
      [lineId(plan, before.line), after.lot, after.quantity, after.uom, after.baseQuantity],
    );
  const version = await bumpShipment(plan.shipment.id, context);
  await insertEvent(context, plan.shipment.id, "changing_lines", "active");
  const back = plan.changed.map(({ before }) => ({
    sku: before.sku,
    ...(before.lot === null ? {} : { lot: before.lot }),
    quantity: before.quantity,
    uom: before.uom,
  }));
  return {
    outputs: { shipmentId: plan.shipment.id },
    records: [{ record: plan.shipment.id, version }],
    externalOutcome: null,
    inverse: { tool: TOOL, args: { shipmentId: plan.shipment.id, changes: back, ifVersion: version } },
  };
}

/** Sets quantities and lots of a shipment's lines. */
export const changeLinesHandler: EffectHandler<ChangeLinesArgs> = {
  tool: TOOL,
  version: 2,
  // Before a change could be bound to a version of the shipment.
  compatible: [{ version: 1, schemaHash: "sha256:d6377fd7be0d62c145e80300aea067182aff87eafa298e7fdbb63f1673a50fdc" }],
  schema: ChangeLinesArgs,
  minApprovers: (facts) => (facts.controlled || (facts.dangerousGoods && facts.crossesTerritory) ? 2 : 1),
  describe,
  apply,
};
