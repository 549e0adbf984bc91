import type { AgentName } from "@quartermaster/shared/contracts";

/** The agent that owns the records whose keys are of a kind. */
export const OWNER_OF_ID: Record<string, AgentName> = {
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
