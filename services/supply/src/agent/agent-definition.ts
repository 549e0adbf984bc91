import { readFileSync } from "node:fs";
import type { AgentDefinition } from "@quartermaster/agent/service";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import type { SupplyReads } from "../domain/ports.ts";
import { readSnapshots } from "../domain/read-snapshots.ts";
import { adjustStock } from "./tools/adjust-stock.ts";
import { checkAvailability } from "./tools/check-availability.ts";
import { createReorder } from "./tools/create-reorder.ts";
import { findStock } from "./tools/find-stock.ts";
import { releaseReservation } from "./tools/release-reservation.ts";
import { requestCycleCount } from "./tools/request-cycle-count.ts";
import { reserveStock } from "./tools/reserve-stock.ts";
import { setStockStatus } from "./tools/set-stock-status.ts";
import { transferStock } from "./tools/transfer-stock.ts";

/** The supply agent: what there is, what is set aside, and moves between own places. */
export const supplyAgent: AgentDefinition<SupplyReads> = {
  agent: "supply",
  version: "1.0.0",
  description: "Knows stock, lots, reservations and safety stock of our own places, and proposes reservations and transfers.",
  skills: [
    {
      id: "stock",
      name: "Stock and availability",
      description: "Balances by place and lot, what may be promised by a date, who holds reservations.",
      tags: ["stock", "inventory", "lots", "availability"],
      examples: ["VLV-050 stock hamburg?", "Can we have 200 CAN of PNT-EPX in Hamburg by 20 December?"],
    },
    {
      id: "movements",
      name: "Reservations and transfers",
      description: "Proposes to set units aside, to give them back, and to move them between our places; people approve.",
      tags: ["reservation", "transfer", "proposal"],
      examples: ["Move 60 VLV-050 from Hamburg to Valencia by 14 Dec", "Reserve 5 PMP-100 in Hamburg for SO-7820"],
    },
    {
      id: "keeping",
      name: "Orders, counts and status",
      description: "Proposes purchase orders, counted quantities, quarantine and release of lots, and counts; people approve.",
      tags: ["purchase", "count", "quality", "proposal"],
      examples: ["Reorder 200 SEAL-01 for Lyon from the usual supplier", "12 cartridges of D2610 got crushed in Lyon, write them off"],
    },
  ],
  prompt: readFileSync(new URL("../../prompt.md", import.meta.url), "utf8"),
  tools: [
    findStock,
    checkAvailability,
    reserveStock,
    releaseReservation,
    transferStock,
    createReorder,
    adjustStock,
    setStockStatus,
    requestCycleCount,
  ],
  createPorts: (tx) => createPostgresSupplyReads(tx),
  readSnapshots,
};
