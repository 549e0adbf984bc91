import type { CustomsStep } from "../domain/declaration-machine.ts";
import type { MessageKind } from "../domain/ports.ts";

/** What one step of customs does beside moving the state. */
export interface StepRule {
  step: CustomsStep;
  /** The message that it answers, and how. */
  answers: { kind: MessageKind; verdict: "accepted" | "rejected" } | null;
  /** True when customs may say it without having been asked. */
  unasked: boolean;
  /** Column that keeps the moment. */
  timeColumn: "accepted_at" | "released_at" | "arrived_at_exit_at" | "exit_confirmed_at" | "exit_enquiry_at" | "invalidated_at" | null;
  exitStatus: string | null;
  /** Licences: use what was committed, free it, or commit what an amendment adds. */
  licences: "use" | "free" | "amend" | null;
}

const rule = (step: CustomsStep, more: Partial<StepRule> = {}): StepRule => ({
  step,
  answers: null,
  unasked: true,
  timeColumn: null,
  exitStatus: null,
  licences: null,
  ...more,
});
const answer = (step: CustomsStep, kind: MessageKind, verdict: "accepted" | "rejected", more: Partial<StepRule> = {}): StepRule =>
  rule(step, { answers: { kind, verdict }, unasked: false, ...more });

/** Every step that customs may report. A lodging may have been sent before this system kept messages, so it needs none. */
export const STEP_RULES: readonly StepRule[] = [
  answer("customs_accepted", "lodge", "accepted", { unasked: true, timeColumn: "accepted_at" }),
  answer("customs_rejected", "lodge", "rejected", { unasked: true, licences: "free" }),
  rule("customs_under_control"),
  rule("customs_released", { timeColumn: "released_at" }),
  rule("customs_not_released", { licences: "free" }),
  rule("customs_arrived_at_exit", { timeColumn: "arrived_at_exit_at" }),
  rule("customs_exited", { timeColumn: "exit_confirmed_at", exitStatus: "confirmed", licences: "use" }),
  answer("customs_amendment_accepted", "amend", "accepted", { licences: "amend" }),
  answer("customs_amendment_rejected", "amend", "rejected"),
  answer("customs_invalidated", "invalidate", "accepted", { unasked: true, timeColumn: "invalidated_at", licences: "free" }),
  answer("customs_invalidation_refused", "invalidate", "rejected"),
  rule("customs_exit_enquiry", { timeColumn: "exit_enquiry_at", exitStatus: "enquiry" }),
  answer("customs_evidence_accepted", "exit_evidence", "accepted", {
    timeColumn: "exit_confirmed_at",
    exitStatus: "confirmed",
    licences: "use",
  }),
  answer("customs_evidence_rejected", "exit_evidence", "rejected", { exitStatus: "evidence_rejected" }),
];

/** The tool whose receipt waits for the answer to a message. */
export const TOOL_OF: Record<MessageKind, string> = {
  lodge: "lodge_declaration",
  amend: "amend_declaration",
  invalidate: "invalidate_declaration",
  exit_evidence: "file_exit_evidence",
};
