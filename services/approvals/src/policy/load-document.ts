import { type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash } from "@quartermaster/shared/signing";
import { raiseEpoch } from "../kill-switch/raise-epoch.ts";
import { appendEntry } from "../ledger/append-entry.ts";
import { findLoosening } from "./check-tightens.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { readBasePolicy } from "./read-policy.ts";

/** A document as it is kept. */
export interface LoadedDocument {
  version: string;
  /** Business time, ISO. */
  validFrom: string;
  author: string;
  loadedAt: string;
  hash: string;
}

interface Row {
  version: string;
  valid_from: string;
  author: string;
  loaded_at: string;
  document: PolicyDocument;
}

const READ = "select version, valid_from, author, loaded_at, document from policy_documents where tenant = $1 and version = $2";
const INSERT = `insert into policy_documents (tenant, version, valid_from, author, document, in_force_at)
  values ($1, $2, greatest(business_now($1), $3::timestamptz), $4, $5,
    case when $3::timestamptz is null or $3::timestamptz <= business_now($1) then clock_timestamp() end)
  on conflict (tenant, version) do nothing returning version, valid_from, author, loaded_at, document, in_force_at is not null as in_force`;

const asLoaded = (row: Row): LoadedDocument => ({
  version: row.version,
  validFrom: row.valid_from,
  author: row.author,
  loadedAt: row.loaded_at,
  hash: contentHash(row.document),
});

async function store(
  tx: Tx,
  tenant: string,
  author: string,
  document: PolicyDocument,
): Promise<{ loaded: LoadedDocument; isNew: boolean }> {
  const values = [tenant, document.version, document.validFrom ?? null, author, JSON.stringify(document)];
  const inserted = (await tx.query<Row & { in_force: boolean }>(INSERT, values)).rows[0];
  if (inserted) {
    const loaded = asLoaded(inserted);
    // What was granted under the looser policy is void; it is judged anew before it is granted again. Of a later one: when its time comes.
    if (inserted.in_force) await raiseEpoch(tx, tenant);
    const body = { ...loaded, document };
    await appendEntry(tx, tenant, {
      kind: "policy.loaded",
      requestId: "",
      planId: "",
      stepId: null,
      subject: document.version,
      actor: author,
      body,
    });
    return { loaded, isNew: true };
  }
  const known = (await tx.query<Row>(READ, [tenant, document.version])).rows[0];
  if (!known || contentHash(known.document) !== contentHash(document))
    throw new AppError("policy_version_taken", {
      detail: `version ${document.version} was loaded with other content; a version is never used twice`,
    });
  return { loaded: asLoaded(known), isNew: false };
}

/**
 * Checks a tenant's policy document and keeps it, with its ledger entry, in one transaction. The same document again changes
 * nothing. It holds for every evaluation from `validFrom` on: new plans, decisions, and the check right before signing.
 * @throws AppError policy_loosens naming every member that asks for less than the policy without it; policy_version_taken.
 */
export async function loadDocument(
  pool: Pool,
  tenant: string,
  author: string,
  document: PolicyDocument,
): Promise<{ loaded: LoadedDocument; isNew: boolean }> {
  return await transaction(pool, tenant, async (tx) => {
    const errors = findLoosening(await readBasePolicy(tx, tenant), document);
    if (errors.length > 0)
      throw new AppError("policy_loosens", { detail: errors.map((error) => `${error.path}: ${error.message}`).join("; "), errors });
    return await store(tx, tenant, author, document);
  });
}

/** Every document of a tenant, newest first. */
export async function listDocuments(tx: Tx, tenant: string): Promise<LoadedDocument[]> {
  const text =
    "select version, valid_from, author, loaded_at, document from policy_documents where tenant = $1 order by valid_from desc, loaded_at desc limit 50";
  return (await tx.query<Row>(text, [tenant])).rows.map(asLoaded);
}
