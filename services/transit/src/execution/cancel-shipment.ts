import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { CancelShipmentArgs } from "../domain/change-args.ts";
import { planCancellation } from "../domain/plan-cancellation.ts";
import { changeFacts, describeChange, rowPairs } from "./describe-change.ts";
import { refused } from "./refused.ts";
import { statedPapers } from "./stated-papers.ts";
import { bumpShipment, insertEvent } from "./write-change.ts";

const TOOL = "cancel_shipment";

async function describe(args: CancelShipmentArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planCancellation(createTransitReads(context.tx, { lock: context.lock }), args);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { shipment, offload } = plan;
  const papers = statedPapers(shipment.id, context);
  const etd = shipment.legs.find((leg) => leg.atd === null)?.etd ?? null;
  return describeChange({
    shipment,
    after: plan.after,
    headline: offload ? `Have ${shipment.id} taken off again and end it` : `Cancel ${shipment.id}`,
    rows: rowPairs(shipment.id, shipment.version, [
      ["shipment/state", "State", shipment.state, offload ? "loaded, offloading asked for" : "cancelled"],
      ["shipment/etd", "Leaves", etd, offload ? etd : null],
    ]),
    // A past cut-off stops loading, not ending; what limits it is the departure.
    facts: { ...changeFacts(shipment, null, papers), executeLimit: etd, cutoff: etd },
    effect: { tool: TOOL, shipmentId: shipment.id, offload },
    needs: papers.needs,
    names: {},
    entities: [],
    onReject: `${shipment.id} goes on as planned.`,
    problems: plan.problems,
    refusal: null,
  });
}

async function apply(args: CancelShipmentArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planCancellation(createTransitReads(context.tx, { lock: true }), args);
  if (!plan.ok) throw new Error(`the shipment is gone under its own lock: ${plan.code}`);
  const { shipment, offload } = plan;
  const { tx, businessNow } = context;
  if (offload) await tx.query("update shipments set cancel_requested_at = $2 where id = $1", [shipment.id, businessNow]);
  else
    await tx.query("update shipments set state = 'cancelled' where id = $1 and state in ('draft', 'booked', 'picking', 'packed')", [
      shipment.id,
    ]);
  const version = await bumpShipment(shipment.id, context);
  await insertEvent(context, shipment.id, offload ? "offloading_requested" : "cancelling", "inactive");
  return {
    outputs: { shipmentId: shipment.id },
    records: [{ record: shipment.id, version }],
    externalOutcome: offload ? "pending" : null,
    inverse: null,
  };
}

/** Ends a shipment, or asks the carrier to take a loaded one off; two people once it is loaded. */
export const cancelShipmentHandler: EffectHandler<CancelShipmentArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: CancelShipmentArgs,
  minApprovers: (facts) => (facts.shipmentState === "loaded" ? 2 : 1),
  describe,
  apply,
};
