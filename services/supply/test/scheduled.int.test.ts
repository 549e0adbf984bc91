import { runScheduledChanges, type ScheduledChange } from "@quartermaster/events";
import { executeGrant } from "@quartermaster/executor";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { supplyEvents } from "../src/events/events-definition.ts";
import { reservationExpiry } from "../src/events/reservation-expiry.ts";
import { type SupplyEvents, startSupplyEvents } from "./support/supply-events.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
let events: SupplyEvents;
beforeAll(async () => {
  world = await startSupplyWorld();
  events = startSupplyEvents(world);
});
afterAll(() => world.drop());
beforeEach(async () => {
  // Named so that it comes before the other one.
  await world.seed("a-first");
  await world.seed("demo");
});

async function reserve(tenant: string, demandRef: string, goods = { sku: "VLV-050", location: "LOC-HAM" }): Promise<string> {
  const args = { ...goods, quantity: "5", uom: "PCE", demandRef, expiresAt: "2026-12-08" };
  const step = { ...world.step("reserve_stock", args), tenant };
  const receipt = await executeGrant(world.ports, await world.grant(step));
  if (receipt.outcome !== "succeeded") throw new Error(JSON.stringify(receipt));
  return receipt.outputs.reservationId ?? "";
}
const stateOf = async (id: string) => (await world.db.admin("select state from reservations where id = $1", [id]))[0]?.state;

/** Due first, and more than its row has set aside. */
const breakReservations = (ids: readonly string[]) =>
  world.db.admin(
    `do $$ begin
       alter table reservations disable trigger user; alter table stock disable trigger user;
       update reservations set quantity = 100000, expires_at = expires_at - interval '1 hour' where id in ('${ids.join("', '")}');
       alter table reservations enable trigger user; alter table stock enable trigger user;
     end $$`,
  );
const letThemEnd = () => world.db.admin("update tenants set offset_ms = offset_ms + 3 * 86400000 where tenant in ('a-first', 'demo')");

it("a record whose scheduled change fails keeps neither its tenant's other records nor other tenants waiting", async () => {
  const broken = await reserve("a-first", "SO-1", { sku: "BRG-6205", location: "LOC-GDN" });
  const same = await reserve("a-first", "SO-2");
  const other = await reserve("demo", "SO-3");
  await breakReservations([broken]);
  await letThemEnd();
  expect(await runScheduledChanges(events.ports)).toBe(2);
  expect([await stateOf(broken), await stateOf(same), await stateOf(other)]).toEqual(["active", "expired", "expired"]);
});

it("records that always fail, however many, keep no later one waiting, and are tried again", async () => {
  const broken: string[] = [];
  for (let index = 0; index < 21; index++) broken.push(await reserve("demo", `SO-1${index}`));
  const last = await reserve("demo", "SO-40", { sku: "BRG-6205", location: "LOC-GDN" });
  await breakReservations(broken);
  await letThemEnd();
  expect(await runScheduledChanges(events.ports)).toBe(0);
  expect(await runScheduledChanges(events.ports)).toBe(1);
  expect(await stateOf(last)).toBe("expired");
  // They are in order again, and have their turn now that all others had theirs.
  await world.db.admin(
    `do $$ begin
       alter table reservations disable trigger user;
       update reservations set quantity = 5 where id in ('${broken.join("', '")}');
       alter table reservations enable trigger user;
     end $$`,
  );
  expect(await runScheduledChanges(events.ports)).toBe(broken.length);
});

it("a reservation whose stock row somebody holds keeps neither its tenant's other reservations nor other tenants waiting", async () => {
  const held = await reserve("a-first", "SO-1", { sku: "BRG-6205", location: "LOC-GDN" });
  const same = await reserve("a-first", "SO-2");
  const other = await reserve("demo", "SO-3");
  await letThemEnd();
  await world.db.admin(
    `do $$ begin
       alter table reservations disable trigger user;
       update reservations set expires_at = expires_at - interval '1 hour' where id = '${held}';
       alter table reservations enable trigger user;
     end $$`,
  );
  const holder = await world.db.pool("qm_supply_executor", { max: 1 }).connect();
  try {
    await holder.query("begin");
    await holder.query("select set_config('qm.tenant', 'a-first', true)");
    await holder.query("select from stock where id = (select stock from reservations where id = $1) for update", [held]);
    expect(await runScheduledChanges(events.ports)).toBe(2);
    expect([await stateOf(held), await stateOf(same), await stateOf(other)]).toEqual(["active", "expired", "expired"]);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  // It was passed over once; with nothing else due it has its turn.
  await runScheduledChanges(events.ports);
  await runScheduledChanges(events.ports);
  expect(await stateOf(held)).toBe("expired");
});

it("a change that cannot even tell what is due keeps no other change and no other tenant waiting, and forgets nothing it passed over", async () => {
  const broken = await reserve("demo", "SO-1", { sku: "BRG-6205", location: "LOC-GDN" });
  const fine = await reserve("demo", "SO-2");
  await breakReservations([broken]);
  await letThemEnd();
  const skipped: (readonly string[])[] = [];
  const locked: ScheduledChange = { name: "always_locked", next: async () => Promise.reject(new Error("lock timeout")) };
  let failing = true;
  const flaky: ScheduledChange = {
    name: "flaky_expiry",
    async next(context) {
      skipped.push(context.skip);
      if (failing && context.skip.length > 0) throw new Error("lock timeout");
      return reservationExpiry.next(context);
    },
  };
  const only = (...scheduled: ScheduledChange[]) => ({ ...events.ports, definition: { ...supplyEvents, scheduled } });
  const ports = only(locked, flaky);
  expect(await runScheduledChanges(ports)).toBe(0);
  failing = false;
  skipped.length = 0;
  expect(await runScheduledChanges(ports)).toBe(1);
  // The broken one was not looked at a second time before the other had its turn.
  expect(skipped.some((skip) => skip.includes(broken))).toBe(true);
  expect([await stateOf(broken), await stateOf(fine)]).toEqual(["active", "expired"]);
});
