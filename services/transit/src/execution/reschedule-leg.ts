import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { RescheduleLegArgs } from "../domain/change-args.ts";
import { changeLimits, planReschedule, type ReschedulePlan } from "../domain/plan-reschedule.ts";
import { changeFacts, describeChange, rowPairs } from "./describe-change.ts";
import { refused } from "./refused.ts";
import { statedPapers } from "./stated-papers.ts";
import { bumpShipment, insertAttempt, insertEvent, updateLeg } from "./write-change.ts";

const TOOL = "reschedule_leg";

const rowsOf = ({ shipment, leg, newLeg }: ReschedulePlan) =>
  rowPairs(shipment.id, shipment.version, [
    [`legs/${leg.seq}/service`, `Leg ${leg.seq}, service`, leg.serviceId, newLeg.serviceId],
    [`legs/${leg.seq}/etd`, `Leg ${leg.seq} leaves`, leg.etd, newLeg.etd],
    [`legs/${leg.seq}/eta`, `Leg ${leg.seq} arrives`, leg.eta, newLeg.eta],
  ]);

async function describe(args: RescheduleLegArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planReschedule(createTransitReads(context.tx, { lock: context.lock }), args, context.businessNow);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { shipment, leg, newLeg, service, goods } = plan;
  const papers = statedPapers(shipment.id, context);
  return describeChange({
    shipment,
    after: plan.after,
    headline: `Move leg ${leg.seq} of ${shipment.id} from ${leg.serviceId ?? leg.etd} to ${service.id}, leaving ${service.etd}, arriving ${service.eta}`,
    rows: rowsOf(plan),
    facts: {
      ...changeFacts(shipment, goods, papers),
      promiseMissed: plan.promiseMissed,
      ...changeLimits(leg, service, goods.dangerous.length > 0),
    },
    effect: {
      tool: TOOL,
      shipmentId: shipment.id,
      legSeq: leg.seq,
      from: leg.serviceId,
      serviceId: newLeg.serviceId,
      etd: newLeg.etd,
      eta: newLeg.eta,
    },
    needs: papers.needs,
    names: { [service.id]: `${plan.carrier.name}, ${plan.carrier.mode}` },
    entities: [`${shipment.id}/leg-${leg.seq}`],
    onReject: `${shipment.id} stays on ${leg.serviceId ?? "its sailing"}.`,
    problems: plan.problems,
    refusal: null,
  });
}

async function apply(args: RescheduleLegArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planReschedule(createTransitReads(context.tx, { lock: true }), args, context.businessNow);
  if (!plan.ok) throw new Error(`the change became impossible under its own lock: ${plan.code}`);
  const { shipment, leg, newLeg } = plan;
  await updateLeg(context, shipment.id, newLeg);
  await insertAttempt(context, shipment.id, newLeg);
  const version = await bumpShipment(shipment.id, context);
  await insertEvent(context, shipment.id, "rescheduling", "active");
  return {
    outputs: { shipmentId: shipment.id },
    records: [{ record: shipment.id, version }],
    externalOutcome: null,
    inverse:
      leg.serviceId === null
        ? null
        : { tool: TOOL, args: { shipmentId: shipment.id, legSeq: leg.seq, serviceId: leg.serviceId, reason: "undo" } },
  };
}

/** Puts a leg on another sailing of its route. */
export const rescheduleLegHandler: EffectHandler<RescheduleLegArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: RescheduleLegArgs,
  minApprovers: (facts) => (facts.dangerousGoods || facts.promiseMissed ? 1 : 0),
  describe,
  apply,
};
