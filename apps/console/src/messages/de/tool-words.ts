import type { toolWords as english } from "../en/tool-words.ts";
import type { Widen } from "../message-type.ts";

/** German words for people and tools. */
export const toolWords: Widen<typeof english> = {
  roles: {
    planner: "Planung",
    stock_manager: "Bestandsleitung",
    transport_manager: "Transportleitung",
    export_officer: "Ausfuhrbeauftragte",
    compliance_officer: "Exportkontrolle",
    dg_officer: "Gefahrgutbeauftragte",
    qa_manager: "Qualitätsleitung",
    buyer: "Einkauf",
    ops_director: "Betriebsleitung",
    auditor: "Revision",
    admin: "Administration",
    customs_gateway: "Zollanbindung",
    carrier_gateway: "Frachtführeranbindung",
    warehouse_gateway: "Lageranbindung",
    supplier_gateway: "Lieferantenanbindung",
  },
  aRole: (role) => role,
  tools: {
    find_stock: (p) => `Bestand nachgesehen ${p}`,
    check_availability: (p) => `Verfügbarkeit geprüft ${p}`,
    find_shipments: (p) => `Sendungen nachgesehen ${p}`,
    quote_options: (p) => `Dienste verglichen ${p}`,
    find_declarations: (p) => `Anmeldungen nachgesehen ${p}`,
    check_controls: (p) => `Ausfuhrkontrolle geprüft ${p}`,
    reserve_stock: (p) => `${p} reservieren`,
    release_reservation: (p) => `Reservierung ${p} freigeben`,
    transfer_stock: (p) => `${p} umlagern`,
    book_shipment: (p) => `${p} buchen`,
    place_hold: (p) => `${p} anhalten`,
    draft_declaration: (p) => `Anmeldung entwerfen ${p}`,
    lodge_declaration: (p) => `Anmeldung ${p} abgeben`,
  },
  calledTool: (tool, p) => `${tool} aufgerufen ${p}`,
};
