import type { AnyTool } from "@quartermaster/agent/agent";
import type { ExportPorts } from "../export-ports.ts";
import { amendDeclarationTool } from "./amend-declaration.ts";
import { checkControlsTool } from "./check-controls.ts";
import { draftDeclarationTool } from "./draft-declaration.ts";
import { fileExitEvidenceTool } from "./file-exit-evidence.ts";
import { findDeclarationsTool } from "./find-declarations.ts";
import { invalidateDeclarationTool } from "./invalidate-declaration.ts";
import { lodgeDeclarationTool } from "./lodge-declaration.ts";
import { resolveScreeningTool } from "./resolve-screening.ts";
import { screenPartyTool } from "./screen-party.ts";

/** Every tool of the export agent. */
export const EXPORT_TOOLS: readonly AnyTool<ExportPorts>[] = [
  findDeclarationsTool,
  checkControlsTool,
  screenPartyTool,
  draftDeclarationTool,
  lodgeDeclarationTool,
  amendDeclarationTool,
  invalidateDeclarationTool,
  fileExitEvidenceTool,
  resolveScreeningTool,
];
