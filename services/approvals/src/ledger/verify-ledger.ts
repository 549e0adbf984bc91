import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash, type Signed, type Verifier } from "@quartermaster/shared/signing";
import { GENESIS, linkHash } from "./chain.ts";
import { type EntryRow, readSealed, readUnsealed } from "./entry-rows.ts";

interface LedgerFault {
  position: number | null;
  entry: string | null;
  code: "gap" | "body_changed" | "link_changed" | "signature_invalid" | "effect_without_grant" | "head_differs" | "entry_lost";
  detail: string;
}

export interface LedgerReport {
  ok: boolean;
  entries: number;
  /** Entries written but not chained yet; normal for a fraction of a second. */
  unsealed: number;
  head: { position: number; hash: string } | null;
  firstBad: LedgerFault | null;
}

const SIGNED: Readonly<
  Record<string, { purpose: "grant" | "receipt" | "revoke" | "settlement"; roles: (body: { domain?: string }) => string[] }>
> = {
  "grant.issued": { purpose: "grant", roles: () => ["approvals"] },
  "grant.revoked": { purpose: "revoke", roles: () => ["approvals"] },
  "call.settled": { purpose: "settlement", roles: () => ["approvals"] },
  "receipt.recorded": { purpose: "receipt", roles: (body) => [`x_${body.domain}`] },
};

interface State {
  prev: string;
  position: number;
  grants: Set<string>;
}

function checkSignature(row: EntryRow, verifier: Verifier, state: State): LedgerFault | null {
  const rule = SIGNED[row.kind];
  if (!rule) return null;
  const signed = row.body as Signed<{ grantId: string; domain?: string; outcome?: string }>;
  try {
    // Keys may have been rotated since: an entry's signature is checked for the time it was made.
    verifier.verify(rule.purpose, signed, rule.roles(signed.body), new Date(row.at));
  } catch (error) {
    // Keys that cannot be read now are no fault of the ledger.
    if (AppError.isInstance(error) && error.retryable) throw error;
    return {
      position: row.position,
      entry: row.id,
      code: "signature_invalid",
      detail: error instanceof Error ? error.message : String(error),
    };
  }
  if (row.kind === "grant.issued") state.grants.add(signed.body.grantId);
  if (row.kind === "receipt.recorded" && signed.body.outcome === "succeeded" && !state.grants.has(signed.body.grantId)) {
    return {
      position: row.position,
      entry: row.id,
      code: "effect_without_grant",
      detail: `the receipt names grant ${signed.body.grantId}, which is not in the ledger before it`,
    };
  }
  return null;
}

function checkRow(tenant: string, row: EntryRow, verifier: Verifier, state: State): LedgerFault | null {
  const bad = (code: LedgerFault["code"], detail: string): LedgerFault => ({ position: row.position, entry: row.id, code, detail });
  const position = row.position ?? 0;
  if (position !== state.position + 1) return bad("gap", `position ${state.position + 1} is missing`);
  if (contentHash(row.body) !== row.body_hash) return bad("body_changed", "the body does not fit its hash");
  if (row.prev !== state.prev) return bad("link_changed", "the link before differs");
  const hash = linkHash(
    {
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
    },
    state.prev,
  );
  if (hash !== row.hash) return bad("link_changed", "the entry does not fit its link");
  state.position = position;
  state.prev = hash;
  return checkSignature(row, verifier, state);
}

async function checkEnds(tx: Tx, tenant: string, state: State): Promise<LedgerFault | null> {
  const lost = (
    await tx.query<{ id: string }>(
      `select e.id from ledger_entries e left join ledger_seals s on s.entry_id = e.id left join ledger_unsealed u on u.entry_id = e.id
        where e.tenant = $1 and s.entry_id is null and u.entry_id is null limit 1`,
      [tenant],
    )
  ).rows[0];
  if (lost) return { position: null, entry: lost.id, code: "entry_lost", detail: "an entry is neither chained nor waiting" };
  const heads = (
    await tx.query<{ position: number; head: Signed<{ position: number; hash: string }> }>(
      "select position, head from ledger_heads where tenant = $1 order by position desc limit 1",
      [tenant],
    )
  ).rows[0];
  if (heads && heads.head.body.position > state.position)
    return { position: heads.position, entry: null, code: "gap", detail: "a signed head is beyond the last link" };
  return null;
}

/**
 * Walks a tenant's chain from the beginning: links, bodies, signatures, effects without a grant, signed heads. Stops at the first fault.
 * @throws AppError unavailable while the keys cannot be read
 */
export async function verifyLedger(tx: Tx, tenant: string, verifier: Verifier): Promise<LedgerReport> {
  const state: State = { prev: GENESIS, position: 0, grants: new Set() };
  let firstBad: LedgerFault | null = null;
  for (;;) {
    const rows = await readSealed(tx, tenant, state.position, 1_000);
    for (const row of rows) {
      firstBad = checkRow(tenant, row, verifier, state);
      if (firstBad) break;
    }
    if (firstBad || rows.length < 1_000) break;
  }
  firstBad ??= await checkEnds(tx, tenant, state);
  const unsealed = (await readUnsealed(tx, tenant, 10_000)).length;
  return {
    ok: firstBad === null,
    entries: state.position,
    unsealed,
    head: state.position === 0 ? null : { position: state.position, hash: state.prev },
    firstBad,
  };
}
