import { add, compare, decimal, multiply, type Rational, roundDecimal, subtract } from "@quartermaster/shared/quantity";
import { chooseLot, lifeOn } from "./choose-lot.ts";
import { addDays } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import { type Problem, type Rejection, reject } from "./problem.ts";
import { availableAt, availableOf, type StockPolicy, type StockRow } from "./stock.ts";
import { exact, toBase } from "./units.ts";

export interface TakingInput {
  item: Item;
  location: Location;
  /** All rows of the item at the place, of every status. */
  rows: readonly StockRow[];
  policy: StockPolicy | undefined;
  quantity: string;
  uom: string;
  lot: string | null;
  /** ISO date on which the goods must still be usable. */
  day: string;
}

/** Units taken from one stock row: what a reservation and a transfer have in common. */
export interface Taking {
  ok: true;
  row: StockRow;
  /** Unit code as given, and the quantity in base units. */
  uom: string;
  base: string;
  available: string;
  availableAfter: string;
  /** Over all lots of the place. */
  availableAtPlace: string;
  safetyStock: string | null;
  underSafety: boolean;
  /** The lot belongs into the arguments: it was named, or an earlier one had to be passed over. */
  lotMatters: boolean;
  /** The caller named the lot. */
  lotPinned: boolean;
  valueEur: string;
  /** End of the lot's last usable day, business time. */
  executeLimit: string | null;
  problems: Problem[];
}

const recordOf = (row: StockRow): string => `${row.id}@${row.version}`;

function shortage(input: TakingInput, row: StockRow, wanted: Rational, placeAvailable: Rational): Problem[] {
  const available = availableOf(row);
  if (compare(available, wanted) >= 0) return [];
  const safety = decimal(input.policy?.safetyStock ?? "0");
  const safe = subtract(placeAvailable, safety);
  const unit = input.item.baseUom;
  const total = exact(placeAvailable);
  return [
    {
      code: "insufficient_available",
      severity: "ask",
      detail: `${exact(wanted)} ${unit} of ${input.item.sku} are wanted at ${input.location.id}, ${exact(available)} are available${row.lot === null ? "" : ` of lot ${row.lot}`}${total === exact(available) ? "" : ` (${total} over all lots)`}`,
      records: [recordOf(row)],
      values: {
        wanted: exact(wanted),
        available: exact(available),
        availableAtPlace: total,
        withoutSafetyStock: safe.numerator > 0n ? exact(safe) : "0",
        safetyStock: input.policy?.safetyStock ?? "0",
        unit,
      },
    },
  ];
}

function lotLife(input: TakingInput, row: StockRow): Problem[] {
  const life = lifeOn(row, input.day, input.item.minRemainingLifeDays);
  if (life === "good" || row.lot === null) return [];
  const code = life === "expired" ? "lot_expires_before_arrival" : "remaining_life_below_minimum";
  const detail =
    life === "expired"
      ? `lot ${row.lot} expires on ${row.expiry}, the goods are needed on ${input.day}`
      : `lot ${row.lot} expires on ${row.expiry}; ${input.item.sku} needs ${input.item.minRemainingLifeDays} days of life on ${input.day}`;
  return [
    {
      code,
      severity: "ask",
      detail,
      records: [recordOf(row)],
      values: { lot: row.lot, expiry: row.expiry, day: input.day, minimumDays: input.item.minRemainingLifeDays },
    },
  ];
}

function safety(input: TakingInput, row: StockRow, after: Rational): Problem[] {
  if (!input.policy || compare(after, decimal(input.policy.safetyStock)) >= 0) return [];
  const before = availableAt(input.rows);
  const stays = subtract(before, decimal(input.policy.safetyStock));
  const detail = `${exact(after)} ${input.item.baseUom} would stay available at ${input.location.id}, safety stock is ${input.policy.safetyStock}`;
  return [
    {
      code: "below_safety_stock",
      severity: "warn",
      detail,
      records: [recordOf(row)],
      values: {
        availableAfter: exact(after),
        safetyStock: input.policy.safetyStock,
        staysSafeUpTo: stays.numerator > 0n ? exact(stays) : "0",
        unit: input.item.baseUom,
      },
    },
  ];
}

function placeState(input: TakingInput): Problem[] {
  if (input.location.state === "open") return [];
  return [
    {
      code: "count_in_progress",
      severity: "ask",
      detail: `${input.location.id} is ${input.location.state}`,
      records: [`${input.location.id}@${input.location.version}`],
      values: { state: input.location.state },
    },
  ];
}

/** Judges taking units from a place, from records alone; the dry run and the executor use the same function, so they cannot drift apart. */
export function assessTaking(input: TakingInput): Taking | Rejection {
  const converted = toBase(input.item, input.quantity, input.uom);
  if (!converted.ok) return reject("uom_mismatch", `${converted.detail}.`, converted.path);
  const wanted = decimal(converted.base);
  const choice = chooseLot(input.rows, wanted, input.lot, input.day, input.item.minRemainingLifeDays);
  if (!choice) {
    const lots = input.rows.flatMap((row) => (row.lot === null ? [] : [row.lot]));
    if (input.lot !== null)
      return reject(
        "unknown_lot",
        `${input.item.sku} has no available lot ${input.lot} at ${input.location.id}${lots.length > 0 ? `; lots there: ${lots.join(", ")}` : ""}.`,
        "lot",
      );
    return reject("insufficient_available", `No ${input.item.sku} is available at ${input.location.id}.`, "location");
  }
  const { row } = choice;
  const placeAvailable = availableAt(input.rows);
  const placeAfter = subtract(placeAvailable, wanted);
  const keptDays = lifeOn(row, input.day, input.item.minRemainingLifeDays) === "good" ? Math.max(1, input.item.minRemainingLifeDays) : 1;
  const lastDay = row.expiry === null ? null : addDays(row.expiry, -keptDays);
  const short = shortage(input, row, wanted, placeAvailable);
  const low = short.length > 0 ? [] : safety(input, row, placeAfter);
  return {
    ok: true,
    row,
    uom: converted.uom,
    base: converted.base,
    available: exact(availableOf(row)),
    availableAfter: exact(subtract(availableOf(row), wanted)),
    availableAtPlace: exact(placeAvailable),
    safetyStock: input.policy?.safetyStock ?? null,
    underSafety: input.policy !== undefined && compare(placeAfter, decimal(input.policy.safetyStock)) < 0,
    lotPinned: choice.pinned,
    lotMatters: row.lot !== null && (choice.pinned || !choice.expiresFirst),
    valueEur: roundDecimal(multiply(wanted, decimal(input.item.unitValueEur)), 2),
    executeLimit: lastDay === null ? null : `${lastDay}T23:59:59Z`,
    problems: [...placeState(input), ...short, ...lotLife(input, row), ...low],
  };
}

/** Reserved units of the row once the taking is done. */
export const reservedAfter = (taking: Taking): string => exact(add(decimal(taking.row.reserved), decimal(taking.base)));
