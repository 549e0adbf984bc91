import { type DryRun, defineProposeTool, type ToolFailure } from "@quartermaster/agent/agent";
import { departureProblem, planInvalidation } from "../../domain/plan-invalidation.ts";
import { InvalidateDeclarationArgs } from "../../domain/request-args.ts";
import type { ExportPorts } from "../export-ports.ts";
import { requestDryRun, toFailure, toFinding } from "./request-dry-run.ts";
import { shipmentOf } from "./shipment-of.ts";

/** Proposes to ask customs to void a declaration. */
export const invalidateDeclarationTool = defineProposeTool<ExportPorts, InvalidateDeclarationArgs>({
  name: "invalidate_declaration",
  version: 1,
  effect: "propose",
  description:
    "Proposes to ask customs to void a declaration whose goods have not left. Not for cancelling the transport (cancel_shipment), not for drafts. Nothing undoes it: a new declaration is lodged instead.",
  schema: InvalidateDeclarationArgs,
  outputs: [{ name: "declarationId", kind: "declaration" }],
  refable: [],
  identity: ["declarationId"],
  plain: ["reason"],
  eager: false,
  inverse: null,
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    const plan = await planInvalidation(context.ports, args);
    if (!plan.ok) return toFailure(plan);
    const { declaration } = plan;
    const shipment = shipmentOf(declaration.shipmentId, context);
    return requestDryRun(
      {
        tool: "invalidate_declaration",
        args: plan.args,
        declaration,
        content: declaration,
        state: "invalidation_pending",
        findings: [...plan.problems, ...departureProblem(declaration, shipment)].map(toFinding),
        meaning: { declarationId: declaration.id },
        inverse: null,
        result: { shipmentState: shipment?.state ?? null, mrn: declaration.mrn },
      },
      context,
    );
  },
});
