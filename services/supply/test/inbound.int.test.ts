import type { AnyTool, DryRun, ToolContext } from "@quartermaster/agent/agent";
import { executeGrant } from "@quartermaster/executor";
import { type JsonObject, newId } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createPostgresSupplyReads } from "../src/adapters/postgres-supply-reads.ts";
import { supplyAgent } from "../src/agent/agent-definition.ts";
import type { SupplyReads } from "../src/domain/ports.ts";
import { type SupplyEvents, startSupplyEvents } from "./support/supply-events.ts";
import { NOW, type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
let events: SupplyEvents;
let agent: Pool;
beforeAll(async () => {
  world = await startSupplyWorld();
  events = startSupplyEvents(world);
  agent = world.db.pool("qm_supply_agent");
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

const MOVE = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE", neededBy: "2026-12-14" };
const order = async (args: JsonObject, requestId = newId("req"), tool = "transfer_stock") =>
  (await executeGrant(world.ports, await world.grant(world.step(tool, args), { requestId }))).outputs;
const comingTo = (sku: string, location: string) =>
  transaction(agent, "demo", async (tx) => createPostgresSupplyReads(tx).transfersTo({ sku, location }));

/** What the supply agent finds against a wish of one request, as its runtime asks: read-only role, one transaction. */
const findings = (args: JsonObject, requestId = newId("req"), name = "transfer_stock") =>
  transaction(agent, "demo", async (tx) => {
    await tx.query("set transaction read only");
    const tool = supplyAgent.tools.find((candidate) => candidate.name === name) as AnyTool<SupplyReads> & { effect: "propose" };
    const context = { tenant: "demo", businessNow: NOW, brief: { requestId }, ports: supplyAgent.createPorts(tx) };
    const run = (await tool.dryRun(tool.schema.parse(args) as never, context as unknown as ToolContext<SupplyReads>)) as DryRun;
    return run.findings.filter((finding) => finding.code === "duplicate_of_inbound").map(({ values }) => values);
  });

it("asks before a second transfer of the same item to the same place while the first is on its way, and not any more after it", async () => {
  expect(await findings(MOVE)).toEqual([]);
  const { transferId = "" } = await order(MOVE);
  const asked = [{ orders: [transferId], transfers: [transferId] }];
  const other = { ...MOVE, quantity: "20" };
  expect(await findings(other)).toEqual(asked);
  expect(await findings({ ...other, neededBy: "2026-12-13" })).toEqual([]);
  expect(await findings({ ...other, toLocation: "LOC-RTM" })).toEqual([]);
  await events.deliver("goods_issue", { transferId });
  expect(await findings(other)).toEqual(asked);
  await events.deliver("goods_receipt", { transferId, received: "25" });
  expect(await comingTo("VLV-050", "LOC-VLC")).toMatchObject([{ id: transferId, due: "35", state: "partly_received" }]);
  expect(await findings(other)).toEqual(asked);
  await events.deliver("goods_receipt", { transferId, received: "35" });
  expect(await findings(other)).toEqual([]);
});

it("asks before ordering from a supplier what a transfer brings already", async () => {
  const { transferId = "" } = await order(MOVE);
  const reorder = { sku: "VLV-050", location: "LOC-VLC", quantity: "60", uom: "PCE", supplier: "SUP-01", neededBy: "2026-12-14" };
  const known = await transaction(agent, "demo", async (tx) => createPostgresSupplyReads(tx).suppliers());
  const wish = { ...reorder, supplier: known[0] ?? "" };
  expect(await findings(wish, newId("req"), "create_reorder")).toEqual([{ orders: [transferId], transfers: [transferId] }]);
});

it("does not ask about a transfer that was called off", async () => {
  const receipt = await executeGrant(world.ports, await world.grant(world.step("transfer_stock", MOVE)));
  const reservation = receipt.records.find(({ record }) => record.startsWith("RSV-"))?.record ?? "";
  expect(await findings({ ...MOVE, quantity: "20" })).toHaveLength(1);
  const carriage = {
    domain: "transit" as const,
    kind: "carriage",
    id: receipt.outputs.transferId ?? "",
    version: 0,
    fields: { transferId: receipt.outputs.transferId ?? "", shipmentId: null, state: "none" },
  };
  const release = world.step("release_reservation", { reservationId: reservation, reason: "not needed" });
  const ended = await executeGrant(world.ports, await world.grant(release, { foreign: [carriage] }));
  expect(ended.outcome).toBe("succeeded");
  expect(await findings({ ...MOVE, quantity: "20" })).toEqual([]);
});

it("leaves out what the same request ordered, when the rest of its plan is made again", async () => {
  const mine = newId("req");
  await order(MOVE, mine);
  const sibling = { ...MOVE, quantity: "20" };
  expect(await findings(sibling, mine)).toEqual([]);
  expect(await findings(sibling)).toHaveLength(1);
  const { transferId: theirs = "" } = await order({ ...MOVE, quantity: "5" });
  expect(await findings(sibling, mine)).toEqual([{ orders: [theirs], transfers: [theirs] }]);
});

it("gives no other tenant's transfers", async () => {
  await order(MOVE);
  await world.seed("other");
  const there = await transaction(agent, "other", async (tx) =>
    createPostgresSupplyReads(tx).transfersTo({ sku: "VLV-050", location: "LOC-VLC" }),
  );
  expect(there).toEqual([]);
});
