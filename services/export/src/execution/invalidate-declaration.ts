import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { departureProblem, planInvalidation } from "../domain/plan-invalidation.ts";
import { InvalidateDeclarationArgs } from "../domain/request-args.ts";
import { refused } from "./blank-description.ts";
import { cardNames } from "./card-names.ts";
import { rowsFor } from "./change-rows.ts";
import { requestDescription, requestFacts } from "./describe-request.ts";
import { statedShipment } from "./stated-shipment.ts";
import { sendRequest, setState } from "./write-request.ts";

const TOOL = "invalidate_declaration";

async function describe(args: InvalidateDeclarationArgs, context: DescribeContext): Promise<EffectDescription> {
  const reads = createExportReads(context.tx, { lock: context.lock });
  const plan = await planInvalidation(reads, args);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { declaration } = plan;
  const stated = statedShipment(declaration.shipmentId, context);
  const shipment = stated === "missing" ? null : stated;
  const before = rowsFor(declaration.id, declaration.version);
  const after = rowsFor(declaration.id, declaration.version + 1);
  const number = declaration.mrn ?? declaration.itn ?? declaration.lrn ?? "";
  return {
    ...requestDescription(declaration, declaration, "invalidation_pending", [...plan.problems, ...departureProblem(declaration, shipment)]),
    headline: `Ask customs to void ${declaration.id} (${number}) of ${declaration.shipmentId}`,
    before: [
      before("declaration/state", "State", declaration.state),
      before("shipment/state", `State of ${declaration.shipmentId}`, shipment?.state ?? null),
    ],
    after: [
      after("declaration/state", "State", "invalidation_pending"),
      after("shipment/state", `State of ${declaration.shipmentId}`, shipment?.state ?? null),
    ],
    names: await cardNames(reads, declaration),
    facts: requestFacts(declaration, declaration, plan.items),
    effect: { tool: TOOL, declarationId: declaration.id, number },
    needs: stated === "missing" ? [{ domain: "transit", kind: "shipment", id: declaration.shipmentId }] : [],
    onReject: [`${declaration.id} stays ${declaration.state}.`],
  };
}

async function apply(args: InvalidateDeclarationArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planInvalidation(createExportReads(context.tx, { lock: true }), args);
  if (!plan.ok) throw new Error(`the declaration is gone under its own lock: ${plan.code}`);
  const { declaration } = plan;
  await sendRequest(context, declaration, "invalidate", { reason: args.reason });
  const version = await setState(context, declaration, "invalidation_pending");
  return {
    outputs: { declarationId: declaration.id },
    records: [{ record: declaration.id, version }],
    externalOutcome: "pending",
    inverse: null,
  };
}

/** Asks customs to void a declaration; licences are freed when customs agrees. */
export const invalidateDeclarationHandler: EffectHandler<InvalidateDeclarationArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: InvalidateDeclarationArgs,
  minApprovers: (facts) => (facts.paperState === "released" || facts.paperState === "arrived_at_exit" ? 2 : 1),
  describe,
  apply,
};
