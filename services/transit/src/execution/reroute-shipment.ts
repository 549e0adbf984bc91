import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import type { Selector } from "@quartermaster/shared/contracts";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { RerouteShipmentArgs } from "../domain/change-args.ts";
import { planReroute, type ReroutePlan } from "../domain/plan-reroute.ts";
import { changeLimits } from "../domain/plan-reschedule.ts";
import { changeFacts, describeChange, rowPairs } from "./describe-change.ts";
import { goesOn } from "./goes-on.ts";
import { refused } from "./refused.ts";
import { papersRefusal, statedPapers } from "./stated-papers.ts";
import { bumpShipment, insertAttempt, insertEvent, insertLeg, updateLeg } from "./write-change.ts";

const TOOL = "reroute_shipment";
const legId = (shipment: string, seq: number): string => `${shipment}/leg-${seq}`;

function rowsOf({ shipment, after, replaced, newLegs }: ReroutePlan) {
  const path = (legs: readonly { from: string; to: string; mode: string; serviceId: string | null }[]) =>
    legs.map((leg) => `${leg.from} → ${leg.to} ${leg.mode}${leg.serviceId === null ? "" : ` (${leg.serviceId})`}`).join(", ");
  return rowPairs(shipment.id, shipment.version, [
    ["shipment/destination", "Destination", shipment.destination, after.destination],
    ["legs/path", "Path", path(replaced), path(newLegs)],
    ["legs/etd", "Leaves", replaced[0]?.etd ?? null, newLegs[0]?.etd ?? null],
    ["legs/eta", "Arrives", replaced.at(-1)?.eta ?? null, newLegs.at(-1)?.eta ?? null],
  ]);
}

/** Whether the goods may go to the new country at all, as export control states it. */
function embargoOf(
  { shipment, destination, countryChanges }: ReroutePlan,
  context: DescribeContext,
): { needs: Selector[]; refusal: { code: string; detail: string } | null } {
  if (!countryChanges || destination.own !== null) return { needs: [], refusal: null };
  const ids = [...new Set(shipment.lines.map((line) => `${line.sku}/${destination.country}`))];
  const facts = ids.map((id) => ({
    id,
    fact: context.foreign.find((candidate) => candidate.domain === "export" && candidate.kind === "destination" && candidate.id === id),
  }));
  const embargo = facts.map(({ fact }) => fact?.fields.embargo).find((reason) => typeof reason === "string");
  return {
    needs: facts.filter(({ fact }) => !fact).map(({ id }) => ({ domain: "export", kind: "destination", id })),
    refusal: embargo === undefined ? null : { code: "destination_embargo", detail: String(embargo) },
  };
}

async function describe(args: RerouteShipmentArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planReroute(createTransitReads(context.tx, { lock: context.lock }), args, context.businessNow);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { shipment, after, goods } = plan;
  const papers = statedPapers(shipment.id, context);
  const embargo = embargoOf(plan, context);
  const [first] = plan.services;
  return describeChange({
    shipment,
    after,
    headline: `Reroute ${shipment.id} from leg ${args.fromLegSeq} on over ${plan.args.serviceIds.join(", ")} to ${plan.destination.id}`,
    rows: rowsOf(plan),
    facts: {
      ...changeFacts(after, goods, papers),
      countryChanges: plan.countryChanges,
      promiseMissed: plan.promiseMissed,
      ...(first ? changeLimits(plan.replaced[0], first, goods.dangerous.length > 0) : {}),
    },
    effect: {
      tool: TOOL,
      shipmentId: shipment.id,
      fromLegSeq: args.fromLegSeq,
      destination: after.destination,
      legs: plan.newLegs.map((leg) => ({ ...leg, cutoffs: { ...leg.cutoffs } })),
    },
    needs: [...papers.needs, ...embargo.needs],
    names: Object.fromEntries(plan.items.map((item) => [item.sku, item.name])),
    entities: plan.replaced.map((leg) => legId(shipment.id, leg.seq)),
    onReject: goesOn(shipment),
    problems: plan.problems,
    refusal: embargo.refusal ?? papersRefusal(papers, plan.countryChanges),
  });
}

async function writeLegs({ shipment, replaced, newLegs }: ReroutePlan, context: ApplyContext): Promise<void> {
  for (const leg of newLegs) {
    const known = replaced.some((old) => old.seq === leg.seq);
    await (known ? updateLeg : insertLeg)(context, shipment.id, leg);
    await insertAttempt(context, shipment.id, leg);
  }
  const left = replaced.filter((old) => !newLegs.some((leg) => leg.seq === old.seq)).map((old) => legId(shipment.id, old.seq));
  if (left.length > 0) await context.tx.query("delete from legs where id = any ($1)", [left]);
}

async function apply(args: RerouteShipmentArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planReroute(createTransitReads(context.tx, { lock: true }), args, context.businessNow);
  if (!plan.ok) throw new Error(`the change became impossible under its own lock: ${plan.code}`);
  const { shipment, after } = plan;
  await writeLegs(plan, context);
  await context.tx.query("update shipments set destination = $2, destination_unlocode = $3, destination_territory = $4 where id = $1", [
    shipment.id,
    after.destination,
    after.destinationUnlocode,
    after.destinationTerritory,
  ]);
  const version = await bumpShipment(shipment.id, context);
  await insertEvent(context, shipment.id, "rerouting", "active");
  return { outputs: { shipmentId: shipment.id }, records: [{ record: shipment.id, version }], externalOutcome: null, inverse: null };
}

/** Gives a shipment another path, mode or destination. */
export const rerouteShipmentHandler: EffectHandler<RerouteShipmentArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: RerouteShipmentArgs,
  minApprovers: (facts) => (facts.countryChanges || facts.dangerousGoods || facts.controlled ? 2 : 1),
  describe,
  apply,
};
