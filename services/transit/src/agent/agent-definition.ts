import { readFileSync } from "node:fs";
import type { AgentDefinition } from "@quartermaster/agent/service";
import { readRecords } from "../adapters/read-records.ts";
import { TRANSIT_TOOLS } from "./tools/index.ts";
import { createTransitPorts, type TransitPorts } from "./transit-ports.ts";

/** The transit agent: card, prompt and tools. The prompt is a reviewed file beside the package's manifest. */
export const transitAgent: AgentDefinition<TransitPorts> = {
  agent: "transit",
  version: "1.0.0",
  description: "Finds shipments and services, and proposes bookings and holds.",
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
      id: "holds",
      name: "Holds",
      description: "Proposes to stop a shipment.",
      tags: ["transport", "hold"],
      examples: ["Put SHP-1014 on hold, the customer did not confirm."],
    },
  ],
  prompt: readFileSync(new URL("../../prompt.md", import.meta.url), "utf8"),
  tools: TRANSIT_TOOLS,
  createPorts: createTransitPorts,
  readSnapshots: readRecords,
};
