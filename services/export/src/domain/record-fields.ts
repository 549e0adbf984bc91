import type { JsonObject } from "@quartermaster/shared/contracts";
import { formatDecimal } from "@quartermaster/shared/quantity";
import { contentHash } from "@quartermaster/shared/signing";
import type { CountryPolicy } from "./country-policy.ts";
import type { Item } from "./item.ts";
import { type Licence, remaining } from "./licence.ts";
import type { Party } from "./party.ts";
import { territoryOf } from "./territory.ts";

/** Folded form of a name: forgives case, accents and punctuation, nothing else. */
export const foldName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What others may know of an item. */
export const itemFields = (item: Item): JsonObject => ({
  sku: item.sku,
  hs6: item.hs6,
  cn8: item.cn8,
  baseUom: item.baseUom,
  origin: item.origin,
  dangerousGoods:
    item.dgUn === null
      ? null
      : { un: item.dgUn, dgClass: item.dgClass, packingGroup: item.dgPackingGroup, shippingName: item.dgShippingName },
  dualUse: item.dualUse,
  eccn: item.eccn,
  restrictions: item.restrictions,
});

/**
 * What others may know of a party. Names are free text and stay here; `nameKeys` are hashes of the folded names, so that
 * another agent can tell whether a name it was given is this party.
 */
export const partyFields = (party: Party, openScreening: string | null): JsonObject => ({
  id: party.id,
  country: party.country,
  screening: party.screening,
  screeningHit: party.screeningHit,
  screeningScore: party.screeningScore,
  listVersion: party.listVersion,
  openScreening,
  nameKeys: [party.name, ...party.aliases].map((name) => contentHash(foldName(name))),
});

/** What others may know of a licence. */
export const licenceFields = (licence: Licence): JsonObject => {
  const left = remaining(licence);
  return {
    id: licence.id,
    kind: licence.kind,
    items: licence.items,
    destinations: licence.destinations,
    consignee: licence.consignee,
    quantity: licence.quantity,
    used: licence.used,
    committed: licence.committed,
    remaining: left === null ? null : formatDecimal(left),
    uom: licence.uom,
    validFrom: licence.validFrom,
    validTo: licence.validTo,
    state: licence.state,
  };
};

/** What policy says of a country; a country that policy does not name is free. */
export const countryFields = (id: string, policy: CountryPolicy | undefined): JsonObject => ({
  id,
  territory: territoryOf(id),
  embargoed: policy?.embargoed ?? false,
  sectors: policy?.sectors ?? [],
  eu001: policy?.eu001 ?? false,
});
