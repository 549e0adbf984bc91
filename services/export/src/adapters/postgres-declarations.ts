import type { Tx } from "@quartermaster/shared/db";
import type { Declaration, DeclarationLine } from "../domain/declaration.ts";
import type { DeclarationFilter } from "../domain/ports.ts";

type Row = Record<string, unknown>;
const text = (value: unknown): string => String(value);
const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const toLine = (row: Row): DeclarationLine => ({
  line: Number(row.line),
  sku: text(row.sku),
  cn8: text(row.cn8),
  quantity: text(row.quantity_text),
  uom: text(row.uom),
  baseQuantity: text(row.base_quantity_text),
  baseUom: text(row.base_uom),
  netKg: text(row.net_kg_text),
  statisticalValueEur: text(row.value_text),
  origin: textOrNull(row.origin),
  licence: textOrNull(row.licence),
});

const toDeclaration = (row: Row, lines: DeclarationLine[]): Declaration => ({
  id: text(row.id),
  regime: text(row.regime),
  lrn: textOrNull(row.lrn),
  mrn: textOrNull(row.mrn),
  itn: textOrNull(row.itn),
  state: text(row.state),
  exporter: text(row.exporter),
  consignee: textOrNull(row.consignee),
  destinationCountry: text(row.country_of_destination),
  incoterm: textOrNull(row.incoterm),
  officeOfExport: textOrNull(row.office_of_export),
  officeOfExit: textOrNull(row.office_of_exit),
  shipmentId: text(row.shipment),
  times: {
    lodgedAt: textOrNull(row.lodged_at),
    acceptedAt: textOrNull(row.accepted_at),
    releasedAt: textOrNull(row.released_at),
    arrivedAtExitAt: textOrNull(row.arrived_at_exit_at),
    exitConfirmedAt: textOrNull(row.exit_confirmed_at),
    exitEnquiryAt: textOrNull(row.exit_enquiry_at),
    autoInvalidationAt: textOrNull(row.auto_invalidation_at),
    invalidatedAt: textOrNull(row.invalidated_at),
  },
  exitStatus: textOrNull(row.exit_status),
  remark: text(row.remark),
  lines,
  version: Number(row.version),
});

const LINES = `select *, trim_scale(quantity)::text as quantity_text, trim_scale(base_quantity)::text as base_quantity_text, trim_scale(net_kg)::text as net_kg_text,
  trim_scale(statistical_value_eur)::text as value_text from declaration_lines where declaration = any($1) order by declaration, line`;

/** Declarations with their lines, by id; `lock` is "" or " for update" and locks the declaration rows in id order. */
export async function declarationsById(tx: Tx, ids: readonly string[], lock = ""): Promise<Declaration[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<Row & { id: string }>(`select * from declarations where id = any($1) order by id${lock}`, [[...ids]]);
  const lines = await tx.query<Row & { declaration: string }>(LINES, [[...ids]]);
  return rows.map((row) => toDeclaration(row, lines.rows.filter((line) => line.declaration === row.id).map(toLine)));
}

const FIND = `select id from declarations where ($1::text is null or upper(mrn) = upper($1)) and ($2::text is null or upper(lrn) = upper($2))
  and ($3::text is null or upper(itn) = upper($3)) and ($4::text is null or shipment = $4) and ($5::text is null or state = $5) order by id limit $6`;

/** Declarations that match all given members of the filter. */
export async function findDeclarations(tx: Tx, filter: DeclarationFilter, limit: number): Promise<Declaration[]> {
  const values = [filter.mrn ?? null, filter.lrn ?? null, filter.itn ?? null, filter.shipmentId ?? null, filter.state ?? null, limit];
  const { rows } = await tx.query<{ id: string }>(FIND, values);
  return declarationsById(
    tx,
    rows.map((row) => row.id),
  );
}
