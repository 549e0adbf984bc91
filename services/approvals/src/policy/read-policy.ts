import type { Tx } from "@quartermaster/shared/db";
import { applyDocument } from "./apply-document.ts";
import { PolicyDocument } from "./policy-document.ts";
import { type Policy, SHIPPED_POLICY } from "./policy-table.ts";
import { Thresholds } from "./thresholds.ts";

const BASE = "select thresholds from approval_policy where tenant = $1";
const IN_FORCE = `select document from policy_documents where tenant = $1 and valid_from <= business_now($1) order by valid_from desc, loaded_at desc limit 1`;

/** What a tenant's documents stand on: the shipped table with the tenant's own thresholds, where it has a row of them. */
export async function readBasePolicy(tx: Tx, tenant: string): Promise<Policy> {
  const row = (await tx.query<{ thresholds: unknown }>({ name: "thresholds", text: BASE, values: [tenant] })).rows[0];
  return row ? { ...SHIPPED_POLICY, thresholds: Thresholds.parse(row.thresholds) } : SHIPPED_POLICY;
}

/**
 * The policy in force for a tenant now, in business time: base and the newest document that is valid.
 * @throws when a stored document cannot be read: without a policy nothing is decided or granted.
 */
export async function readPolicy(tx: Tx, tenant: string): Promise<Policy> {
  const base = await readBasePolicy(tx, tenant);
  const row = (await tx.query<{ document: unknown }>({ name: "policy-in-force", text: IN_FORCE, values: [tenant] })).rows[0];
  return row ? applyDocument(base, PolicyDocument.parse(row.document)) : base;
}
