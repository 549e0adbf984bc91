import { type EventBody, type EventSource, type EventsPorts, takeEvent } from "@quartermaster/events";
import { Receipt, signed } from "@quartermaster/shared/contracts";
import { createOutbox } from "@quartermaster/shared/db";
import { quietLog, testKeys } from "@quartermaster/testing";
import { exportControlEvents } from "../../src/events/events-definition.ts";
import type { ExportWorld } from "./export-world.ts";

const SignedReceipt = signed(Receipt);

export interface ExportEvents {
  ports: EventsPorts;
  /** Delivers an event as the gateway would. */
  deliver(bizStep: string, what: EventBody["what"], more?: Partial<EventBody> & { source?: EventSource }): ReturnType<typeof takeEvent>;
  /** Receipts that were sent anew. */
  receipts(): Receipt[];
}

let count = 0;

/** The intake of events on an export world, in tenant `demo`; what it sends is kept. */
export function startExportEvents(world: ExportWorld, faults: EventsPorts["faults"] = async () => {}): ExportEvents {
  const sent: string[] = [];
  const pool = world.db.pool("qm_export_events", { max: 8 });
  const log = quietLog();
  const outbox = createOutbox({ pool, bus: { publish: async (_subject, body) => void sent.push(body) }, log });
  const ports: EventsPorts = {
    definition: exportControlEvents,
    pool,
    outbox,
    signer: testKeys().signer("x_export"),
    facts: async () => [],
    faults,
    log,
  };
  return {
    ports,
    deliver: (bizStep, what, { source = "customs", ...more } = {}) =>
      takeEvent(ports, { tenant: "demo", source, body: { eventId: `test-${++count}`, bizStep, what, ...more } }),
    receipts: () => sent.map((body) => SignedReceipt.parse(JSON.parse(body).payload).body),
  };
}
