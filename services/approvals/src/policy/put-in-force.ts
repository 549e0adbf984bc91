import { ALL_TENANTS, type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import { raiseEpoch } from "../kill-switch/raise-epoch.ts";
import { appendEntry } from "../ledger/append-entry.ts";

interface DocumentKey {
  tenant: string;
  version: string;
}

interface DocumentRow {
  valid_from: string;
  author: string;
}

const COME = `select p.tenant, p.version from tenants t join policy_documents p on p.tenant = t.tenant and p.in_force_at is null
  and p.valid_from <= now() + make_interval(secs => t.offset_ms / 1000.0) order by p.valid_from limit 50`;
const MARK = `update policy_documents set in_force_at = clock_timestamp()
  where tenant = $1 and version = $2 and in_force_at is null and valid_from <= business_now($1) returning valid_from, author`;

async function begin(tx: Tx, { tenant, version }: DocumentKey): Promise<boolean> {
  const row = (await tx.query<DocumentRow & Record<string, unknown>>(MARK, [tenant, version])).rows[0];
  if (!row) return false;
  const body = { version, validFrom: row.valid_from, epoch: await raiseEpoch(tx, tenant) };
  await appendEntry(tx, tenant, {
    kind: "policy.in_force",
    requestId: "",
    planId: "",
    stepId: null,
    subject: version,
    actor: row.author,
    body,
  });
  return true;
}

/**
 * One round: documents whose time has come raise their tenant's epoch, once, so that nothing runs under the policy it was granted by
 * before. Evaluations go by `validFrom` themselves.
 * @returns the tenants whose epoch was raised.
 */
export async function putInForce(pool: Pool): Promise<string[]> {
  const due = await transaction(pool, ALL_TENANTS, async (tx) => (await tx.query<DocumentKey & Record<string, unknown>>(COME)).rows);
  const raised = new Set<string>();
  for (const key of due) if (await transaction(pool, key.tenant, async (tx) => await begin(tx, key))) raised.add(key.tenant);
  return [...raised];
}
