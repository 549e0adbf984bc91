import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { CancelShipmentArgs } from "../domain/change-args.ts";
import { type CancellationPlan, planCancellation } from "../domain/plan-cancellation.ts";
import { changeFacts, describeChange, rowPairs } from "./describe-change.ts";
import { goesOn } from "./goes-on.ts";
import { refused } from "./refused.ts";
import { statedPapers } from "./stated-papers.ts";
import { bumpShipment, insertEvent } from "./write-change.ts";

const TOOL = "cancel_shipment";

/** What ends with the shipment; of one that has to be taken off again nothing ends before the carrier has said so. */
function rowsOf({ shipment, offload }: CancellationPlan, etd: string | null): Parameters<typeof rowPairs>[2] {
  const kept = (value: string | null): string | null => (offload ? value : null);
  const route = `${shipment.originUnlocode} → ${shipment.destinationUnlocode}`;
  const isBooked = shipment.state !== "draft" && shipment.legs.length > 0;
  return [
    ["shipment/state", "State", shipment.state, offload ? "offloading_asked" : "cancelled"],
    ["shipment/route", "Route", route, kept(route)],
    ["shipment/etd", "Leaves", etd, kept(etd)],
    ...shipment.lines.map(({ line, sku, lot, quantity, uom }): Parameters<typeof rowPairs>[2][number] => [
      `shipment/lines/${line}`,
      lot === null ? `Goods ${sku}` : `Goods ${sku}, lot ${lot}`,
      quantity,
      kept(quantity),
      uom,
    ]),
    // How much is between the company and its carrier; that there may be a charge is known.
    ...(isBooked ? [["shipment/charge", "Charge", null, "carrier_may_charge"] satisfies Parameters<typeof rowPairs>[2][number]] : []),
  ];
}

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
    rows: rowPairs(shipment.id, shipment.version, rowsOf(plan, etd)),
    // A past cut-off stops loading, not ending; what limits it is the departure.
    facts: { ...changeFacts(shipment, null, papers), executeLimit: etd, cutoff: etd },
    effect: { tool: TOOL, shipmentId: shipment.id, offload },
    needs: papers.needs,
    names: {},
    entities: [],
    onReject: goesOn(shipment),
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
