import { type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import type { Signer } from "@quartermaster/shared/signing";
import { GENESIS, linkHash } from "./chain.ts";
import { type EntryRow, readUnsealed } from "./entry-rows.ts";

const BATCH = 500;
const INSERT = `insert into ledger_seals (tenant, position, entry_id, prev, hash)
  select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[])`;
const LAST = "select position, hash from ledger_seals where tenant = $1 order by position desc limit 1";
const UNSIGNED_HEAD = `select s.position, s.hash, now() as at from ledger_seals s where s.tenant = $1
  and not exists (select 1 from ledger_heads h where h.tenant = $1 and h.at > now() - interval '1 minute') order by s.position desc limit 1`;

interface Head {
  position: number;
  hash: string;
}

interface Link extends Head {
  id: string;
  prev: string;
}

function chain(tenant: string, rows: readonly EntryRow[], head: Head): Link[] {
  let { position, hash: prev } = head;
  return rows.map((row) => {
    position += 1;
    const entry = {
      tenant,
      position,
      id: row.id,
      kind: row.kind,
      requestId: row.request_id,
      planId: row.plan_id,
      stepId: row.step_id,
      subject: row.subject,
      actor: row.actor,
      bodyHash: row.body_hash,
      at: row.at,
    };
    const link = { position, id: row.id, prev, hash: linkHash(entry, prev) };
    prev = link.hash;
    return link;
  });
}

async function store(tx: Tx, tenant: string, links: readonly Link[]): Promise<void> {
  const ids = links.map((link) => link.id);
  await tx.query(INSERT, [tenant, links.map((link) => link.position), ids, links.map((link) => link.prev), links.map((link) => link.hash)]);
  await tx.query("delete from ledger_unsealed where entry_id = any($1)", [ids]);
}

/** Chains a batch of a tenant's waiting entries; one sealer a tenant at a time over all replicas. Returns how many were chained. */
export async function sealTenant(pool: Pool, tenant: string): Promise<number> {
  return await transaction(pool, tenant, async (tx) => {
    const lock = (await tx.query<{ ok: boolean }>("select pg_try_advisory_xact_lock(771010, hashtext($1)) as ok", [tenant])).rows[0];
    const rows = lock?.ok ? await readUnsealed(tx, tenant, BATCH) : [];
    if (rows.length === 0) return 0;
    const head = (await tx.query<Head>(LAST, [tenant])).rows[0] ?? { position: 0, hash: GENESIS };
    await store(tx, tenant, chain(tenant, rows, head));
    return rows.length;
  });
}

/** Signs the newest link of a tenant, at most once a minute: a chain that was cut or rewritten later no longer fits it. */
export async function signHead(pool: Pool, signer: Signer, tenant: string): Promise<void> {
  await transaction(pool, tenant, async (tx) => {
    const head = (await tx.query<Head & { at: string }>(UNSIGNED_HEAD, [tenant])).rows[0];
    if (!head) return;
    const signed = signer.sign("ledger-head", { v: 1, tenant, position: head.position, hash: head.hash, at: head.at });
    const text = "insert into ledger_heads (tenant, position, head) values ($1, $2, $3) on conflict do nothing";
    await tx.query(text, [tenant, head.position, JSON.stringify(signed)]);
  });
}
