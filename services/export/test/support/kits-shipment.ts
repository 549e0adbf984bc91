import type { ForeignFact } from "@quartermaster/shared/contracts";

/** The shipment of EXD-5004 as transit's executor states it. */
export const KITS: ForeignFact = {
  domain: "transit",
  kind: "shipment",
  id: "SHP-1004",
  version: 1,
  fields: {
    id: "SHP-1004",
    kind: "outbound",
    state: "booked",
    destination: "CHBSL",
    originCountry: "FR",
    destinationCountry: "CH",
    originTerritory: "EU",
    destinationTerritory: "CH",
    consignee: "PTY-HEL",
    incoterm: "DAP",
    dangerousGoods: false,
    lines: [{ sku: "RGT-KIT", quantity: "30", uom: "KIT", baseQuantity: "30" }],
    modes: ["road"],
    etd: "2026-12-08T14:00:00.000Z",
    cutoffs: { docs: "2026-12-08T11:00:00.000Z", cargo: "2026-12-08T11:00:00.000Z", dg: null },
  },
};
