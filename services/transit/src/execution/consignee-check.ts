import type { ForeignFact, Selector } from "@quartermaster/shared/contracts";
import type { ReadBooking } from "./read-booking.ts";

export interface ConsigneeCheck {
  needs: Selector[];
  refusal: { code: string; detail: string } | null;
  /** Party name for the card, when stated. */
  name: string | null;
}

type Find = (kind: string, id: string) => ForeignFact | undefined;

/** Why the customer may not be supplied, or null; needs the party's fact. */
function partyRefusal(id: string, party: ForeignFact): ConsigneeCheck["refusal"] {
  const { screening, openScreening } = party.fields;
  if (screening === "confirmed") return { code: "denied_party", detail: `${id} is a confirmed denied party` };
  const clear = screening === "clear" && typeof openScreening !== "string";
  return clear ? null : { code: "open_screening", detail: `compliance has not cleared ${id} yet` };
}

/** Facts about each of the goods going to a country that is not ours. */
function destinationIds({ shipment, destination, assessment }: ReadBooking): string[] {
  if (destination.own !== null || !assessment.crossesTerritory) return [];
  return [...new Set(shipment.lines.map((line) => line.sku))].map((sku) => `${sku}/${destination.country}`);
}

/** Looks at what the export executor states of the customer and of goods and country; asks for what is missing. */
export function checkConsignee(booking: ReadBooking, foreign: readonly ForeignFact[]): ConsigneeCheck {
  const find: Find = (kind, id) => foreign.find((fact) => fact.domain === "export" && fact.kind === kind && fact.id === id);
  const { consignee } = booking.shipment;
  const party = consignee === null ? undefined : find("party", consignee);
  const destinations = destinationIds(booking).map((id) => ({ id, fact: find("destination", id) }));
  const needs: Selector[] = [
    ...(consignee !== null && !party ? [{ domain: "export" as const, kind: "party", id: consignee }] : []),
    ...destinations.filter(({ fact }) => !fact).map(({ id }) => ({ domain: "export" as const, kind: "destination", id })),
  ];
  const name = typeof party?.fields.name === "string" ? party.fields.name : null;
  const embargo = destinations.map(({ fact }) => fact?.fields.embargo).find((reason) => typeof reason === "string");
  if (embargo !== undefined) return { needs, name, refusal: { code: "destination_embargo", detail: String(embargo) } };
  return { needs, name, refusal: consignee !== null && party ? partyRefusal(consignee, party) : null };
}
