import { readFileSync } from "node:fs";
import type { AgentDefinition } from "@quartermaster/agent/service";
import { readRecords } from "../adapters/read-records.ts";
import { TRANSIT_TOOLS } from "./tools/index.ts";
import { createTransitPorts, type TransitPorts } from "./transit-ports.ts";

/** The transit agent: card, prompt and tools. The prompt is a reviewed file beside the package's manifest. */
export const transitAgent: AgentDefinition<TransitPorts> = {
  agent: "transit",
  version: "1.0.0",
  description: "Finds shipments and services, and proposes bookings, changes, holds and cancellations.",
  skills: [
    {
      id: "shipments",
      name: "Shipments",
      description: "Where shipments are, when they leave and arrive, their cut-offs and holds.",
      tags: ["transport", "read"],
      examples: ["Where is SHP-1018?", "Which shipments have a cut-off before tomorrow noon?"],
    },
    {
      id: "bookings",
      name: "Bookings",
      description: "Compares services between two places and proposes a booking.",
      tags: ["transport", "booking"],
      examples: ["How can 60 VLV-050 get from Hamburg to Valencia by 14 December?"],
    },
    {
      id: "changes",
      name: "Changes",
      description: "Proposes other lines, sailings, paths or destinations of a shipment, and to end it before it leaves.",
      tags: ["transport", "change"],
      examples: ["Move SHP-1014 to the next flight.", "Brasil Quimicos wants 3 IBC on SHP-1008 instead of 2."],
    },
    {
      id: "holds",
      name: "Holds",
      description: "Proposes to stop a shipment, and to lift a hold with what ends it.",
      tags: ["transport", "hold"],
      examples: ["Put SHP-1014 on hold, the customer did not confirm."],
    },
  ],
  prompt: readFileSync(new URL("../../prompt.md", import.meta.url), "utf8"),
  tools: TRANSIT_TOOLS,
  createPorts: createTransitPorts,
  readSnapshots: readRecords,
};
