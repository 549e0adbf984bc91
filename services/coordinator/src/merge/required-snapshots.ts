import type { JsonValue, Proposal, Selector, Snapshot } from "@quartermaster/shared/contracts";
import { takesUnits } from "./booked-demand.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

const isObject = (value: JsonValue | undefined): value is { [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Demand references of the reservations that a stock or reservation record carries. */
export function demandRefsOf(snapshot: Snapshot): string[] {
  const refs: string[] = [];
  if (typeof snapshot.fields.demandRef === "string") refs.push(snapshot.fields.demandRef);
  const reservations = snapshot.fields.reservations;
  if (Array.isArray(reservations))
    for (const item of reservations) if (isObject(item) && typeof item.demandRef === "string") refs.push(item.demandRef);
  return refs;
}

/** Proposals that count units: their stock may stand on a shipment that is loaded but not posted yet. */
const COUNTS_UNITS = new Set(["reserve_stock", "release_reservation", "transfer_stock"]);

/**
 * The records that merge must see before it may say "no conflict": what the proposals declare, and the shipments behind the
 * reservations of every stock row that a supply proposal counts (goods issue posts later than loading), and what the books hold for
 * the demand of a booking.
 */
export function requiredSnapshots(proposals: readonly Proposal[]): Selector[] {
  const wanted = new Map<string, Selector>();
  const want = (selector: Selector) => {
    if (!selector.id.startsWith("@")) wanted.set(`${selector.domain}|${selector.kind}|${selector.id}`, selector);
  };
  for (const proposal of proposals) {
    for (const selector of proposal.requires) want(selector);
    if (takesUnits(proposal) && typeof proposal.args.demandRef === "string")
      want({ domain: "supply", kind: "demand", id: proposal.args.demandRef });
    if (!COUNTS_UNITS.has(proposal.tool)) continue;
    for (const { snapshot } of proposal.evidence) {
      if (!snapshot) continue;
      for (const ref of demandRefsOf(snapshot)) if (ref.startsWith("SHP-")) want({ domain: "transit", kind: "shipment", id: ref });
    }
  }
  return [...wanted.values()];
}

/** Splits the required records into those still to be asked for and those that could not be had. */
export function openSnapshots(required: readonly Selector[], index: SnapshotIndex): { toAsk: Selector[]; missing: Selector[] } {
  const open = required.filter((selector) => index.find(selector.domain, selector.kind, selector.id) === undefined);
  return { toAsk: open.filter((selector) => !index.isMissing(selector)), missing: open.filter((selector) => index.isMissing(selector)) };
}
