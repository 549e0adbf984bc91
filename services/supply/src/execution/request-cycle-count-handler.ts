import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { RequestCycleCountArgs } from "../domain/arguments.ts";
import { dateOf } from "../domain/days.ts";
import { planCount } from "../domain/plan-count.ts";
import { changeRow, refusedBy } from "./describe-parts.ts";

const NEW = "new count";

async function describe(args: RequestCycleCountArgs, context: DescribeContext): Promise<EffectDescription> {
  const planned = await planCount(createPostgresSupplyReads(context.tx), args, context.businessNow);
  if (!planned.ok) return refusedBy(planned);
  const { location, items } = planned;
  const row = changeRow(null);
  const skus = planned.args.skus.join(", ");
  const rows = (known: boolean) => [
    row("count/location", "Count at", NEW, null, known ? location.id : null),
    row("count/skus", "Items", NEW, null, known ? skus : null),
    row("count/completeBy", "By", NEW, null, known ? dateOf(args.completeBy) : null),
  ];
  return {
    refusal: null,
    headline: `Ask for a count of ${skus.slice(0, 200)} at ${location.name} by ${dateOf(args.completeBy)}`,
    before: rows(false),
    after: rows(true),
    names: { [location.id]: location.name, ...Object.fromEntries(items.map((item) => [item.sku, item.name])) },
    facts: {},
    effect: { kind: "count", location: location.id, skus: planned.args.skus, completeBy: dateOf(args.completeBy) },
    found: { [location.id]: { version: location.version, facts: { state: location.state }, atLeast: {} } },
    predicted: [
      {
        output: "countId",
        kind: "count",
        entity: { location: location.id, skus: planned.args.skus, completeBy: args.completeBy, state: "requested" },
      },
    ],
    needs: [],
    entities: [],
    onReject: ["Nobody is asked to count."],
  };
}

async function apply(args: RequestCycleCountArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const id = context.newRecordId("CNT", "count");
  await context.tx.query(
    "insert into counts (tenant, id, location, skus, complete_by, state, requested_at) values ($1, $2, $3, $4, $5, 'requested', $6)",
    [context.tenant, id, args.location, [...args.skus].sort(), dateOf(args.completeBy), context.businessNow],
  );
  return { outputs: { countId: id }, records: [{ record: id, version: 1 }], externalOutcome: null };
}

/** Effect of request_cycle_count: asking changes no stock. */
export const requestCycleCountHandler: EffectHandler<RequestCycleCountArgs> = {
  tool: "request_cycle_count",
  version: 1,
  compatible: [],
  schema: RequestCycleCountArgs,
  minApprovers: () => 0,
  describe,
  apply,
};
