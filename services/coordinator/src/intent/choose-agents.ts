import { EFFECT_OWNERS, type ObjectClass, type Reading } from "@quartermaster/language";
import type { AgentName } from "@quartermaster/shared/contracts";

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
  licence: "export",
  consignee: "export",
};
const OWNER_OF_ID: Record<string, AgentName> = {
  sku: "supply",
  code: "supply",
  stock: "supply",
  reservation: "supply",
  lot: "supply",
  transfer: "supply",
  purchase_order: "supply",
  location: "supply",
  shipment: "transit",
  hold: "transit",
  carrier: "transit",
  service: "transit",
  container: "transit",
  message: "transit",
  declaration: "export",
  licence: "export",
  party: "export",
  screening: "export",
  mrn: "export",
  itn: "export",
  lrn: "export",
  document: "export",
  un_number: "export",
};
/** Effects whose decision rests on what another agent knows. */
const ALSO_ASKED: Record<string, readonly AgentName[]> = {
  transfer_stock: ["transit"],
  release_hold: ["export"],
  cancel_shipment: ["export"],
  change_lines: ["supply", "export"],
};

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
  // "Licence for SHP-…?" is about papers: the position of the shipment is not asked for.
  if (
    named.has("export") &&
    reading.actions.objects.includes("licence") &&
    !/\b(?:where|eta|late|wo|wann|ou|quand|donde|cuando|waar|wanneer)\b/i.test(reading.own)
  )
    named.delete("transit");
  return [...named];
}

/** Agents that must be consulted for the kinds, or for a question when there are none. */
export function chooseAgents(kinds: readonly string[], reading: Reading): AgentName[] {
  const asked = new Set<AgentName>();
  for (const kind of kinds) {
    const owner = EFFECT_OWNERS[kind];
    if (owner) asked.add(owner);
    for (const other of ALSO_ASKED[kind] ?? []) asked.add(other);
  }
  if (kinds.length === 0) for (const agent of agentsForReading(reading)) asked.add(agent);
  // "The papers say 69 but the shipment has 96": both sides are needed to see it.
  else if (asked.has("export") && reading.actions.objects.includes("shipment") && !reading.ids.some((id) => id.kind === "shipment"))
    asked.add("transit");
  return ORDER.filter((agent) => asked.has(agent));
}
