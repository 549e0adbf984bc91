import { contentHash, type Signed, type SigningPurpose, type Verifier } from "@quartermaster/shared/signing";
import { z } from "zod";

const GENESIS = `sha256:${"0".repeat(64)}`;

/** One line of a ledger export (`GET /v1/ledger` with `Accept: application/x-ndjson`). */
export const LedgerLine = z.object({
  tenant: z.string(),
  position: z.number().int().positive(),
  id: z.string(),
  kind: z.string(),
  requestId: z.string(),
  planId: z.string(),
  stepId: z.string().nullable(),
  subject: z.string(),
  actor: z.string(),
  at: z.string(),
  body: z.unknown(),
  bodyHash: z.string(),
  prev: z.string(),
  hash: z.string(),
});
export type LedgerLine = z.infer<typeof LedgerLine>;

export interface LedgerFinding {
  position: number;
  code: "gap" | "body_changed" | "link_changed" | "signature_invalid" | "effect_without_grant";
  detail: string;
}

const SIGNED: Readonly<Record<string, SigningPurpose>> = {
  "grant.issued": "grant",
  "grant.revoked": "revoke",
  "call.settled": "settlement",
  "receipt.recorded": "receipt",
};

interface SignedFacts {
  grantId: string;
  domain?: string;
  outcome?: string;
}

function checkLink(line: LedgerLine, expected: { position: number; prev: string }): LedgerFinding | null {
  const { position } = line;
  if (position !== expected.position) return { position, code: "gap", detail: `position ${expected.position} is missing` };
  if (contentHash(line.body) !== line.bodyHash) return { position, code: "body_changed", detail: "the body does not fit its hash" };
  const { body: _body, hash, ...linked } = line;
  if (line.prev !== expected.prev || contentHash(linked) !== hash)
    return { position, code: "link_changed", detail: "the link does not fit the entry before" };
  return null;
}

function checkSignature(line: LedgerLine, verifier: Verifier, grants: Set<string>): LedgerFinding | null {
  const purpose = SIGNED[line.kind];
  if (!purpose) return null;
  const signed = line.body as Signed<SignedFacts>;
  const { position } = line;
  try {
    verifier.verify(purpose, signed, [purpose === "receipt" ? `x_${signed.body.domain}` : "approvals"], new Date(line.at));
  } catch (error) {
    return { position, code: "signature_invalid", detail: error instanceof Error ? error.message : String(error) };
  }
  if (line.kind === "grant.issued") grants.add(signed.body.grantId);
  if (purpose === "receipt" && signed.body.outcome === "succeeded" && !grants.has(signed.body.grantId)) {
    return { position, code: "effect_without_grant", detail: `no grant ${signed.body.grantId} stands before this receipt` };
  }
  return null;
}

/**
 * Checks an exported ledger without the system that wrote it: chain, bodies, signatures, and that every succeeded receipt has
 * its grant before it.
 * @returns the first thing that is wrong, or null.
 */
export function verifyLedger(lines: readonly LedgerLine[], verifier: Verifier): LedgerFinding | null {
  const grants = new Set<string>();
  let prev = GENESIS;
  for (const [index, line] of lines.entries()) {
    const finding = checkLink(line, { position: index + 1, prev }) ?? checkSignature(line, verifier, grants);
    if (finding) return finding;
    prev = line.hash;
  }
  return null;
}
