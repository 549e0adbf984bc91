import type { Intent, Proposal } from "@quartermaster/shared/contracts";
import { objectsOf, textOf } from "./fields.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** True when goods that leave then leave on a day that the words allow; words that name none allow all. */
export function leavesWhenSaid(intent: Intent, etd: string): boolean {
  const said = intent.entities.find(({ kind }) => kind === "said_departs")?.id.split("/");
  const [from = "", until = ""] = said ?? [];
  const day = etd.slice(0, 10);
  return (from === "" || day >= from) && (until === "" || day <= until);
}

/** When the goods of a proposal would leave: by the record of its service, else by the leg as it would be. */
function departureOf({ args, planned }: Proposal, index: SnapshotIndex): string | null {
  const service = index.find("transit", "service", textOf(args, "serviceId") ?? "")?.fields;
  const etd = textOf(service ?? {}, "etd") ?? textOf(args, "newEtd");
  if (etd !== null) return etd;
  const legs = planned.flatMap(({ snapshot }) => objectsOf(snapshot.legs));
  return textOf(legs.find((leg) => args.legSeq === undefined || leg.seq === args.legSeq) ?? {}, "etd");
}

/** A booking or another departure that leaves before or after the days of the words: the wrong week arrives in time as well. */
export function strayDeparture(intent: Intent, proposal: Proposal, index: SnapshotIndex): string | null {
  if (!["book_shipment", "reschedule_leg"].includes(proposal.tool)) return null;
  const etd = departureOf(proposal, index);
  return etd === null || leavesWhenSaid(intent, etd) ? null : `it leaves on ${etd.slice(0, 10)}, not on a day that the request names`;
}
