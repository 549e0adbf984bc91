import { type JsonObject, newId } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { z } from "zod";

const Audit = z.object({
  party: z.string().nullable(),
  nameKey: z.string(),
  listVersion: z.string().nullable(),
  status: z.enum(["clear", "review", "confirmed"]),
  score: z.string(),
  hits: z.array(z.string()),
});

/** Puts a screening on file: the only row that the agent's role may write. The same task screening the same name again adds none. */
export async function recordScreening(tx: Tx, entry: { tenant: string; taskId: string; tool: string; audit: JsonObject }): Promise<void> {
  const audit = Audit.parse(entry.audit);
  await tx.query(
    `insert into screening_audit (tenant, id, party, name_key, list_version, status, score, hits, task, at)
     select $1, $2, $3, $4, $5, $6, $7::numeric, $8, $9, business_now($1)
     where not exists (select from screening_audit where task = $9 and name_key = $4 and list_version is not distinct from $5)`,
    [entry.tenant, newId("evt"), audit.party, audit.nameKey, audit.listVersion, audit.status, audit.score, audit.hits, entry.taskId],
  );
}
