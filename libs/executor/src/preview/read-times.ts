import type { Tx } from "@quartermaster/shared/db";

/** Database time and the tenant's business time, both ISO. */
export async function readTimes(tx: Tx, tenant: string): Promise<{ databaseNow: string; businessNow: string }> {
  const row = (
    await tx.query<{ now: string; business: string }>({
      name: "read-times",
      text: "select now() as now, business_now($1) as business",
      values: [tenant],
    })
  ).rows[0];
  if (!row) throw new Error("the database gave no time");
  return { databaseNow: row.now, businessNow: row.business };
}
