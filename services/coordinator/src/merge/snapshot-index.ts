import type { AgentName, Selector, Snapshot } from "@quartermaster/shared/contracts";
import type { MergeInput } from "./merge-input.ts";

/** Finds records by domain, kind and id among everything that the agents read; the newest version wins. */
export interface SnapshotIndex {
  find(domain: AgentName, kind: string, id: string): Snapshot | undefined;
  all(): readonly Snapshot[];
  isMissing(selector: Selector): boolean;
}

const keyOf = (selector: Pick<Selector, "domain" | "kind" | "id">): string => `${selector.domain}|${selector.kind}|${selector.id}`;

/** Builds the index over snapshots, reads and the evidence of proposals. */
export function indexSnapshots(input: MergeInput): SnapshotIndex {
  const found = new Map<string, Snapshot>();
  const add = (snapshot: Snapshot | undefined) => {
    if (!snapshot) return;
    const known = found.get(keyOf(snapshot));
    if (!known || known.version <= snapshot.version) found.set(keyOf(snapshot), snapshot);
  };
  for (const proposal of input.proposals) for (const item of proposal.evidence) add(item.snapshot);
  for (const read of input.reads) for (const record of read.records) add(record);
  for (const snapshot of input.snapshots) add(snapshot);
  const missing = new Set(input.missingSnapshots.map(keyOf));
  return {
    all: () => [...found.values()],
    find: (domain, kind, id) => found.get(keyOf({ domain, kind, id })),
    isMissing: (selector) => missing.has(keyOf(selector)),
  };
}
