import type { Tx } from "@quartermaster/shared/db";
import type { CountryPolicy } from "../domain/country-policy.ts";
import type { Item } from "../domain/item.ts";
import type { Licence } from "../domain/licence.ts";
import type { Party } from "../domain/party.ts";
import type { ExportDocument, ExportReads } from "../domain/ports.ts";
import type { DeniedParty, Screening } from "../domain/screening.ts";
import { declarationsById, findDeclarations } from "./postgres-declarations.ts";

const ITEM = `select id as "sku", name, base_uom as "baseUom", uom_conversions as "conversions", trim_scale(unit_value_eur)::text as "unitValueEur",
  trim_scale(net_kg_per_base)::text as "netKgPerBase", hs6, cn8, origin, dg_un as "dgUn", dg_class as "dgClass", dg_packing_group as "dgPackingGroup",
  dg_shipping_name as "dgShippingName", dual_use as "dualUse", eccn, restrictions, version from skus`;
const PARTY = `select id, name, country, aliases, screening, screening_hit as "screeningHit", trim_scale(screening_score)::text as "screeningScore",
  list_version as "listVersion", remark, version from parties`;
const LICENCE = `select id, kind, items, destinations, consignee, trim_scale(quantity)::text as quantity, trim_scale(used)::text as used,
  trim_scale(committed)::text as committed, uom, valid_from as "validFrom", valid_to as "validTo", state, remark, version from licences`;

const SCREENING =
  'select id, party, name, hit, trim_scale(score)::text as score, list_version as "listVersion", state, blocks, version from screenings';

const withTextFactors = (item: Item): Item => ({
  ...item,
  conversions: Object.fromEntries(Object.entries(item.conversions).map(([unit, factor]) => [unit, String(factor)])),
});

export interface ExportReadOptions {
  /** True in an execution: declarations and licences are locked while they are judged. */
  lock?: boolean;
}

/** Export control's reading side on one transaction; row-level security keeps it inside the tenant. */
export function createExportReads(tx: Tx, options: ExportReadOptions = {}): ExportReads {
  const lock = options.lock ? " for update" : "";
  const rowsOf = async <T>(text: string, values: unknown[]): Promise<T[]> => (await tx.query(text, values)).rows as T[];
  return {
    async item(sku) {
      const [item] = await rowsOf<Item>(`${ITEM} where upper(id) = upper($1)`, [sku]);
      return item && withTextFactors(item);
    },
    items: async (skus) => (await rowsOf<Item>(`${ITEM} where id = any($1) order by id`, [[...skus]])).map(withTextFactors),
    locationName: async (id) => (await rowsOf<{ name: string }>("select name from locations where id = $1", [id]))[0]?.name ?? null,
    async parties(text) {
      const exact = await rowsOf<Party>(
        `${PARTY} where upper(id) = upper($1) or fold_name(name) = fold_name($1) or exists (select from unnest(aliases) a where fold_name(a) = fold_name($1)) order by id limit 5`,
        [text],
      );
      // People leave the legal form out: the first words of a name will do where no name or alias is just that.
      return exact.length > 0
        ? exact
        : rowsOf<Party>(`${PARTY} where fold_name($1) <> '' and starts_with(fold_name(name), fold_name($1) || ' ') order by id limit 5`, [
            text,
          ]);
    },
    party: async (id) => (await rowsOf<Party>(`${PARTY} where id = $1`, [id]))[0],
    openScreening: async (party) =>
      (await rowsOf<{ id: string }>("select id from screenings where party = $1 and state = 'open' order by id limit 1", [party]))[0]?.id ??
      null,
    listVersion: async () =>
      (await rowsOf<{ version: string | null }>("select max(list_version) as version from parties", []))[0]?.version ?? null,
    country: async (id) =>
      (await rowsOf<CountryPolicy>("select id, embargoed, sectors, eu001, version from country_policy where id = $1", [id]))[0],
    licence: async (id) => (await rowsOf<Licence>(`${LICENCE} where id = $1`, [id]))[0],
    async licencesFor(items) {
      const listed = items.filter((item) => item.dualUse !== null).map((item) => item.sku);
      return listed.length === 0
        ? []
        : rowsOf<Licence>(`${LICENCE} where items && $1 or '*annex_i' = any (items) order by id${lock}`, [listed]);
    },
    declaration: async (id) => (await declarationsById(tx, [id], lock))[0],
    declarations: (filter, limit) => findDeclarations(tx, filter, limit),
    async liveDeclarationOf(shipmentId) {
      const [row] = await rowsOf<{ id: string }>(
        "select id from declarations where shipment = $1 and state not in ('invalidated', 'rejected', 'not_released')",
        [shipmentId],
      );
      return row && (await declarationsById(tx, [row.id], lock))[0];
    },
    officeOf: async (exporter) =>
      (
        await rowsOf<{ office: string | null }>(
          "select office_of_export as office from declarations where exporter = $1 and office_of_export is not null order by id desc limit 1",
          [exporter],
        )
      )[0]?.office ?? null,
    classifiedCode: async (sku, regime) =>
      (await rowsOf<{ code: string }>("select code from classification where sku = $1 and regime = $2", [sku, regime]))[0]?.code ?? null,
    documentByRef: async (ref) =>
      (
        await rowsOf<ExportDocument & { declaration: string | null }>(
          "select id, kind, ref, name, text, declaration from documents where upper(ref) = upper($1) or upper(id) = upper($1) order by id limit 1",
          [ref],
        )
      )[0],
    hasOpenMessage: async (declaration, kind) =>
      (
        await rowsOf("select 1 from declaration_messages where declaration = $1 and kind = $2 and state in ('intent', 'sent')", [
          declaration,
          kind,
        ])
      ).length > 0,
    deniedParties: () => rowsOf<DeniedParty>("select id, name, country, aliases, list from denied_parties order by id limit 5000", []),
    screening: async (id) => (await rowsOf<Screening>(`${SCREENING} where upper(id) = upper($1)${lock}`, [id]))[0],
    screeningsBlocking: (shipmentId) =>
      rowsOf<Screening>(`${SCREENING} where state = 'open' and $1 = any (blocks) order by id`, [shipmentId]),
    businessNow: async () =>
      (await rowsOf<{ now: string }>("select business_now(current_setting('qm.tenant')) as now", []))[0]?.now ?? new Date().toISOString(),
    documentsOf: (declaration) =>
      rowsOf<ExportDocument>("select id, kind, ref, name, text from documents where declaration = $1 order by id limit 20", [declaration]),
  };
}
