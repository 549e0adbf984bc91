import type { AgentName, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { textOf } from "./fields.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Effects that change what an existing shipment carries, how it travels, or whether it goes at all. */
export const CHANGES_SHIPMENT: ReadonlySet<string> = new Set(["change_lines", "reschedule_leg", "reroute_shipment", "cancel_shipment"]);
/** Effects on papers; they follow the change of the shipment that they belong to. */
export const CHANGES_PAPERS: ReadonlySet<string> = new Set([
  "draft_declaration",
  "amend_declaration",
  "invalidate_declaration",
  "lodge_declaration",
]);

/** Shipment that a proposal is about: named, or the one of the declaration that it changes. */
export const shipmentOf = (proposal: Proposal): string | null =>
  textOf(proposal.args, "shipmentId") ?? textOf(proposal.planned[0]?.snapshot ?? {}, "shipmentId");

/** The papers of a shipment as export control stated them. */
export const papersOf = (index: SnapshotIndex, shipmentId: string): JsonObject | undefined =>
  index.find("export", "papers", shipmentId)?.fields;

/** The shipment before the change, from the proposal's own evidence. */
export const shipmentBefore = (proposal: Proposal): JsonObject | undefined =>
  proposal.evidence.find((item) => item.snapshot?.kind === "shipment" && item.snapshot.id === proposal.args.shipmentId)?.snapshot?.fields;

/** True for a change after which goods of ours leave a customs territory while nobody declares them. */
export function leavesWithoutPapers(proposal: Proposal, index: SnapshotIndex): boolean {
  const after = proposal.tool === "reroute_shipment" ? proposal.planned[0]?.snapshot : undefined;
  const papers = papersOf(index, String(proposal.args.shipmentId));
  return after?.crossesTerritory === true && after.kind !== "inbound" && papers !== undefined && textOf(papers, "declarationId") === null;
}

/** Demands under which the units of a shipment may be set aside. */
export function demandsOf(shipment: JsonObject): string[] {
  return [textOf(shipment, "id"), textOf(shipment, "demandRef"), textOf(shipment, "transferRef")].filter(
    (ref): ref is string => ref !== null,
  );
}

/** Record that a step of an agent writes: the one that its arguments name and its exact guard protects. */
export function writtenRecords(proposal: Pick<Proposal, "agent" | "args" | "guards">): string[] {
  const named = new Set(Object.values(proposal.args).filter((value): value is string => typeof value === "string"));
  const own = (domain: AgentName) => domain === proposal.agent;
  return proposal.guards.flatMap((guard) => (guard.kind === "exact" && own(guard.domain) && named.has(guard.record) ? [guard.record] : []));
}
