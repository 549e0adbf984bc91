import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { ReleaseHoldArgs } from "../domain/change-args.ts";
import { groundsOf, needsEvidence, planHoldRelease } from "../domain/plan-hold-release.ts";
import { describeChange, rowPairs } from "./describe-change.ts";
import { refused } from "./refused.ts";
import { statedPapers } from "./stated-papers.ts";
import { bumpShipment, insertEvent } from "./write-change.ts";

const TOOL = "release_hold";

async function describe(args: ReleaseHoldArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planHoldRelease(createTransitReads(context.tx, { lock: context.lock }), args);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { shipment, hold } = plan;
  const papers = statedPapers(shipment.id, context);
  const description = describeChange({
    shipment,
    after: null,
    headline: `Lift the ${hold.type} hold ${hold.id} of ${shipment.id}`,
    rows: rowPairs(hold.id, hold.version, [
      [`hold/state`, `${hold.type} hold of ${shipment.id}`, "active", "released"],
      [`hold/evidence`, "Evidence", null, args.evidenceRef ?? null],
      [`hold/reason`, "Reason", null, args.reason],
    ]),
    facts: {
      holdType: hold.type,
      shipmentState: shipment.state,
      destination: shipment.destination,
      ...(papers.state === undefined ? {} : { paperState: papers.state }),
    },
    effect: { tool: TOOL, shipmentId: shipment.id, holdId: hold.id, type: hold.type, evidenceRef: args.evidenceRef ?? null },
    needs: papers.needs,
    names: { [hold.id]: `${hold.type} hold placed by ${hold.placedBy}` },
    entities: [hold.id],
    onReject: `${shipment.id} stays on hold.`,
    problems: [...groundsOf(hold.type, papers.problems), ...plan.problems],
    refusal: null,
  });
  const entity = { id: hold.id, shipmentId: shipment.id, type: hold.type, scope: hold.scope, state: "released" };
  return {
    ...description,
    found: { ...description.found, [hold.id]: { version: hold.version, facts: { state: hold.state }, atLeast: {} } },
    predicted: [{ output: "holdId", kind: "hold", entity }],
  };
}

async function apply(args: ReleaseHoldArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planHoldRelease(createTransitReads(context.tx, { lock: true }), args);
  if (!plan.ok) throw new Error(`the hold is gone under its own lock: ${plan.code}`);
  const { shipment, hold } = plan;
  await context.tx.query(
    "update holds set state = 'released', evidence_ref = $2, version = version + 1 where id = $1 and state = 'active'",
    [hold.id, args.evidenceRef ?? null],
  );
  const version = await bumpShipment(shipment.id, context);
  await insertEvent(context, shipment.id, "releasing_hold", "active");
  return {
    outputs: { holdId: hold.id },
    records: [
      { record: shipment.id, version },
      { record: hold.id, version: hold.version + 1 },
    ],
    externalOutcome: null,
    inverse: { tool: "place_hold", args: { shipmentId: shipment.id, type: hold.type, reason: "undo" } },
  };
}

/** Lifts one hold; what the law or a licence stopped takes two people. */
export const releaseHoldHandler: EffectHandler<ReleaseHoldArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: ReleaseHoldArgs,
  minApprovers: (facts) => (needsEvidence(facts.holdType ?? "customs") ? 2 : 1),
  describe,
  apply,
};
