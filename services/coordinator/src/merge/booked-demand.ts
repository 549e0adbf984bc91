import type { JsonObject, PlanStep, Proposal } from "@quartermaster/shared/contracts";
import { compare } from "@quartermaster/shared/quantity";
import { textOf } from "./fields.ts";
import { linesOfBooking, unitsTaken } from "./goods-line.ts";

/** Bookings that take units from a place of our own; what a transfer carries is set aside by the transfer. */
export const takesUnits = ({ tool, args }: Pick<PlanStep, "tool" | "args">): boolean =>
  tool === "book_shipment" && args.transferRef === undefined && textOf(args, "origin")?.startsWith("LOC-") === true;

/** Demand of the reservations that were ordered for exactly the lines of a booking, when it is one and the same for all of them. */
function orderedDemand(booking: Proposal, proposals: readonly Proposal[]): string | null {
  const lines = linesOfBooking(booking).map((line) =>
    proposals.flatMap((other) =>
      other.tool === "reserve_stock" &&
      other.args.sku === line.sku &&
      other.args.location === booking.args.origin &&
      compare(unitsTaken(other, line.unit), line.base) === 0
        ? (textOf(other.args, "demandRef") ?? [])
        : [],
    ),
  );
  const common = new Set((lines[0] ?? []).filter((demand) => lines.every((demands) => demands.includes(demand))));
  return common.size === 1 ? ([...common][0] ?? null) : null;
}

/** The name that the units of a booking are set aside under: what it names, or what was reserved beside it, or the request. */
const demandOf = (booking: Proposal, proposals: readonly Proposal[], requestId: string): string =>
  textOf(booking.args, "demandRef") ?? orderedDemand(booking, proposals) ?? requestId;

/**
 * Gives every booking the name that its units are set aside under, so that the shipment finds them again: a later cancellation or
 * change of lines looks there. A name that only this request has is no part of what the booking means.
 */
export function underOneDemand(
  proposals: readonly Proposal[],
  requestId: string,
  /** Ways back, which are as an earlier receipt names them. */
  asTheyAre: ReadonlyMap<Proposal, string> = new Map(),
): Proposal[] {
  return proposals.map((booking) => {
    if (!takesUnits(booking) || asTheyAre.has(booking)) return booking;
    const demandRef = demandOf(booking, proposals, requestId);
    const named = booking.args.demandRef !== undefined;
    const snapshotOf = (snapshot: JsonObject): JsonObject => ({ ...snapshot, demandRef });
    return {
      ...booking,
      args: { ...booking.args, demandRef },
      origins: named ? booking.origins : { ...booking.origins, "/demandRef": { kind: "computed" } },
      meaning: { ...booking.meaning, ref: demandRef === requestId ? null : demandRef },
      planned: booking.planned.map((entity) => ({ ...entity, snapshot: snapshotOf(entity.snapshot) })),
    };
  });
}
