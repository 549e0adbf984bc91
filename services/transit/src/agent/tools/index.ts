import type { AnyTool } from "@quartermaster/agent/agent";
import type { TransitPorts } from "../transit-ports.ts";
import { bookShipmentTool } from "./book-shipment.ts";
import { cancelShipmentTool } from "./cancel-shipment.ts";
import { changeLinesTool } from "./change-lines.ts";
import { findShipmentsTool } from "./find-shipments.ts";
import { placeHoldTool } from "./place-hold.ts";
import { quoteOptionsTool } from "./quote-options.ts";
import { releaseHoldTool } from "./release-hold.ts";
import { rerouteShipmentTool } from "./reroute-shipment.ts";
import { rescheduleLegTool } from "./reschedule-leg.ts";

/** Every tool of the transit agent. */
export const TRANSIT_TOOLS: readonly AnyTool<TransitPorts>[] = [
  findShipmentsTool,
  quoteOptionsTool,
  bookShipmentTool,
  placeHoldTool,
  changeLinesTool,
  rescheduleLegTool,
  rerouteShipmentTool,
  releaseHoldTool,
  cancelShipmentTool,
];
