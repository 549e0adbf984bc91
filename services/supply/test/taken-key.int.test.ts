import { type EventHandler, type EventsPorts, takeEvent } from "@quartermaster/events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { startSupplyEvents } from "./support/supply-events.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
let ports: EventsPorts;
let attempts = 0;

/** A step that writes a serial number which is there already, as a fault in a handler would. */
const stumbling: EventHandler<object> = {
  bizStep: "stumbling",
  sources: ["warehouse"],
  what: z.strictObject({}),
  async plan(_what, { tx, tenant }) {
    attempts++;
    return {
      entities: [],
      async apply() {
        await tx.query(
          "insert into serials (tenant, id, sku, stock, state) values ($1, 'PMP100-HAM-001', 'PMP-100', 'STK-001', 'in_stock')",
          [tenant],
        );
        return { records: [], undo: null };
      },
    };
  },
};

beforeAll(async () => {
  world = await startSupplyWorld();
  const { ports: taking } = startSupplyEvents(world);
  ports = { ...taking, definition: { ...taking.definition, handlers: [stumbling], scheduled: [] } };
});
afterAll(() => world?.drop());

it("a key that stays taken ends as a conflict for good, not as something to be tried again", async () => {
  const body = { eventId: "stumble-1", bizStep: "stumbling", what: {} };
  const taken = takeEvent(ports, { tenant: "demo", source: "warehouse", body });
  await expect(taken).rejects.toMatchObject({ code: "conflict", status: 409, retryable: false });
  expect(attempts).toBeGreaterThan(1);
});
