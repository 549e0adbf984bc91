import type { EventsDefinition } from "@quartermaster/events";
import { transitOutside } from "../adapters/outside-mapping.ts";
import { CARRIER_HANDLERS } from "./carrier-handlers.ts";
import { MOVEMENT_HANDLERS } from "./movement-handler.ts";
import { NOTICE_HANDLERS } from "./notice-handlers.ts";

/** World events of transport: what happens to shipments, and what carriers say. */
export const transitEvents: EventsDefinition = {
  domain: "transit",
  handlers: [...MOVEMENT_HANDLERS, ...CARRIER_HANDLERS, ...NOTICE_HANDLERS],
  scheduled: [],
  idsOf: transitOutside.idsOf,
};
