import type { Tx } from "@quartermaster/shared/db";

/**
 * Locks a request's row until the transaction ends. One order everywhere, so that no two transactions wait for each other: a
 * transaction that changes a request and its plan, steps or tasks locks the request before it changes any of them.
 */
export async function lockRequest(tx: Tx, requestId: string): Promise<void> {
  await tx.query({ name: "request-lock", text: "select 1 from requests where id = $1 for no key update", values: [requestId] });
}

/** The same by the id of the request's plan. */
export async function lockRequestOfPlan(tx: Tx, planId: string): Promise<void> {
  const text = "select 1 from requests where id = (select request_id from plans where id = $1 limit 1) for no key update";
  await tx.query({ name: "request-lock-by-plan", text, values: [planId] });
}
