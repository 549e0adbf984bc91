import type { AnyTool } from "@quartermaster/agent/agent";
import type { ExportPorts } from "../export-ports.ts";
import { checkControlsTool } from "./check-controls.ts";
import { draftDeclarationTool } from "./draft-declaration.ts";
import { findDeclarationsTool } from "./find-declarations.ts";
import { lodgeDeclarationTool } from "./lodge-declaration.ts";

/** Every tool of the export agent. */
export const EXPORT_TOOLS: readonly AnyTool<ExportPorts>[] = [
  findDeclarationsTool,
  checkControlsTool,
  draftDeclarationTool,
  lodgeDeclarationTool,
];
