import { z } from "zod";
import { Id, TenantId } from "./ids.ts";
import { Hash, Instant, JsonObject, JsonValue } from "./json.ts";
import { ApprovalState, StepState } from "./words.ts";

/** Narrower args that an approver wants instead of the step's; the coordinator answers with a new plan revision. */
export const StepEdit = z.strictObject({ id: Id, by: z.string().max(64), args: JsonObject, at: Instant });
export type StepEdit = z.infer<typeof StepEdit>;

export const Slot = z.strictObject({ role: z.string(), filledBy: z.string().nullable() });
export type Slot = z.infer<typeof Slot>;

/**
 * What approvals knows of a plan; published on `qm.decision.<tenant>.<request>` after every change as a full picture.
 * The receiver keeps the highest `sequence` per plan and ignores the rest, so order and duplicates do not matter.
 */
export const PlanState = z.strictObject({
  v: z.literal(1),
  tenant: TenantId,
  requestId: Id,
  planId: Id,
  revision: z.number().int().positive(),
  planHash: Hash,
  sequence: z.number().int().positive(),
  /** accepted: items exist or grants were signed. refused: nothing will happen, `refusal` says why. */
  state: z.enum(["accepted", "refused", "superseded", "withdrawn", "conflict"]),
  refusal: z.strictObject({ code: z.string(), detail: z.string(), stepId: Id.nullable() }).nullable(),
  steps: z.array(
    z.strictObject({
      stepId: Id,
      state: StepState,
      code: z.string().nullable(),
      reason: z.string().nullable(),
      approval: z
        .strictObject({
          id: Id,
          state: ApprovalState,
          revision: z.number().int(),
          required: z.number().int(),
          slots: z.array(Slot),
          decideBy: Instant.nullable(),
          executeBy: Instant.nullable(),
          policyId: z.string(),
          noEligibleApprover: z.string().nullable(),
          /** Only while the edit waits for its revision. */
          edit: StepEdit.optional(),
        })
        .nullable(),
      preview: z.strictObject({ before: z.array(JsonValue), after: z.array(JsonValue) }).nullable(),
      grantId: Id.nullable(),
      decidedBy: z.array(
        z.strictObject({ user: z.string(), role: z.string(), decision: z.string(), reason: z.string().nullable(), at: Instant }),
      ),
    }),
  ),
  at: Instant,
});
export type PlanState = z.infer<typeof PlanState>;

/** Coordinator → approvals on `qm.execute.<tenant>.<step>` and `qm.plan.<tenant>.<request>`. */
export const PlanCommand = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("execute"), tenant: TenantId, requestId: Id, planId: Id, revision: z.number().int(), stepId: Id }),
  z.strictObject({ type: z.literal("cancel"), tenant: TenantId, requestId: Id, planId: Id, by: z.string() }),
  z.strictObject({ type: z.literal("pause"), tenant: TenantId, requestId: Id, planId: Id, until: Instant }),
  z.strictObject({ type: z.literal("resume"), tenant: TenantId, requestId: Id, planId: Id }),
  z.strictObject({
    type: z.literal("withdraw"),
    tenant: TenantId,
    requestId: Id,
    planId: Id,
    reason: z.string(),
    supersededBy: Id.nullable(),
  }),
  /** Asks what approvals holds beyond what the coordinator knows: messages may have been lost with the bus. */
  z.strictObject({
    type: z.literal("report"),
    tenant: TenantId,
    requestId: Id,
    planId: Id,
    /** Highest sequence of the plan's states that is known. */
    sequence: z.number().int().nonnegative(),
    /** Receipts that are known, by step. */
    receipts: z.array(z.strictObject({ stepId: Id, version: z.number().int().nonnegative() })).max(1_000),
  }),
]);
export type PlanCommand = z.infer<typeof PlanCommand>;
