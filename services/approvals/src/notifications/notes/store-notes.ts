import { newId } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { Note } from "./note.ts";

const INSERT = `insert into notification_notes (tenant, id, kind, approval_id, key, body)
  select $1, n.id, n.kind, n.approval_id, n.key, n.body::json
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as n(id, kind, approval_id, key, body)
  where exists (select from notification_channels where tenant = $1 and stopped is null)
  on conflict (tenant, key) do nothing`;

/** Stores notes in the transaction of what they tell of; nothing while nobody of the tenant wants to be told. */
export async function storeNotes(tx: Tx, tenant: string, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return;
  const values = [
    tenant,
    notes.map(() => newId("ntf")),
    notes.map((note) => note.kind),
    notes.map((note) => note.approvalId),
    notes.map((note) => note.key),
    notes.map((note) => JSON.stringify(note.body)),
  ];
  await tx.query({ name: "notes-insert", text: INSERT, values });
}
