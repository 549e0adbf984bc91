import type { Selector, Snapshot } from "@quartermaster/shared/contracts";
import { embargoReason } from "../domain/country-policy.ts";
import { declarationFields } from "../domain/declaration-fields.ts";
import { papersFields } from "../domain/papers-fields.ts";
import type { ExportReads } from "../domain/ports.ts";
import { countryFields, itemFields, licenceFields, partyFields } from "../domain/record-fields.ts";
import { screeningFields } from "../domain/screening.ts";

async function readOne(reads: ExportReads, { kind, id }: Selector): Promise<Snapshot | null> {
  const snapshot = (key: string, version: number, fields: Snapshot["fields"]): Snapshot => ({
    domain: "export",
    kind,
    id: key,
    version,
    fields,
  });
  if (kind === "declaration") {
    const declaration = await reads.declaration(id);
    return declaration ? snapshot(declaration.id, declaration.version, declarationFields(declaration)) : null;
  }
  if (kind === "papers") {
    const declaration = await reads.liveDeclarationOf(id);
    return snapshot(id, declaration?.version ?? 0, await papersFields(reads, id, declaration));
  }
  if (kind === "screening") {
    const screening = await reads.screening(id);
    return screening ? snapshot(screening.id, screening.version, screeningFields(screening)) : null;
  }
  if (kind === "licence") {
    const licence = await reads.licence(id);
    return licence ? snapshot(licence.id, licence.version, licenceFields(licence)) : null;
  }
  if (kind === "party") {
    const party = await reads.party(id);
    return party ? snapshot(party.id, party.version, partyFields(party, await reads.openScreening(party.id))) : null;
  }
  if (kind === "item") {
    const item = await reads.item(id);
    return item ? snapshot(item.sku, item.version, itemFields(item)) : null;
  }
  if (kind === "country" && /^[A-Z]{2}$/.test(id)) {
    const policy = await reads.country(id);
    return snapshot(id, policy?.version ?? 1, countryFields(id, policy));
  }
  const [, sku, destination] = kind === "destination" ? (/^(.{1,60})\/([A-Z]{2})$/.exec(id) ?? []) : [];
  const goods = sku === undefined ? undefined : await reads.item(sku);
  if (goods === undefined || destination === undefined) return null;
  return snapshot(id, goods.version, { id, embargo: embargoReason(goods, destination, await reads.country(destination)) });
}

/** Records behind selectors of kind declaration, papers (of a shipment), screening, licence, party, item, country, or destination ("<sku>/<country>"); what does not exist is left out. */
export async function readRecords(reads: ExportReads, selectors: readonly Selector[]): Promise<Snapshot[]> {
  const records: Snapshot[] = [];
  for (const selector of selectors) {
    if (selector.domain !== "export") continue;
    const found = await readOne(reads, selector);
    if (found) records.push(found);
  }
  return records;
}
