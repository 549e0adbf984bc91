import { type EventBody, type EventSource, type EventsPorts, takeEvent } from "@quartermaster/events";
import { type ForeignFact, Receipt, signed } from "@quartermaster/shared/contracts";
import { createOutbox } from "@quartermaster/shared/db";
import { quietLog, testKeys } from "@quartermaster/testing";
import { transitEvents } from "../../src/events/events-definition.ts";
import type { TransitWorld } from "./transit-world.ts";

const SignedReceipt = signed(Receipt);
let count = 0;

export interface TransitEvents {
  /** Delivers an event as the gateway would. */
  deliver(bizStep: string, what: EventBody["what"], more?: Partial<EventBody> & { source?: EventSource }): ReturnType<typeof takeEvent>;
  /** What export's executor says of a shipment's papers from now on. */
  papers(shipmentId: string, state: string | null, regime?: string): void;
  receipts(): Receipt[];
}

/** The intake of events on a transit world, in tenant `demo`; export's executor is played. */
export function startTransitEvents(world: TransitWorld): TransitEvents {
  const sent: string[] = [];
  const stated = new Map<string, ForeignFact["fields"]>();
  const pool = world.db.pool("qm_transit_events", { max: 8 });
  const log = quietLog();
  const ports: EventsPorts = {
    definition: transitEvents,
    pool,
    outbox: createOutbox({ pool, bus: { publish: async (_subject, body) => void sent.push(body) }, log }),
    signer: testKeys().signer("x_transit"),
    facts: async (_tenant, selectors) =>
      selectors.map(({ id }) => ({
        domain: "export",
        kind: "papers",
        id,
        version: 1,
        fields: stated.get(id) ?? { declarationId: null, state: null },
      })),
    faults: async () => {},
    log,
  };
  return {
    deliver: (bizStep, what, { source = "carrier", ...more } = {}) =>
      takeEvent(ports, { tenant: "demo", source, body: { eventId: `test-${++count}`, bizStep, what, ...more } }),
    papers: (shipmentId, state, regime = "EU-AES") =>
      void stated.set(shipmentId, { declarationId: state === null ? null : "EXD-1", state, regime }),
    receipts: () => sent.map((body) => SignedReceipt.parse(JSON.parse(body).payload).body),
  };
}
