import type { Proposal } from "@quartermaster/shared/contracts";
import { add, compare, decimal, type Rational, subtract, ZERO } from "@quartermaster/shared/quantity";
import { takesUnits } from "./booked-demand.ts";
import { shapeOf } from "./build-steps.ts";
import { asDecimal } from "./decimal.ts";
import { textOf } from "./fields.ts";
import { type GoodsLine, linesOfBooking, unitsTaken } from "./goods-line.ts";
import { type DemandedGoods, type HeldUnits, heldUnits, sumOf, takeFrom } from "./held-units.ts";
import type { MergeInput } from "./merge-input.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Units of one lot that the bookings of a demand take and nobody sets aside. */
export interface MissingUnits extends DemandedGoods {
  lot: string | null;
  base: Rational;
  unit: string;
  /** The first booking that takes them, and the line of it. */
  booking: Proposal;
  line: GoodsLine;
  /** True when the line is all that is wanted and all of it is missing. */
  whole: boolean;
  /** Reservations of the plan that add to the same. */
  besides: Proposal[];
}

interface Wanted extends GoodsLine {
  booking: Proposal;
  /** Units of the whole line; `base` is what no move of the plan brings. */
  asked: Rational;
}

/** Steps of the earlier revision that are done: the books show what they did. */
const shapesDone = (input: MergeInput): Set<string> =>
  new Set(input.keptSteps.filter((step) => input.madeBefore?.has(step.id)).map((step) => shapeOf(step.agent, step.tool, step.args)));

/** Moves of the plan that no booking carries by name: a booking to the same place takes their units, which they set aside themselves. */
function uncarried(proposals: readonly Proposal[]): { args: Proposal["args"]; left: Rational }[] {
  const carried = new Set(proposals.flatMap(({ tool, args }) => (tool === "book_shipment" ? (textOf(args, "transferRef") ?? []) : [])));
  return proposals
    .filter((other) => other.tool === "transfer_stock" && !carried.has(`@${other.ref}`))
    .map(({ args }) => ({ args, left: decimal(asDecimal(args.quantity) ?? "0") }));
}

/** What the bookings of the plan want, by demand, place and goods. */
function wantedGoods(bookings: readonly Proposal[], proposals: readonly Proposal[]): Wanted[][] {
  const moves = uncarried(proposals);
  const groups = new Map<string, Wanted[]>();
  for (const booking of bookings) {
    for (const line of linesOfBooking(booking)) {
      let base = line.base;
      for (const move of moves) {
        const { sku, fromLocation, toLocation, uom } = move.args;
        const fits = sku === line.sku && fromLocation === booking.args.origin && toLocation === booking.args.destination;
        if (!fits || uom !== line.unit) continue;
        const part = compare(move.left, base) < 0 ? move.left : base;
        move.left = subtract(move.left, part);
        base = subtract(base, part);
      }
      const key = `${String(booking.args.demandRef)}|${String(booking.args.origin)}|${line.sku}`;
      if (compare(base, ZERO) > 0) groups.set(key, [...(groups.get(key) ?? []), { ...line, base, asked: line.base, booking }]);
    }
  }
  return [...groups.values()];
}

/** Lots first, so that lines that take any lot do not use up what another line needs. */
function byLot(wanted: readonly Wanted[]): [lot: string | null, lines: Wanted[]][] {
  const lots = new Map<string | null, Wanted[]>();
  for (const line of wanted) lots.set(line.lot, [...(lots.get(line.lot) ?? []), line]);
  return [...lots].sort(([a], [b]) => Number(a === null) - Number(b === null) || (String(a) < String(b) ? -1 : 1));
}

/** What reservations of the plan set aside: those that are done already are in the books. */
function reservedByPlan(reservations: readonly Proposal[], done: ReadonlySet<string>, held: HeldUnits[], unit: string): HeldUnits[] {
  const pool = [...held];
  let inBooks = sumOf(held);
  for (const reservation of reservations) {
    let base = unitsTaken(reservation, unit);
    if (done.has(shapeOf(reservation.agent, reservation.tool, reservation.args))) {
      const known = compare(base, inBooks) < 0 ? base : inBooks;
      base = subtract(base, known);
      inBooks = subtract(inBooks, known);
    }
    const lot = textOf(reservation.args, "lot") ?? textOf(reservation.planned[0]?.snapshot ?? {}, "lot");
    pool.push({ lot, base });
  }
  return pool;
}

/**
 * Units that bookings of the plan take and that neither the plan nor the books set aside, by demand, place, goods and lot. Other
 * demands, places and lots cover nothing, and nothing is counted twice.
 */
export function missingUnits(input: MergeInput, index: SnapshotIndex, proposals: readonly Proposal[]): MissingUnits[] {
  const done = shapesDone(input);
  const all = proposals.filter(takesUnits);
  const bookings = all.filter((booking) => !done.has(shapeOf(booking.agent, booking.tool, booking.args)));
  const missing: MissingUnits[] = [];
  for (const wanted of wantedGoods(bookings, proposals)) {
    const [first] = wanted;
    if (!first) continue;
    const goods: DemandedGoods = {
      demandRef: String(first.booking.args.demandRef),
      location: String(first.booking.args.origin),
      sku: first.sku,
    };
    const besides = proposals.filter(
      ({ tool, args }) =>
        tool === "reserve_stock" && args.sku === goods.sku && args.location === goods.location && args.demandRef === goods.demandRef,
    );
    const pool = reservedByPlan(besides, done, heldUnits(index, all, goods), first.unit);
    for (const [lot, lines] of byLot(wanted)) {
      const [line] = lines;
      const total = lines.reduce((sum, one) => add(sum, one.base), ZERO);
      const base = takeFrom(pool, lot, total);
      if (!line || compare(base, ZERO) <= 0) continue;
      const whole = lines.length === 1 && compare(base, line.asked) === 0;
      missing.push({ ...goods, lot, base, unit: line.unit, booking: line.booking, line, whole, besides });
    }
  }
  return missing;
}
