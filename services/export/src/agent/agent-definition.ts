import { readFileSync } from "node:fs";
import type { AgentDefinition } from "@quartermaster/agent/service";
import { readRecords } from "../adapters/read-records.ts";
import { recordScreening } from "../adapters/record-screening.ts";
import { createExportPorts, type ExportPorts } from "./export-ports.ts";
import { EXPORT_TOOLS } from "./tools/index.ts";

/** The export agent: card, prompt and tools. The prompt is a reviewed file beside the package's manifest. */
export const exportControlAgent: AgentDefinition<ExportPorts> = {
  agent: "export",
  version: "1.0.0",
  description: "Checks export controls and screens parties, and proposes drafting, lodging, amending and voiding export declarations.",
  skills: [
    {
      id: "declarations",
      name: "Declarations",
      description: "States, numbers, lines and deadlines of export declarations.",
      tags: ["customs", "read"],
      examples: ["What is the state of EXD-5004?", "Which declarations still lack their exit result?"],
    },
    {
      id: "controls",
      name: "Export controls",
      description: "Customs code, dangerous goods, dual use and licence cover of goods for a destination.",
      tags: ["customs", "licences", "read"],
      examples: ["Does VFD-22 need a licence for Singapore?"],
    },
    {
      id: "papers",
      name: "Papers",
      description: "Proposes to draft, revise, lodge, amend and void declarations, and to file proofs of exit.",
      tags: ["customs", "declarations"],
      examples: ["Prepare the declaration of SHP-1021.", "Lodge EXD-5004."],
    },
    {
      id: "screening",
      name: "Screening",
      description: "Matches parties against the denied-party lists and proposes compliance's decisions on hits.",
      tags: ["compliance", "parties"],
      examples: ["Is Gulf Meridian cleared?"],
    },
  ],
  prompt: readFileSync(new URL("../../prompt.md", import.meta.url), "utf8"),
  tools: EXPORT_TOOLS,
  createPorts: createExportPorts,
  recordAudit: recordScreening,
  readSnapshots: readRecords,
};
