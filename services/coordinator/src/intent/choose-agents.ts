import { EFFECT_OWNERS, fold, namesGoods, type ObjectClass, type Reading, words } from "@quartermaster/language";
import type { AgentName } from "@quartermaster/shared/contracts";
import { OWNER_OF_ID } from "./owner-of-id.ts";

const OWNER_OF_OBJECT: Partial<Record<ObjectClass, AgentName>> = {
  reservation: "supply",
  stock: "supply",
  lot: "supply",
  purchase: "supply",
  shipment: "transit",
  hold: "transit",
  route: "transit",
  declaration: "export",
  document: "export",
  screening: "export",
  sanctions: "export",
  licence: "export",
  consignee: "export",
};
/** Effects whose decision rests on what another agent knows. */
const ALSO_ASKED: Record<string, readonly AgentName[]> = {
  transfer_stock: ["transit"],
  release_hold: ["export"],
  cancel_shipment: ["export"],
  change_lines: ["supply", "export"],
  book_shipment: ["supply"],
};

/** Goods that are between two places: shipments tell how many, balances do not. */
const ON_THE_WAY =
  /\b(?:on (?:the|its|their) way|in transit|under way|underway|inbound|incoming|unterwegs|im zulauf|en route|en chemin|en transit|en camino|en transito|de camino|onderweg|in aantocht)\b/;
/** Verbs of arriving and leaving. */
const TRAVELS =
  /\b(?:arriv\w*|leav(?:e|es|ing)|depart\w*|sails?|goes|going|comes|coming|kommt|kommen|ankommt|geht|gehen|fahrt|fahren|trifft|treffen|part(?:ent)?|arrivent|sale|salen|llega\w*|va|van|vertrek\w*|aankom\w*|komt|komen|gaat|gaan)\b/;

const ORDER: readonly AgentName[] = ["supply", "transit", "export"];

/** Whom a question is for: owners of what it names; an item alone is asked of supply. */
function agentsForReading(reading: Reading): AgentName[] {
  const named = new Set<AgentName>();
  for (const object of reading.actions.objects) {
    const owner = OWNER_OF_OBJECT[object];
    if (owner) named.add(owner);
  }
  const strong = reading.ids.filter((id) => !["sku", "code", "location", "unlocode"].includes(id.kind));
  for (const id of strong) {
    const owner = OWNER_OF_ID[id.kind];
    if (owner) named.add(owner);
  }
  if (named.size === 0 && reading.ids.some((id) => OWNER_OF_ID[id.kind] !== undefined)) named.add("supply");
  if (named.size === 0 && words(reading.own).some((word) => namesGoods(word.text))) named.add("supply");
  if (ON_THE_WAY.test(fold(reading.own))) named.add("transit");
  // "What arrives in Oslo before New Year?" is about shipments, though it names none.
  if (named.size === 0 && TRAVELS.test(fold(reading.own)) && reading.places.some(({ known }) => known)) named.add("transit");
  // "Licence for SHP-…?" is about papers: the position of the shipment is not asked for.
  if (
    named.has("export") &&
    reading.actions.objects.includes("licence") &&
    !/\b(?:where|eta|late|wo|wann|ou|quand|donde|cuando|waar|wanneer)\b/i.test(reading.own)
  )
    named.delete("transit");
  return [...named];
}

/** True when the words name somebody who receives goods: a party's key, or a name where a destination would stand. */
const namesCustomer = (reading: Reading): boolean =>
  reading.ids.some((id) => id.kind === "party") ||
  reading.places.some((place) => !place.known && (place.role === "to" || place.role === "for"));

/** Agents that must be consulted for the kinds, or for a question when there are none. */
export function chooseAgents(kinds: readonly string[], reading: Reading): AgentName[] {
  const asked = new Set<AgentName>();
  for (const kind of kinds) {
    const owner = EFFECT_OWNERS[kind];
    if (owner) asked.add(owner);
    for (const other of ALSO_ASKED[kind] ?? []) asked.add(other);
  }
  // Export knows the customers, and whether they may be supplied.
  if (kinds.includes("book_shipment") && namesCustomer(reading)) asked.add("export");
  // "Move the 12 … of SHP-…": who owns the record knows whether the goods can still be had.
  if (kinds.includes("transfer_stock") && reading.ids.some((id) => id.kind === "shipment")) asked.add("transit");
  if (kinds.length === 0) for (const agent of agentsForReading(reading)) asked.add(agent);
  // "The papers say 69 but the shipment has 96": both sides are needed to see it.
  else if (asked.has("export") && reading.actions.objects.includes("shipment") && !reading.ids.some((id) => id.kind === "shipment"))
    asked.add("transit");
  return ORDER.filter((agent) => asked.has(agent));
}
