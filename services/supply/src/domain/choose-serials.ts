import type { Taking } from "./assess-taking.ts";
import type { Item } from "./item.ts";
import type { SupplyReads } from "./ports.ts";
import { type Problem, type Rejection, reject } from "./problem.ts";
import type { Serial } from "./stock.ts";

export interface SerialChoice {
  ok: true;
  names: string[];
  /** Those of the names that really stand there. */
  chosen: Serial[];
  chosenHere: boolean;
  problems: Problem[];
}

/**
 * Serial numbers of a transfer. Named ones must stand in the row; controlled goods need theirs before approval, so the first
 * free ones are chosen when none is named; all other goods get theirs at picking.
 */
export async function chooseSerials(
  reads: SupplyReads,
  item: Item,
  taking: Taking,
  named: readonly string[] | undefined,
): Promise<SerialChoice | Rejection> {
  const none: SerialChoice = { ok: true, names: [], chosen: [], chosenHere: false, problems: [] };
  if (item.tracking !== "serial")
    return named === undefined ? none : reject("serials_not_tracked", `${item.sku} has no serial numbers.`, "serials");
  if (named === undefined && item.dualUse === null) return none;
  const standing = await reads.serialsOn(taking.row.id);
  const count = Number(taking.base);
  if (named === undefined) {
    const chosen = standing.slice(0, count);
    return { ok: true, names: chosen.map((serial) => serial.id), chosen, chosenHere: true, problems: [] };
  }
  if (new Set(named).size !== named.length || named.length !== count)
    return reject("serials_count", `${taking.base} different serial numbers are needed, ${new Set(named).size} are given.`, "serials");
  const chosen = standing.filter((serial) => named.includes(serial.id));
  const missing = named.filter((name) => !chosen.some((serial) => serial.id === name));
  const problems: Problem[] =
    missing.length === 0
      ? []
      : [
          {
            code: "origin_serial_mismatch",
            severity: "ask",
            detail: `${missing.join(", ")} not in stock at ${taking.row.location}`,
            records: [`${taking.row.id}@${taking.row.version}`],
            values: { missing, inStock: standing.slice(0, 50).map((serial) => serial.id) },
          },
        ];
  return { ok: true, names: [...named], chosen, chosenHere: false, problems };
}
