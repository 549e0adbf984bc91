import { type EventBody, type EventSource, type EventsPorts, takeEvent } from "@quartermaster/events";
import { createOutbox } from "@quartermaster/shared/db";
import { quietLog, testKeys } from "@quartermaster/testing";
import { supplyEvents } from "../../src/events/events-definition.ts";
import type { SupplyWorld } from "./supply-world.ts";

export interface SupplyEvents {
  ports: EventsPorts;
  /** Delivers an event as the gateway would. */
  deliver(bizStep: string, what: EventBody["what"], more?: Partial<EventBody> & { source?: EventSource }): ReturnType<typeof takeEvent>;
}

let count = 0;

/** The intake of events on a supply world, in tenant `demo`. */
export function startSupplyEvents(world: SupplyWorld): SupplyEvents {
  const pool = world.db.pool("qm_supply_events", { max: 6 });
  const log = quietLog();
  const ports: EventsPorts = {
    definition: supplyEvents,
    pool,
    outbox: createOutbox({ pool, bus: { publish: async () => {} }, log }),
    signer: testKeys().signer("x_supply"),
    facts: async () => [],
    faults: async () => {},
    log,
  };
  return {
    ports,
    deliver: (bizStep, what, { source = "warehouse", ...more } = {}) =>
      takeEvent(ports, { tenant: "demo", source, body: { eventId: `test-${++count}`, bizStep, what, ...more } }),
  };
}
