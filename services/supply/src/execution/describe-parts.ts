import type { EffectDescription, FoundRecord } from "@quartermaster/executor";
import type { ChangeRow, JsonObject, PolicyFacts } from "@quartermaster/shared/contracts";
import type { Taking } from "../domain/assess-taking.ts";
import { reservedAfter } from "../domain/assess-taking.ts";
import type { Item } from "../domain/item.ts";
import type { Rejection } from "../domain/problem.ts";
import type { StockRow } from "../domain/stock.ts";
import { unitLabel } from "../domain/units.ts";

/** Description of something that cannot be done; `found` still lets guards say what changed. */
export function refused(code: string, detail: string, found: Record<string, FoundRecord> = {}): EffectDescription {
  return {
    refusal: { code, detail: detail.slice(0, 900) },
    headline: "",
    before: [],
    after: [],
    names: {},
    facts: {},
    effect: null,
    found,
    predicted: [],
    needs: [],
    entities: [],
    onReject: [],
  };
}

export const refusedBy = (rejection: Rejection): EffectDescription => refused(rejection.code, rejection.hint);

/** Builds change rows of one unit. */
export function changeRow(
  unit: string | null,
): (path: string, label: string, record: string, version: number | null, value: string | null) => ChangeRow {
  return (path, label, record, version, value) => ({
    path,
    label,
    record,
    version,
    value,
    unit,
    unitLabel: unit === null ? null : unitLabel(unit),
  });
}

/** Balances of a stock row: on hand does not move, reserved and available do. */
export function balanceRows(
  row: StockRow,
  item: Item,
  version: number | null,
  balances: { reserved: string; available: string },
): ChangeRow[] {
  const change = changeRow(item.baseUom);
  return [
    change(`${row.id}/onHand`, "On hand", row.id, version, row.onHand),
    change(`${row.id}/reserved`, "Reserved", row.id, version, balances.reserved),
    change(`${row.id}/available`, "Available", row.id, version, balances.available),
  ];
}

/** Before and after of a stock row from which units are taken. */
export const takingRows = (taking: Taking, item: Item): { before: ChangeRow[]; after: ChangeRow[] } => ({
  before: balanceRows(taking.row, item, taking.row.version, { reserved: taking.row.reserved, available: taking.available }),
  after: balanceRows(taking.row, item, taking.row.version + 1, { reserved: reservedAfter(taking), available: taking.availableAfter }),
});

/** What a bound guard on the row is compared with. */
export const foundRow = (taking: Taking, facts: JsonObject): Record<string, FoundRecord> => ({
  [taking.row.id]: { version: taking.row.version, facts, atLeast: { available: taking.available } },
});

/** Problems that an approval cannot wave through: the units are not there, or the place is closed to them. */
const IMPOSSIBLE = new Set([
  "insufficient_available",
  "lot_expires_before_arrival",
  "location_dg_not_allowed",
  "origin_serial_mismatch",
  "count_in_progress",
]);

/** The first problem that makes the step impossible. */
export const impossible = <P extends { code: string; detail: string }>(problems: readonly P[]): P | undefined =>
  problems.find((problem) => IMPOSSIBLE.has(problem.code));

/** Facts of the goods that policy needs. */
export const goodsFacts = (taking: Taking, item: Item): PolicyFacts => ({
  valueEur: taking.valueEur,
  dangerousGoods: item.dgUn !== null,
  controlled: item.dualUse !== null,
  underSafetyStock: taking.underSafety,
  sku: item.sku,
  executeLimit: taking.executeLimit,
});
