import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTransitEvents, type TransitEvents } from "./support/transit-events.ts";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

let world: TransitWorld;
let events: TransitEvents;
beforeAll(async () => {
  world = await startTransitWorld();
});
afterAll(() => world?.drop());
beforeEach(async () => {
  await world.seed();
  events = startTransitEvents(world);
});

const isWaiting = async () =>
  (await world.db.admin("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).length > 0;

it("goods are loaded by what customs says once the shipment is ours to change, not by what it said before", async () => {
  for (const step of ["picking", "packing"]) await events.deliver(step, { shipmentId: "SHP-1003" }, { source: "warehouse" });
  events.papers("SHP-1003", "arrived_at_exit");
  const other = await world.db.pool("qm_transit_executor", { max: 1 }).connect();
  try {
    await other.query("begin");
    await other.query("select set_config('qm.tenant', 'demo', true)");
    await other.query("select from shipments where id = 'SHP-1003' for update");
    const loading = events.deliver("loading", { shipmentId: "SHP-1003" }, { source: "warehouse" });
    const refused = expect(loading).rejects.toMatchObject({ code: "load_before_exit_release" });
    await until(isWaiting, { what: "the event waiting for the shipment" });
    // Meanwhile the papers are given up.
    events.papers("SHP-1003", "invalidation_pending");
    await other.query("rollback");
    await refused;
  } finally {
    other.release();
  }
});
