import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { planExitEvidence } from "../domain/plan-exit-evidence.ts";
import { FileExitEvidenceArgs } from "../domain/request-args.ts";
import { refused } from "./blank-description.ts";
import { rowsFor } from "./change-rows.ts";
import { requestDescription } from "./describe-request.ts";
import { sendRequest } from "./write-request.ts";

const TOOL = "file_exit_evidence";

async function describe(args: FileExitEvidenceArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planExitEvidence(createExportReads(context.tx, { lock: context.lock }), args, context.businessNow);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { declaration } = plan;
  const before = rowsFor(declaration.id, declaration.version);
  const after = rowsFor(declaration.id, declaration.version + 1);
  return {
    ...requestDescription(declaration, declaration, declaration.state, plan.problems),
    headline: `Send ${plan.args.documentRef} (${args.evidenceType.replaceAll("_", " ")}) to customs as proof that the goods of ${declaration.id} left`,
    before: [before("declaration/exit", "Exit", declaration.exitStatus), before("declaration/evidence", "Evidence", null)],
    after: [after("declaration/exit", "Exit", "evidence_filed"), after("declaration/evidence", "Evidence", plan.args.documentRef)],
    names: {},
    facts: {
      paperState: declaration.state,
      destination: declaration.destinationCountry,
      executeLimit: declaration.times.autoInvalidationAt,
    },
    effect: { tool: TOOL, declarationId: declaration.id, evidenceType: args.evidenceType, documentRef: plan.args.documentRef },
    onReject: [`The exit of ${declaration.id} stays unproven.`],
  };
}

async function apply(args: FileExitEvidenceArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planExitEvidence(createExportReads(context.tx, { lock: true }), args, context.businessNow);
  if (!plan.ok) throw new Error(`the evidence became impossible under its own lock: ${plan.code}`);
  const { declaration } = plan;
  await sendRequest(context, declaration, "exit_evidence", { evidenceType: args.evidenceType, documentRef: plan.args.documentRef });
  await context.tx.query("update declarations set exit_status = 'evidence_filed', version = version + 1 where id = $1", [declaration.id]);
  return {
    outputs: { declarationId: declaration.id },
    records: [{ record: declaration.id, version: declaration.version + 1 }],
    externalOutcome: "pending",
    inverse: null,
  };
}

/** Sends a proof of exit; customs confirms it by an event. */
export const fileExitEvidenceHandler: EffectHandler<FileExitEvidenceArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: FileExitEvidenceArgs,
  minApprovers: () => 1,
  describe,
  apply,
};
