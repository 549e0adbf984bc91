import { add, decimal, multiply, roundDecimal, ZERO } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";
import type { ShipmentLine } from "./shipment.ts";
import { exact } from "./units.ts";

/** What the goods of some lines are, as carriers and policy need it. */
export interface Goods {
  netKg: string;
  valueEur: string;
  dangerous: Item[];
  controlled: boolean;
  /** Item that needs a temperature on the way. */
  cooled: Item | undefined;
}

/** Sums mass and value of lines over their items. */
export function goodsOf(lines: readonly ShipmentLine[], items: readonly Item[]): Goods {
  let mass = ZERO;
  let value = ZERO;
  for (const line of lines) {
    const item = items.find((candidate) => candidate.sku === line.sku);
    if (!item) continue;
    mass = add(mass, multiply(decimal(line.baseQuantity), decimal(item.netKgPerBase)));
    value = add(value, multiply(decimal(line.baseQuantity), decimal(item.unitValueEur)));
  }
  return {
    netKg: exact(mass),
    valueEur: roundDecimal(value, 2),
    dangerous: items.filter((item) => item.dgUn !== null),
    controlled: items.some((item) => item.dualUse !== null),
    cooled: items.find((item) => item.temperature !== null),
  };
}
