import { FINAL_REQUEST_STATUSES } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, type OutboxTx, type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { recordEvent } from "../events/record-event.ts";
import { camelRow, type RequestRow } from "./request-row.ts";

/** Columns that hold JSON documents. */
const JSON_COLUMNS = new Set([
  "actions",
  "schedule",
  "intent",
  "request_token",
  "open_issues",
  "answer_facts",
  "questions",
  "refusal",
  "conflicts",
  "intent_usage",
]);

export type RequestPatch = Partial<
  Omit<RequestRow, "tenant" | "id" | "threadId" | "wake" | "lastEvent" | "attempts" | "createdAt" | "updatedAt">
>;

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads one request inside a transaction; null when the tenant has none with this id. */
export async function readRequest(tx: Tx, id: string): Promise<RequestRow | null> {
  const found = await tx.query({ name: "request-by-id", text: "select * from requests where id = $1", values: [id] });
  const row = found.rows[0];
  return row ? camelRow<RequestRow>(row) : null;
}

/** Finds a request by id for its tenant. @throws AppError not_found, also for another tenant's id */
export async function loadRequest(pool: Pool, tenant: string, id: string): Promise<RequestRow> {
  const row = await transaction(pool, tenant, (tx) => readRequest(tx, id));
  if (!row) throw new AppError("not_found", { detail: "there is no such request" });
  return row;
}

/** The tenant of a row that a bus message names; the subject is never trusted for it. */
export async function tenantOf(pool: Pool, table: "requests" | "tasks" | "plans", id: string): Promise<string | null> {
  const found = await transaction(pool, ALL_TENANTS, (tx) =>
    tx.query<{ tenant: string }>(`select tenant from ${table} where id = $1 limit 1`, [id]),
  );
  return found.rows[0]?.tenant ?? null;
}

async function writePatch(tx: Tx, row: RequestRow, owner: string | null, patch: RequestPatch): Promise<boolean> {
  const names = Object.keys(patch);
  const values = Object.entries(patch).map(([name, value]) =>
    JSON_COLUMNS.has(columnOf(name)) && value !== null ? JSON.stringify(value) : value,
  );
  const sets = names.map((name, index) => `${columnOf(name)} = $${index + 3}`).concat("updated_at = now()");
  const guard = owner === null ? "$2::text is null" : "owner = $2";
  const done = await tx.query(`update requests set ${sets.join(", ")} where id = $1 and ${guard} and phase <> 'done'`, [
    row.id,
    owner,
    ...values,
  ]);
  return done.rowCount === 1;
}

/**
 * Changes a request that this process holds by its lease, and writes the feed events that follow from a new status.
 * @param owner the lease's token, or null when the row is locked by the caller's own transaction.
 * @throws AppError lease_lost when somebody else holds the request or it is final.
 */
export async function changeRequest(tx: OutboxTx, row: RequestRow, owner: string | null, patch: RequestPatch): Promise<RequestRow> {
  if (!(await writePatch(tx, row, owner, patch))) throw new AppError("lease_lost", { detail: "another replica works on this request" });
  const next: RequestRow = { ...row, ...patch };
  if (next.status !== row.status || next.waitingFor !== row.waitingFor || next.attention !== row.attention) {
    await recordEvent(tx, row, "request.status", { status: next.status, waitingFor: next.waitingFor, attention: next.attention });
  }
  if (FINAL_REQUEST_STATUSES.includes(next.status) && !FINAL_REQUEST_STATUSES.includes(row.status)) {
    await recordEvent(tx, row, "request.completed", { status: next.status, answer: next.answer, supersededBy: next.supersededBy });
  }
  return next;
}
