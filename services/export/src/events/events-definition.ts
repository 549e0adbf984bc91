import type { EventsDefinition } from "@quartermaster/events";
import { exportOutside } from "../adapters/outside-mapping.ts";
import { customsHandler } from "./customs-handler.ts";
import { STEP_RULES } from "./customs-steps.ts";

/** World events of export control: what the customs authority says. */
export const exportControlEvents: EventsDefinition = {
  domain: "export",
  handlers: STEP_RULES.map(customsHandler),
  scheduled: [],
  idsOf: exportOutside.idsOf,
};
