import type { ForeignFact, Selector } from "@quartermaster/shared/contracts";
import type { Place } from "../domain/place.ts";

export interface ConsigneeCheck {
  needs: Selector[];
  refusal: { code: string; detail: string } | null;
  /** Party name for the card, when stated. */
  name: string | null;
}

/** Looks at what the export executor states of the customer and of the country; asks for what is missing. */
export function checkConsignee(
  consignee: string | null,
  destination: Place,
  crosses: boolean,
  foreign: readonly ForeignFact[],
): ConsigneeCheck {
  const fact = (kind: string, id: string) =>
    foreign.find((candidate) => candidate.domain === "export" && candidate.kind === kind && candidate.id === id);
  const needs: Selector[] = [];
  const party = consignee === null ? undefined : fact("party", consignee);
  if (consignee !== null && !party) needs.push({ domain: "export", kind: "party", id: consignee });
  const abroad = destination.own === null && crosses;
  const country = abroad ? fact("country", destination.country) : undefined;
  if (abroad && !country) needs.push({ domain: "export", kind: "country", id: destination.country });
  const name = typeof party?.fields.name === "string" ? party.fields.name : null;
  if (country?.fields.embargoed === true)
    return { needs, name, refusal: { code: "destination_embargo", detail: `${destination.country} is under embargo` } };
  if (party?.fields.screening === "confirmed")
    return { needs, name, refusal: { code: "denied_party", detail: `${consignee} is a confirmed denied party` } };
  return { needs, name, refusal: null };
}
