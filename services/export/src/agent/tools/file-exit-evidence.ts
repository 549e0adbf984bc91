import { type DryRun, defineProposeTool, type ToolFailure } from "@quartermaster/agent/agent";
import { planExitEvidence } from "../../domain/plan-exit-evidence.ts";
import { FileExitEvidenceArgs } from "../../domain/request-args.ts";
import type { ExportPorts } from "../export-ports.ts";
import { requestDryRun, toFailure, toFinding } from "./request-dry-run.ts";

/** Proposes to send a proof of exit. */
export const fileExitEvidenceTool = defineProposeTool<ExportPorts, FileExitEvidenceArgs>({
  name: "file_exit_evidence",
  version: 1,
  effect: "propose",
  description:
    "Proposes to send customs a document that proves the exit of a released declaration's goods. Not for normal exits, which customs confirms by itself.",
  schema: FileExitEvidenceArgs,
  outputs: [{ name: "declarationId", kind: "declaration" }],
  refable: [],
  identity: ["declarationId", "documentRef"],
  plain: ["evidenceType"],
  eager: false,
  inverse: null,
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    const plan = await planExitEvidence(context.ports, args, context.businessNow);
    if (!plan.ok) return toFailure(plan);
    const { declaration } = plan;
    return requestDryRun(
      {
        tool: "file_exit_evidence",
        args: plan.args,
        declaration,
        content: declaration,
        state: declaration.state,
        findings: plan.problems.map(toFinding),
        meaning: { declarationId: declaration.id, documentRef: plan.args.documentRef },
        inverse: null,
        result: { document: plan.document, releasedAt: declaration.times.releasedAt, exitEnquiryAt: declaration.times.exitEnquiryAt },
      },
      context,
    );
  },
});
