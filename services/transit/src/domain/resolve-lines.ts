import type { Item } from "./item.ts";
import type { ShipmentLine } from "./shipment.ts";
import { exact, toBase, unitCode } from "./units.ts";

export interface AskedLine {
  sku: string;
  lot?: string | undefined;
  quantity: string;
  uom: string;
}

export type ResolvedLines = { ok: true; lines: ShipmentLine[] } | { ok: false; code: string; detail: string; path: string };

/** Lines with unit codes and exact base quantities, in the order asked. */
export function resolveLines(asked: readonly AskedLine[], items: ReadonlyMap<string, Item>): ResolvedLines {
  const lines: ShipmentLine[] = [];
  for (const [index, line] of asked.entries()) {
    const item = items.get(line.sku.toUpperCase());
    if (!item) return { ok: false, code: "unknown_sku", detail: `there is no sku ${line.sku}`, path: `lines.${index}.sku` };
    const uom = unitCode(item, line.uom);
    if (uom === null) {
      const units = [item.baseUom, ...Object.keys(item.conversions)].join(", ");
      return { ok: false, code: "uom_mismatch", detail: `${item.sku} is counted in ${units}, not ${line.uom}`, path: `lines.${index}.uom` };
    }
    const base = toBase(item, line.quantity, uom);
    if (base === null)
      return {
        ok: false,
        code: "quantity_invalid",
        detail: `${line.quantity} is not a positive quantity`,
        path: `lines.${index}.quantity`,
      };
    lines.push({
      line: index + 1,
      sku: item.sku,
      lot: line.lot ?? null,
      quantity: line.quantity,
      uom,
      baseQuantity: exact(base),
      baseUom: item.baseUom,
    });
  }
  return { ok: true, lines };
}
