import { compare, decimal, multiply, parseDecimal, roundDecimal, subtract, ZERO } from "@quartermaster/shared/quantity";
import type { AdjustStockArgs } from "./arguments.ts";
import { chooseRow, type FoundPlace, readPlace } from "./find-stock-row.ts";
import type { SupplyReads } from "./ports.ts";
import { type Problem, type Rejection, reject } from "./problem.ts";
import { availableAt, type Serial, type StockRow } from "./stock.ts";
import { exact, toBase, unitCode } from "./units.ts";

export interface AdjustmentPlan extends Omit<FoundPlace, "rows"> {
  args: AdjustStockArgs;
  row: StockRow;
  /** Base units that are there. */
  counted: string;
  /** Signed decimal: counted less what the books say. */
  delta: string;
  /** Value of the difference, without sign. */
  valueEur: string;
  /** Known serial numbers that are gone. */
  gone: Serial[];
  /** Serial numbers that were found. */
  found: string[];
  problems: Problem[];
}

const record = (row: StockRow): string => `${row.id}@${row.version}`;

function countedBase(place: FoundPlace, given: AdjustStockArgs): { ok: true; base: string; uom: string } | Rejection {
  const { item } = place;
  if (parseDecimal(given.countedQuantity)?.numerator === 0n) {
    const code = unitCode(item, given.uom);
    return code === null ? reject("uom_mismatch", `${item.sku} has no unit ${given.uom}.`, "uom") : { ok: true, base: "0", uom: code };
  }
  const converted = toBase(item, given.countedQuantity, given.uom);
  const path = !converted.ok && converted.path === "quantity" ? "countedQuantity" : "uom";
  return converted.ok ? converted : reject("uom_mismatch", `${converted.detail}.`, path);
}

/** Serial numbers of the difference: as many as units, gone ones must stand there, found ones must not. */
async function serialsOf(
  reads: SupplyReads,
  place: FoundPlace,
  row: StockRow,
  given: AdjustStockArgs,
  delta: string,
): Promise<{ ok: true; gone: Serial[]; found: string[] } | Rejection> {
  const named = [...new Set(given.serials ?? [])];
  if (place.item.tracking !== "serial")
    return named.length === 0
      ? { ok: true, gone: [], found: [] }
      : reject("serials_not_tracked", `${place.item.sku} has no serial numbers.`, "serials");
  const count = Math.abs(Number(delta));
  const standing = await reads.serialsOn(row.id);
  if (named.length !== count && !(named.length === 0 && standing.length === 0))
    return reject("serials_count", `${count} serial numbers are needed, ${named.length} are given.`, "serials");
  const known = standing.filter((serial) => named.includes(serial.id));
  if (delta.startsWith("-") && known.length !== named.length)
    return reject("origin_serial_mismatch", `Not all of these stand at ${place.location.id}: ${named.join(", ")}.`, "serials");
  if (!delta.startsWith("-") && known.length > 0)
    return reject("serial_in_stock", `${known.map((serial) => serial.id).join(", ")} is in stock already.`, "serials");
  return delta.startsWith("-") ? { ok: true, gone: known, found: [] } : { ok: true, gone: [], found: named };
}

function levels(place: FoundPlace, row: StockRow, delta: string): Problem[] {
  const { policy, item, location } = place;
  if (!policy || row.status !== "available") return [];
  const after = subtract(availableAt(place.rows), decimal(delta.startsWith("-") ? delta.slice(1) : `-${delta}`));
  if (delta.startsWith("-") && compare(after, decimal(policy.safetyStock)) < 0)
    return [
      {
        code: "below_safety_stock",
        severity: "warn",
        detail: `${exact(after)} ${item.baseUom} would stay available at ${location.id}, safety stock is ${policy.safetyStock}`,
        records: [record(row)],
        values: { availableAfter: exact(after), safetyStock: policy.safetyStock, unit: item.baseUom },
      },
    ];
  return [];
}

/** Works out what posting a counted quantity would do. Absolute, so that a replay is harmless. */
export async function planAdjustment(reads: SupplyReads, given: AdjustStockArgs): Promise<AdjustmentPlan | Rejection> {
  const place = await readPlace(reads, given);
  if (!place.ok) return place;
  const { item, location, policy } = place;
  const status = given.status ?? "available";
  const chosen = chooseRow(
    place,
    place.rows.filter((candidate) => candidate.status === status),
    given.lot,
  );
  if (!chosen.ok) return chosen;
  const { row } = chosen;
  const counted = countedBase(place, given);
  if (!counted.ok) return counted;
  const difference = subtract(decimal(counted.base), decimal(row.onHand));
  if (compare(difference, ZERO) === 0)
    return reject("nothing_to_adjust", `${row.id} says ${row.onHand} ${item.baseUom} already.`, "countedQuantity");
  if (compare(decimal(counted.base), decimal(row.reserved)) < 0)
    return reject(
      "below_reserved",
      `${row.reserved} ${item.baseUom} of ${row.id} are reserved; release reservations first.`,
      "countedQuantity",
    );
  const delta = exact(difference);
  const serials = await serialsOf(reads, place, row, given, delta);
  if (!serials.ok) return serials;
  const args: AdjustStockArgs = {
    sku: item.sku,
    location: location.id,
    ...(row.lot === null ? {} : { lot: row.lot }),
    ...(status === "available" ? {} : { status }),
    countedQuantity: given.countedQuantity,
    uom: counted.uom,
    reason: given.reason,
    ...(given.serials === undefined ? {} : { serials: [...new Set(given.serials)] }),
  };
  const valueEur = roundDecimal(multiply(decimal(delta.replace("-", "")), decimal(item.unitValueEur)), 2);
  return {
    ok: true,
    args,
    item,
    location,
    policy,
    row,
    counted: counted.base,
    delta,
    valueEur,
    gone: serials.gone,
    found: serials.found,
    problems: levels(place, row, delta),
  };
}
