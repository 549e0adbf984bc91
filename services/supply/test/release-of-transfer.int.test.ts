import { executeGrant } from "@quartermaster/executor";
import { newId } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
beforeAll(async () => {
  world = await startSupplyWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

const TRANSFER = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE", neededBy: "2026-12-14" };
const reserved = async () =>
  (
    await world.db.admin<{ units: string }>("select trim_scale(reserved)::text units from stock where tenant = 'demo' and id = 'STK-006'")
  )[0]?.units;
/** What transport states of a transfer. */
const carriage = (id: string | undefined, shipmentId: string | null, state: string) => ({
  domain: "transit" as const,
  kind: "carriage",
  id: id ?? "",
  version: 1,
  fields: { transferId: id ?? "", shipmentId, state },
});

it.each(["booking", "booked", "picking", "packed", "loaded", "departed"])(
  "gives back nothing of a transfer whose shipment is %s: it would leave with units that are offered",
  async (state) => {
    const made = await executeGrant(world.ports, await world.grant(world.step("transfer_stock", TRANSFER)));
    const { transferId } = made.outputs;
    const step = world.step("release_reservation", made.inverse?.args ?? {});
    // Before transport has spoken there is nothing to decide on.
    const blank = await world.preview(step);
    expect(blank).toMatchObject({ refusal: null, after: [], needs: [{ domain: "transit", kind: "carriage", id: transferId }] });
    const stated = await world.preview(step, [carriage(transferId, "SHP-77", state)]);
    expect(stated.refusal).toMatchObject({ code: "transfer_is_booked", detail: expect.stringContaining("SHP-77") });
    // A grant that was made before the booking: the executor judges by what transport states under lock.
    const early = await world.grant(step, { foreign: [carriage(transferId, null, "none")] });
    world.states([carriage(transferId, "SHP-77", state)]);
    expect(await executeGrant(world.ports, { ...early, grantId: newId("grt") })).toMatchObject({
      outcome: "stale",
      code: "transfer_is_booked",
    });
    const silent = { ...world.ports, facts: async () => [] };
    expect(await executeGrant(silent, { ...early, grantId: newId("grt") })).toMatchObject({ outcome: "stale", code: "facts_missing" });
    expect(await world.db.admin("select state from transfers where tenant = 'demo'")).toEqual([{ state: "allocated" }]);
    expect(await reserved()).toBe("180");
    const ended = await world.grant(step, { foreign: [carriage(transferId, "SHP-77", "cancelled")] });
    expect(await executeGrant(world.ports, ended)).toMatchObject({ outcome: "succeeded" });
  },
);
