import type { ChangeRow } from "@quartermaster/shared/contracts";
import type { DeclarationContent } from "../domain/declaration.ts";
import { statisticalValueOf } from "../domain/declaration-fields.ts";

/** Makes one row of a card. */
export type RowMaker = (path: string, label: string, value: string | null, unit?: string | null) => ChangeRow;

export const rowsFor =
  (record: string, version: number | null): RowMaker =>
  (path, label, value, unit = null) => ({ path, label, record, version, value, unit, unitLabel: unit === "KGM" ? "kg" : null });

/** What a declaration says, row by row; a null content gives the same rows without values. */
export function contentRows(row: RowMaker, shape: DeclarationContent, content: DeclarationContent | null): ChangeRow[] {
  const of = <T>(read: (known: DeclarationContent) => T): T | null => (content === null ? null : read(content));
  const rows = [
    row(
      "declaration/regime",
      "Regime",
      of((known) => known.regime),
    ),
    row(
      "declaration/exporter",
      "Exporter",
      of((known) => known.exporter),
    ),
    row(
      "declaration/consignee",
      "Consignee",
      of((known) => known.consignee),
    ),
    row(
      "declaration/destination",
      "Country of destination",
      of((known) => known.destinationCountry),
    ),
    row(
      "declaration/incoterm",
      "Incoterm",
      of((known) => known.incoterm),
    ),
    row("declaration/value", "Statistical value", of(statisticalValueOf), "EUR"),
  ];
  for (const { line, sku } of shape.lines) {
    const own = content?.lines.find((candidate) => candidate.line === line);
    rows.push(
      row(`declaration/lines/${line}/goods`, `Line ${line}, goods`, own?.sku ?? null),
      row(`declaration/lines/${line}/quantity`, `Line ${line}, quantity of ${sku}`, own?.quantity ?? null, own?.uom ?? null),
      row(`declaration/lines/${line}/code`, `Line ${line}, customs code`, own?.cn8 ?? null),
      row(`declaration/lines/${line}/net`, `Line ${line}, net mass`, own?.netKg ?? null, "KGM"),
      row(`declaration/lines/${line}/licence`, `Line ${line}, licence`, own?.licence ?? null),
    );
  }
  return rows;
}

/** The longer of two contents, so that rows exist for every line of both. */
export const widest = (a: DeclarationContent, b: DeclarationContent | null): DeclarationContent =>
  b !== null && b.lines.length > a.lines.length ? b : a;
