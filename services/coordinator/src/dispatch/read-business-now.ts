import type { OutboxTx } from "@quartermaster/shared/db";

/** Database's business time of a tenant. */
export async function readBusinessNow(tx: Pick<OutboxTx, "query">, tenant: string): Promise<string> {
  const found = await tx.query<{ at: string }>({ name: "business-now", text: "select business_now($1) as at", values: [tenant] });
  return found.rows[0]?.at ?? new Date().toISOString();
}
