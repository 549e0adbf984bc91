import type { ApplyContext } from "@quartermaster/executor";
import type { DeclarationContent } from "../domain/declaration.ts";

async function insertLines(id: string, content: DeclarationContent, { tx, tenant }: ApplyContext): Promise<void> {
  for (const line of content.lines) {
    await tx.query(
      `insert into declaration_lines (tenant, id, declaration, line, sku, cn8, quantity, uom, base_quantity, base_uom, net_kg, statistical_value_eur, origin, licence)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        tenant,
        `${id}/${line.line}`,
        id,
        line.line,
        line.sku,
        line.cn8,
        line.quantity,
        line.uom,
        line.baseQuantity,
        line.baseUom,
        line.netKg,
        line.statisticalValueEur,
        line.origin,
        line.licence,
      ],
    );
  }
}

/** Writes a new draft and gives its id. */
export async function insertDeclaration(shipmentId: string, content: DeclarationContent, context: ApplyContext): Promise<string> {
  const id = context.newRecordId("EXD", "declaration");
  await context.tx.query(
    `insert into declarations (tenant, id, regime, state, exporter, consignee, country_of_destination, incoterm, office_of_export, office_of_exit, shipment)
     values ($1, $2, $3, 'draft', $4, $5, $6, $7, $8, $9, $10)`,
    [
      context.tenant,
      id,
      content.regime,
      content.exporter,
      content.consignee,
      content.destinationCountry,
      content.incoterm,
      content.officeOfExport,
      content.officeOfExit,
      shipmentId,
    ],
  );
  await insertLines(id, content, context);
  return id;
}

/** Gives an existing draft a new content. */
export async function reviseDeclaration(id: string, content: DeclarationContent, context: ApplyContext): Promise<void> {
  await context.tx.query(
    "update declarations set regime = $2, exporter = $3, consignee = $4, country_of_destination = $5, incoterm = $6, version = version + 1 where id = $1",
    [id, content.regime, content.exporter, content.consignee, content.destinationCountry, content.incoterm],
  );
  await context.tx.query("delete from declaration_lines where declaration = $1", [id]);
  await insertLines(id, content, context);
}
