import { contentHash } from "@quartermaster/shared/signing";

/** Hash before the first entry of a tenant. */
export const GENESIS = `sha256:${"0".repeat(64)}`;

export interface ChainedEntry {
  tenant: string;
  position: number;
  id: string;
  kind: string;
  requestId: string;
  planId: string;
  stepId: string | null;
  subject: string;
  actor: string;
  bodyHash: string;
  at: string;
}

/** Hash of one link: everything an entry says, its body by hash, and the link before it. */
export const linkHash = (entry: ChainedEntry, prev: string): string =>
  contentHash({
    tenant: entry.tenant,
    position: entry.position,
    id: entry.id,
    kind: entry.kind,
    requestId: entry.requestId,
    planId: entry.planId,
    stepId: entry.stepId,
    subject: entry.subject,
    actor: entry.actor,
    bodyHash: entry.bodyHash,
    at: entry.at,
    prev,
  });
