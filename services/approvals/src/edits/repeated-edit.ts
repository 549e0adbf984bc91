import { isDeepStrictEqual } from "node:util";
import type { ApprovalPicture, PlanPicture } from "../decision/plan-picture.ts";
import { narrowArgs } from "./narrow-args.ts";
import type { EditCommand } from "./record-edit.ts";

/**
 * The item whose newest edit is this very one: the same person's, of the same card, to the same args. Its answer may have been lost with
 * the process that recorded it. Null when it is another.
 */
export function repeatedEdit(plan: PlanPicture, command: EditCommand): ApprovalPicture | null {
  const approval = plan.approvals.find((candidate) => candidate.id === command.approvalId);
  const edit = approval?.edit;
  if (!approval || !edit || edit.by !== command.by) return null;
  const editedCard = edit.revision === null ? approval.revision : edit.revision - 1;
  const isSame = isDeepStrictEqual(narrowArgs(approval.tool, edit.from, command.args).args, edit.args);
  return command.ifMatch === editedCard && isSame ? approval : null;
}
