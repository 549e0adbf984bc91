import type { AgentName, JsonObject } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import type { StepRow } from "../handoff/plan-store.ts";
import { type DoneStep, takenBack } from "./taken-back.ts";

/** How the effect of a step can be taken back: by the request in it, or not, with a code that says why. */
export type Undo =
  | { possible: true; agent: AgentName; tool: string; args: JsonObject; remark: string | null }
  /** `by`: the request that took it back. */
  | { possible: false; because: string; by?: string };

/** What to know before undoing, by the tool that is undone; the others are undone as if they had not been. */
const REMARKS: Readonly<Record<string, string>> = {
  release_reservation: "units_may_be_gone",
  transfer_stock: "until_issued",
  book_shipment: "carrier_may_charge",
  change_lines: "while_not_loaded",
  reschedule_leg: "if_space_is_left",
  lodge_declaration: "authority_decides",
  amend_declaration: "authority_decides",
};

/** Why no request takes an effect back, by tool. */
const BECAUSE: Readonly<Record<string, string>> = {
  adjust_stock: "count_again",
  set_stock_status: "stock_was_joined_or_locked",
  create_reorder: "supplier_was_asked",
  request_cycle_count: "people_were_asked",
  release_reservation: "transfer_was_cancelled",
  reschedule_leg: "no_service_before",
  reroute_shipment: "goods_go_the_new_way",
  cancel_shipment: "book_anew",
  resolve_screening: "screening_is_closed",
  draft_declaration: "draft_binds_nobody",
  invalidate_declaration: "lodge_anew",
  file_exit_evidence: "evidence_was_sent",
};

type Undoable = Pick<StepRow, "stepId" | "tool" | "receipt"> & { step: Pick<StepRow["step"], "args"> };

/** Outcomes after which the shipment may stand. */
const MAY_STAND = new Set(["succeeded", "unknown"]);

/** Whether a step of the plan booked the transport of the transfer that this step made; only the booking's end frees the transfer. */
function isBooked(row: Undoable, steps: readonly Undoable[]): boolean {
  const transfer = row.receipt?.outputs.transferId;
  return steps.some(({ tool, step, receipt }) => {
    if (tool !== "book_shipment" || !receipt || !MAY_STAND.has(receipt.outcome) || receipt.externalOutcome === "rejected") return false;
    const ref = step.args.transferRef;
    if (typeof ref === "string") return ref === transfer;
    return canonicalJson(ref ?? null) === canonicalJson({ $ref: { step: row.stepId, output: "transferId" } });
  });
}

/** Whether the end of this booking also calls a transfer off: it carries one that was not taken back by itself. */
function endsTransfer(row: Undoable, steps: readonly Undoable[], done: readonly DoneStep[]): boolean {
  const ref = row.step.args.transferRef;
  if (row.tool !== "book_shipment" || ref === undefined || ref === null) return false;
  const transfer = steps.find((step) => step.tool === "transfer_stock" && step.receipt !== null && isBooked(step, [row]));
  return !transfer?.receipt || takenBack(transfer.receipt, done) === null;
}

function remarkOf(row: Undoable, steps: readonly Undoable[], done: readonly DoneStep[]): string | null {
  if (isBooked(row, steps)) return "booking_first";
  return endsTransfer(row, steps, done) ? "transfer_ends_too" : (REMARKS[row.tool] ?? null);
}

/**
 * Whether and how a step's effect can be taken back, from the executor's own receipt; null while it has none. `steps` are those of its
 * request: a transfer whose transport was booked with it is undone after the booking. `done` is what any request did to the same thing: an
 * effect that was taken back is not offered again.
 */
export function undoOfStep(row: Undoable, steps: readonly Undoable[], done: readonly DoneStep[] = []): Undo | null {
  const { receipt, tool } = row;
  if (receipt?.outcome !== "succeeded") return null;
  if (receipt.externalOutcome === "rejected") return { possible: false, because: "nothing_was_done" };
  if (receipt.inverse === null) return { possible: false, because: BECAUSE[tool] ?? "no_opposite_action" };
  const back = takenBack(receipt, done);
  if (back !== null) return { possible: false, because: back.because, by: back.requestId };
  return {
    possible: true,
    agent: receipt.domain,
    ...receipt.inverse,
    remark: remarkOf(row, steps, done),
  };
}
