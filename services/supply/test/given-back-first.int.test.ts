import { executeGrant } from "@quartermaster/executor";
import type { Preview } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
beforeAll(async () => {
  world = await startSupplyWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

const DEMAND = "SO-8990";
const wish = (quantity: number) => ({ sku: "VLV-080", location: "LOC-HAM", quantity: String(quantity), uom: "PCE", demandRef: DEMAND });
const available = async (): Promise<number> =>
  Number(
    (
      await world.db.admin<{ units: string }>("select (on_hand - reserved)::text units from stock where tenant = 'demo' and id = 'STK-009'")
    )[0]?.units,
  );
/** Available units before and after, as the card states them. */
const figures = ({ before, after }: Preview) => [before, after].map((rows) => rows.find((row) => row.path === "STK-009/available")?.value);

it("counts units that an earlier step of the same plan gives back, in the figures of the card and in what can be done", async () => {
  const all = await available();
  const made = await executeGrant(world.ports, await world.grant(world.step("reserve_stock", wish(all - 2))));
  const release = await world.preview(world.step("release_reservation", made.inverse?.args ?? {}));
  const less = world.step("reserve_stock", wish(all - 4));

  expect((await world.preview(less)).refusal).toMatchObject({ code: "insufficient_available" });
  const card = await world.preview(less, [], [release]);
  expect(card.refusal).toBeNull();
  expect(figures(card)).toEqual([String(all), "4"]);
  // The demand's units are given back before: the new ones do not add to them.
  expect(card.after.find((row) => row.path === "reservation/quantity")?.value).toBe(String(all - 4));

  const tooMany = await world.preview(world.step("reserve_stock", wish(all + 1)), [], [release]);
  expect(tooMany.refusal).toMatchObject({ code: "insufficient_available", detail: expect.stringContaining(`${all} are available`) });
});

it("leaves what is held by others, and what is given back in part, where it is", async () => {
  const all = await available();
  const made = await executeGrant(world.ports, await world.grant(world.step("reserve_stock", wish(all - 2))));
  const part = { ...made.inverse?.args, quantity: "3" };
  const release = await world.preview(world.step("release_reservation", part));
  const card = await world.preview(world.step("reserve_stock", wish(4)), [], [release]);
  expect(figures(card)).toEqual(["5", "1"]);
  expect(card.after.find((row) => row.path === "reservation/quantity")?.value).toBe(String(all - 2 - 3 + 4));
});
