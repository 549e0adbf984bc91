import { type DryRun, defineProposeTool, type ToolFailure } from "@quartermaster/agent/agent";
import { changesAsJson, changesBack } from "../../domain/amendment-json.ts";
import { planAmendment } from "../../domain/plan-amendment.ts";
import { AmendDeclarationArgs } from "../../domain/request-args.ts";
import type { ExportPorts } from "../export-ports.ts";
import { quantityFinding } from "./content-findings.ts";
import { requestDryRun, toFailure, toFinding } from "./request-dry-run.ts";
import { shipmentOf } from "./shipment-of.ts";

/** Proposes to ask customs for a change of a lodged declaration. */
export const amendDeclarationTool = defineProposeTool<ExportPorts, AmendDeclarationArgs>({
  name: "amend_declaration",
  version: 1,
  effect: "propose",
  description:
    "Proposes to ask customs to change a lodged or accepted declaration; give each value as it is now and as it shall be, quantities in the line's unit. Net mass and value follow the quantity. Not for drafts (draft_declaration), not for swapping the consignee to avoid a screening.",
  schema: AmendDeclarationArgs,
  outputs: [{ name: "declarationId", kind: "declaration" }],
  refable: [],
  identity: ["declarationId", "changes.to"],
  plain: ["changes.field", "changes.from", "reason"],
  eager: false,
  inverse: "amend_declaration",
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    const plan = await planAmendment(context.ports, args, context.businessNow);
    if (!plan.ok) return toFailure(plan);
    const { declaration, content } = plan;
    const record = `${declaration.id}@${declaration.version}`;
    const changes = changesAsJson(plan.args.changes);
    return requestDryRun(
      {
        tool: "amend_declaration",
        args: plan.args,
        declaration,
        content,
        state: declaration.state === "accepted" ? "amendment_pending" : declaration.state,
        findings: [
          ...plan.problems.map(toFinding),
          ...quantityFinding(content, shipmentOf(declaration.shipmentId, context), record, "warn"),
        ],
        meaning: { declarationId: declaration.id, changes, version: declaration.version },
        inverse: {
          tool: "amend_declaration",
          args: { declarationId: declaration.id, changes: changesBack(plan.args.changes), reason: "undo" },
        },
        result: { changes, quantityRises: plan.quantityRises, partyChanges: plan.partyChanges },
      },
      context,
    );
  },
});
