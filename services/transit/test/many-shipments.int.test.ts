import type { JsonObject } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

// More shipments than one read gives, each ahead of those of the seed by its id.
const MANY = 250;

let world: TransitWorld;
beforeAll(async () => {
  world = await startTransitWorld();
  await world.db.admin(`set session_replication_role = replica;
    insert into shipments (tenant, id, kind, state, origin, destination, origin_unlocode, destination_unlocode, origin_territory,
      destination_territory, demand_ref, goods_issue_posted)
    select 'demo', 'SHP-0' || n, 'outbound', case when n % 2 = 0 then 'cancelled' else 'delivered' end, 'LOC-HAM', 'FRPAR', 'DEHAM', 'FRPAR',
      'EU', 'EU', 'SO-1', n % 2 = 1 from generate_series(1, ${MANY}) n;
    insert into shipments (tenant, id, kind, state, origin, destination, origin_unlocode, destination_unlocode, origin_territory,
      destination_territory, demand_ref) values ('demo', 'SHP-9', 'outbound', 'booked', 'LOC-HAM', 'FRPAR', 'DEHAM', 'FRPAR', 'EU', 'EU', 'SO-1')`);
}, 60_000);
afterAll(() => world.drop());

interface Answer {
  count: number;
  more?: number;
  shipments: { id: string }[];
}
const find = async (args: JsonObject): Promise<Answer> =>
  ((await world.call("find_shipments", args)) as unknown as { result: Answer }).result;

it("shipments to and from a country are found and counted behind any number of others", async () => {
  const norway = await find({ destination: "no" });
  expect(norway.shipments.map(({ id }) => id)).toContain("SHP-1005");
  expect(norway.more).toBeUndefined();
  const france = await find({ destination: "FR", origin: "DE" });
  const seeded = await world.db.admin(
    "select id from shipments where tenant = 'demo' and id like 'SHP-1%' and destination_unlocode like 'FR%' and origin_unlocode like 'DE%'",
  );
  expect(france).toMatchObject({ count: MANY + 1 + seeded.length, more: MANY + 1 + seeded.length - 25 });
  expect(await find({ shipmentId: "SHP-9", destination: "FR" })).toMatchObject({ count: 1 });
  expect(await find({ shipmentId: "SHP-9", destination: "ES" })).toMatchObject({ count: 0 });
});

it("what leaves in a window of days is found behind any number of others", async () => {
  const week = await find({ origin: "Hamburg", etdFrom: "2026-12-07", etdBefore: "2026-12-10" });
  expect(week).toMatchObject({ count: 4, shipments: [{ id: "SHP-1002" }, { id: "SHP-1003" }, { id: "SHP-1007" }, { id: "SHP-1014" }] });
});

it("a booking names the shipment of its demand that still takes its units, however many have ended", async () => {
  const { proposal } = await world.call("book_shipment", {
    origin: "LOC-HAM",
    destination: "LOC-VLC",
    lines: [{ sku: "VLV-050", quantity: "60", uom: "PCE" }],
    serviceId: "SVC-01",
    demandRef: "SO-1",
  });
  const named = proposal?.evidence.flatMap(({ snapshot }) => (snapshot?.kind === "shipment" ? [snapshot.id] : []));
  expect(named).toEqual(["SHP-9"]);
});
