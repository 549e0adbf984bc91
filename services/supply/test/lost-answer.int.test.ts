import { createHttpSystem, executeGrant, reconcileCalls } from "@quartermaster/executor";
import { newId } from "@quartermaster/shared/contracts";
import { type ReferenceSystem, startReferenceSystem } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

const TIMEOUT_MS = 1_500;
let world: SupplyWorld;
let system: ReferenceSystem;

beforeAll(async () => {
  world = await startSupplyWorld();
  system = await startReferenceSystem({ mode: "honours" });
});
afterAll(async () => {
  await system?.stop();
  await world?.drop();
});

it("a lost answer from the carrier and a retry bought a second label", async () => {
  const settings = { url: system.url, token: system.token, timeoutMs: TIMEOUT_MS, repeat: { kind: "by_key" as const, quietMs: 60_000 } };
  const outside = { system: createHttpSystem({ ...settings, tools: new Set(["transfer_stock"]) }), timeoutMs: TIMEOUT_MS };
  const ports = { ...world.ports, outside };
  const args = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE" };
  const grant = await world.grant(world.step("transfer_stock", args));
  await system.control({ loseAnswers: 1 });
  expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown" });
  // Whoever tries again, under this grant or a new one: nothing is sent before our reference was looked up.
  await executeGrant(ports, grant);
  await executeGrant(ports, { ...grant, grantId: newId("grt") });
  expect((await system.state()).made).toHaveLength(1);
  await world.db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
  await reconcileCalls(ports);
  const made = (await system.state()).made;
  expect(made).toHaveLength(1);
  const [row] = await world.db.admin("select outcome from used_grant where grant_id = $1", [grant.grantId]);
  expect(row).toEqual({ outcome: "succeeded" });
});
