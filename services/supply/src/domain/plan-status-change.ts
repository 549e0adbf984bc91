import { add, compare, decimal, multiply, roundDecimal, subtract } from "@quartermaster/shared/quantity";
import type { SetStockStatusArgs } from "./arguments.ts";
import { chooseRow, type FoundPlace, readPlace } from "./find-stock-row.ts";
import type { SupplyReads } from "./ports.ts";
import { type Problem, type Rejection, reject } from "./problem.ts";
import { availableAt, type Reservation, type StockRow, type StockStatus } from "./stock.ts";
import { exact } from "./units.ts";

export interface StatusPlan extends Omit<FoundPlace, "rows"> {
  args: SetStockStatusArgs;
  row: StockRow;
  /** Row of the same goods that has the status already and takes them in, or none. */
  into: StockRow | undefined;
  /** What the row of the new status holds then. */
  onHandAfter: string;
  reservedAfter: string;
  reservations: Reservation[];
  /** True when it takes goods out of use; the undoing is what needs quality. */
  restrictive: boolean;
  valueEur: string;
  problems: Problem[];
}

/** Legal changes (damaged and blocked goods come back only through quality, which is the approval's business). */
const LEGAL: Record<StockStatus, readonly StockStatus[]> = {
  available: ["quarantine", "damaged", "blocked"],
  quarantine: ["available", "damaged", "blocked"],
  damaged: ["available"],
  blocked: ["available"],
};

function reservedProblem(row: StockRow, status: StockStatus, reservations: readonly Reservation[]): Problem[] {
  if (status === "available" || reservations.length === 0) return [];
  const named = reservations.map((reservation) => `${reservation.id} (${reservation.quantity} for ${reservation.demandRef})`).join(", ");
  return [
    {
      code: "reserved_units_restricted",
      severity: "warn",
      detail: `${row.reserved} of ${row.id} are reserved: ${named}`,
      records: [`${row.id}@${row.version}`, ...reservations.map((reservation) => `${reservation.id}@${reservation.version}`)],
      values: { reserved: row.reserved, reservations: reservations.map((reservation) => reservation.id) },
    },
  ];
}

function safetyProblem(place: FoundPlace, row: StockRow): Problem[] {
  const { policy, item, location } = place;
  if (!policy || row.status !== "available") return [];
  const after = subtract(availableAt(place.rows), subtract(decimal(row.onHand), decimal(row.reserved)));
  if (compare(after, decimal(policy.safetyStock)) >= 0) return [];
  return [
    {
      code: "below_safety_stock",
      severity: "warn",
      detail: `${exact(after)} ${item.baseUom} would stay available at ${location.id}, safety stock is ${policy.safetyStock}`,
      records: [`${row.id}@${row.version}`],
      values: { availableAfter: exact(after), safetyStock: policy.safetyStock, unit: item.baseUom },
    },
  ];
}

/** Works out what giving goods another status would do: the whole lot at the place, quantities stay. */
export async function planStatusChange(reads: SupplyReads, given: SetStockStatusArgs): Promise<StatusPlan | Rejection> {
  const place = await readPlace(reads, given);
  if (!place.ok) return place;
  const { item, location, policy, rows } = place;
  const present = rows.filter((row) => compare(decimal(row.onHand), decimal("0")) > 0);
  const legal = present.filter((row) => LEGAL[row.status].includes(given.status));
  const chosen = chooseRow(place, legal, given.lot);
  if (!chosen.ok) {
    const already = present.find((row) => row.status === given.status && (given.lot === undefined || row.lot === given.lot));
    if (already && chosen.code !== "ambiguous_lot") return reject("status_already", `${already.id} is ${given.status} already.`, "status");
    const other = present.find((row) => given.lot === undefined || row.lot === given.lot);
    return other && chosen.code !== "ambiguous_lot"
      ? reject("status_change_illegal", `${other.id} is ${other.status} and cannot become ${given.status}.`, "status")
      : chosen;
  }
  const { row } = chosen;
  const into = rows.find((other) => other.status === given.status && other.lot === row.lot);
  const reservations = await reads.reservationsOn([row.id]);
  const args: SetStockStatusArgs = {
    sku: item.sku,
    location: location.id,
    ...(row.lot === null ? {} : { lot: row.lot }),
    status: given.status,
    reason: given.reason,
  };
  return {
    ok: true,
    args,
    item,
    location,
    policy,
    row,
    into,
    onHandAfter: exact(add(decimal(row.onHand), decimal(into?.onHand ?? "0"))),
    reservedAfter: exact(add(decimal(row.reserved), decimal(into?.reserved ?? "0"))),
    reservations,
    restrictive: given.status !== "available",
    valueEur: roundDecimal(multiply(decimal(row.onHand), decimal(item.unitValueEur)), 2),
    problems: [...reservedProblem(row, given.status, reservations), ...safetyProblem(place, row)],
  };
}
