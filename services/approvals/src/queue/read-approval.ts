import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { type ApprovalRow, type DecisionRow, toApproval } from "../adapters/rows.ts";
import type { ApprovalPicture } from "../decision/plan-picture.ts";

export interface FoundApproval {
  approval: ApprovalPicture;
  planId: string;
  businessNow: string;
}

/** Reads one item of a tenant with its decisions. @throws AppError not_found, the same for a foreign tenant's id. */
export async function readApproval(tx: Tx, tenant: string, id: string): Promise<FoundApproval> {
  const text = "select a.*, business_now($1) as business_now from approvals a where a.tenant = $1 and a.id = $2";
  const row = (await tx.query<ApprovalRow & { business_now: string }>({ name: "approval-read", text, values: [tenant, id] })).rows[0];
  if (!row) throw new AppError("not_found", { detail: "there is no such approval" });
  const decisions = (
    await tx.query<DecisionRow>({
      name: "approval-decisions",
      text: "select * from decisions where approval_id = $1 order by at, id",
      values: [id],
    })
  ).rows;
  return { approval: toApproval(row, decisions), planId: row.plan_id, businessNow: row.business_now };
}
