import type { Tx } from "@quartermaster/shared/db";

export interface EntryRow {
  id: string;
  kind: string;
  request_id: string;
  plan_id: string;
  step_id: string | null;
  subject: string;
  actor: string;
  body: unknown;
  body_hash: string;
  at: string;
  position: number | null;
  prev: string | null;
  hash: string | null;
}

const COLUMNS =
  "e.id, e.kind, e.request_id, e.plan_id, e.step_id, e.subject, e.actor, e.body, e.body_hash, e.at, s.position, s.prev, s.hash";

/** Sealed entries of a tenant after a position, in order. */
export async function readSealed(tx: Tx, tenant: string, after: number, limit: number): Promise<EntryRow[]> {
  const text = `select ${COLUMNS} from ledger_seals s join ledger_entries e on e.id = s.entry_id where s.tenant = $1 and s.position > $2 order by s.position limit $3`;
  return (await tx.query<EntryRow>({ name: "ledger-sealed", text, values: [tenant, after, limit] })).rows;
}

/** Entries that wait for the sealer. */
export async function readUnsealed(tx: Tx, tenant: string, limit: number): Promise<EntryRow[]> {
  const text = `select ${COLUMNS} from ledger_unsealed u join ledger_entries e on e.id = u.entry_id left join ledger_seals s on false where u.tenant = $1 order by u.seq limit $2`;
  return (await tx.query<EntryRow>(text, [tenant, limit])).rows;
}

/** An entry as it is exported: enough to check the chain without this service. */
export const exportEntry = (tenant: string, row: EntryRow) => ({
  tenant,
  position: row.position,
  id: row.id,
  kind: row.kind,
  requestId: row.request_id,
  planId: row.plan_id,
  stepId: row.step_id,
  subject: row.subject,
  actor: row.actor,
  at: row.at,
  body: row.body,
  bodyHash: row.body_hash,
  prev: row.prev,
  hash: row.hash,
});
