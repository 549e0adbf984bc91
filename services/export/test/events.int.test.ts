import { executeGrant } from "@quartermaster/executor";
import type { ForeignFact, JsonObject } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ExportEvents, startExportEvents } from "./support/export-events.ts";
import { type ExportWorld, startExportWorld } from "./support/export-world.ts";

let world: ExportWorld;
let events: ExportEvents;
beforeAll(async () => {
  world = await startExportWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.seed();
  events = startExportEvents(world);
});

const MRN = "26NLABCDEF01234567";
const declaration = async (id: string) =>
  (await world.db.admin("select state, mrn, version, exit_status from declarations where tenant = 'demo' and id = $1", [id]))[0];
const licence = async (id: string) =>
  (
    await world.db.admin(
      "select trim_scale(used)::text used, trim_scale(committed)::text committed from licences where tenant = 'demo' and id = $1",
      [id],
    )
  )[0];
async function execute(tool: string, args: JsonObject, foreign: ForeignFact[] = []) {
  const answer = await world.call(tool, args);
  if (!answer.proposal) throw new Error(JSON.stringify(answer));
  const step = world.step(answer.proposal);
  const preview = await world.preview(step, { foreign });
  const receipt = await executeGrant(world.ports, world.grant(step, preview, { foreign }, 2));
  if (receipt.outcome !== "succeeded") throw new Error(JSON.stringify(receipt));
  return receipt;
}
const SHIPMENT = {
  id: "SHP-1003",
  kind: "outbound",
  state: "booked",
  destination: "KRPUS",
  originCountry: "DE",
  destinationCountry: "KR",
  originTerritory: "EU",
  destinationTerritory: "KR",
  consignee: null,
  incoterm: null,
  dangerousGoods: false,
  lines: [],
  modes: ["sea"],
  etd: null,
  cutoffs: { docs: null, cargo: null, dg: null },
};
const MORE = { declarationId: "EXD-5008", changes: [{ line: 1, field: "quantity", from: "2000", to: "3000" }], reason: "more" };

describe("an event of customs", () => {
  it("accepts a lodged declaration, gives it its number, and says the same to a second delivery", async () => {
    const first = await events.deliver("customs_accepted", { declarationId: "EXD-5010", mrn: MRN }, { eventId: "accept-1" });
    expect(first).toMatchObject({ replayed: false, answer: { records: [{ record: "EXD-5010", version: 2 }], receipts: [] } });
    expect(await declaration("EXD-5010")).toMatchObject({ state: "accepted", mrn: MRN, version: 2 });
    const again = await events.deliver("customs_accepted", { declarationId: "EXD-5010", mrn: MRN }, { eventId: "accept-1" });
    expect(again).toEqual({ answer: first.answer, replayed: true });
    expect(await declaration("EXD-5010")).toMatchObject({ version: 2 });
    await expect(
      events.deliver("customs_accepted", { declarationId: "EXD-5010", mrn: "26NLABCDEF01234568" }, { eventId: "accept-1" }),
    ).rejects.toMatchObject({ code: "idempotency_mismatch" });
  });

  it("is taken in once when it is delivered many times at once", async () => {
    const deliveries = Array.from({ length: 12 }, () =>
      events.deliver("customs_accepted", { declarationId: "EXD-5010", mrn: MRN }, { eventId: "accept-many" }),
    );
    const taken = await Promise.all(deliveries);
    expect(taken.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await declaration("EXD-5010")).toMatchObject({ state: "accepted", version: 2 });
  });

  it("moves nothing when it is not legal, and says which states are", async () => {
    await expect(events.deliver("customs_released", { declarationId: "EXD-5010" })).rejects.toMatchObject({
      code: "illegal_transition",
      message: expect.stringContaining("EXD-5010 is lodged"),
    });
    await expect(events.deliver("customs_exited", { declarationId: "EXD-5002" })).rejects.toMatchObject({ code: "illegal_transition" });
    await expect(events.deliver("customs_accepted", { declarationId: "EXD-5010" })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [expect.objectContaining({ path: "/what/mrn" })],
    });
    await expect(events.deliver("customs_accepted", { declarationId: "EXD-0000", mrn: MRN })).rejects.toMatchObject({
      code: "unknown_record",
    });
    await expect(events.deliver("customs_accepted", { declarationId: "EXD-5010", mrn: "26DEEXP000005003A7" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await declaration("EXD-5010")).toMatchObject({ state: "lodged", version: 1 });
  });

  it("comes from customs alone, and not from the future", async () => {
    const what = { declarationId: "EXD-5010", mrn: MRN };
    await expect(events.deliver("customs_accepted", what, { source: "carrier" })).rejects.toMatchObject({ code: "role_missing" });
    await expect(events.deliver("customs_accepted", what, { eventTime: "2027-01-01T00:00:00Z" })).rejects.toMatchObject({
      code: "event_time_invalid",
    });
    await expect(events.deliver("customs_smiled", what)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(events.deliver("customs_accepted", { ...what, colour: "red" })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("leaves nothing behind when the process dies before the commit", async () => {
    const dying = startExportEvents(world, async () => {
      throw new Error("events.beforeCommit");
    });
    await expect(dying.deliver("customs_accepted", { declarationId: "EXD-5010", mrn: MRN }, { eventId: "dies" })).rejects.toThrow();
    expect(await declaration("EXD-5010")).toMatchObject({ state: "lodged", version: 1 });
    expect((await events.deliver("customs_accepted", { declarationId: "EXD-5010", mrn: MRN }, { eventId: "dies" })).replayed).toBe(false);
  });
});

describe("the outcome of what customs was asked", () => {
  it("brings an amendment into force and its receipt a second, signed version", async () => {
    const receipt = await execute("amend_declaration", MORE);
    expect(receipt.externalOutcome).toBe("pending");
    const { answer } = await events.deliver("customs_amendment_accepted", { declarationId: "EXD-5008" });
    expect(answer.receipts).toEqual([{ receiptId: receipt.receiptId, version: 2, outcome: "confirmed" }]);
    expect(await declaration("EXD-5008")).toMatchObject({ state: "accepted", version: 3 });
    const [line] = await world.db.admin(
      "select trim_scale(quantity)::text quantity, trim_scale(net_kg)::text net from declaration_lines where tenant = 'demo' and declaration = 'EXD-5008'",
    );
    expect(line).toEqual({ quantity: "3000", net: "2358" });
    await until(() => events.receipts().length === 1);
    expect(events.receipts()).toEqual([
      { ...receipt, version: 2, externalOutcome: "confirmed", records: [{ record: "EXD-5008", version: 3 }] },
    ]);
    await expect(events.deliver("customs_amendment_accepted", { declarationId: "EXD-5008" })).rejects.toMatchObject({
      code: "illegal_transition",
    });
  });

  it("goes back to the state before when customs says no, and the receipt says why", async () => {
    await execute("amend_declaration", MORE);
    await events.deliver("customs_amendment_rejected", { declarationId: "EXD-5008" }, { reason: "the goods are gone" });
    expect(await declaration("EXD-5008")).toMatchObject({ state: "accepted" });
    await until(() => events.receipts().length === 1);
    expect(events.receipts()[0]).toMatchObject({
      version: 2,
      externalOutcome: "rejected",
      code: "outcome_rejected",
      detail: "the goods are gone",
    });
    const [line] = await world.db.admin(
      "select trim_scale(quantity)::text quantity from declaration_lines where tenant = 'demo' and declaration = 'EXD-5008'",
    );
    expect(line).toEqual({ quantity: "2000" });
  });

  it("uses a licence at exit, and frees it when the papers are given up", async () => {
    const shipment: ForeignFact = { domain: "transit", kind: "shipment", id: "SHP-1003", version: 1, fields: SHIPMENT };
    const before = await licence("LIC-2026-0417");
    for (const step of ["customs_released", "customs_arrived_at_exit", "customs_exited"])
      await events.deliver(step, { mrn: "26DEEXP000005003A7" });
    expect(await declaration("EXD-5003")).toMatchObject({ state: "exited", exit_status: "confirmed" });
    const charged = Number(before?.committed) >= 6 ? Number(before?.committed) - 6 : 0;
    expect(await licence("LIC-2026-0417")).toEqual({ used: String(Number(before?.used) + 6), committed: String(charged) });

    await world.seed();
    const receipt = await execute("invalidate_declaration", { declarationId: "EXD-5003", reason: "not needed" }, [shipment]);
    const { answer } = await events.deliver("customs_invalidated", { declarationId: "EXD-5003" });
    expect(answer.receipts).toEqual([{ receiptId: receipt.receiptId, version: 2, outcome: "confirmed" }]);
    expect(await declaration("EXD-5003")).toMatchObject({ state: "invalidated" });
    expect(await licence("LIC-2026-0417")).toEqual({ used: before?.used, committed: String(charged) });
  });
});

describe("the events login", () => {
  it("writes only what the state machine names, and nothing without a cause", async () => {
    const as = (text: string, cause: string[] | null) =>
      transaction(events.ports.pool, "demo", async (tx) => {
        if (cause !== null) {
          await tx.query("insert into change_cause (tenant, id, kind, entities) values ('demo', 'c', 'inbound_event', $1)", [cause]);
          await tx.query("select set_config('qm.cause_id', 'c', true)");
        }
        return tx.query(text);
      });
    const move = "update declarations set state = 'accepted', accepted_at = now(), version = version + 1 where id = 'EXD-5010'";
    await expect(as(move, null)).rejects.toMatchObject({ code: "42501" });
    await expect(as(move, ["EXD-5003"])).rejects.toMatchObject({ code: "42501" });
    await expect(as("update declarations set exporter = 'x' where id = 'EXD-5010'", ["EXD-5010"])).rejects.toMatchObject({ code: "42501" });
    await expect(as("update declarations set state = 'exited' where id = 'EXD-5010'", ["EXD-5010"])).rejects.toMatchObject({
      code: "QM001",
    });
    await expect(as("delete from declarations where id = 'EXD-5010'", ["EXD-5010"])).rejects.toMatchObject({ code: "42501" });
    await expect(as("insert into used_grant (grant_id) values ('grt')", [])).rejects.toMatchObject({ code: "42501" });
    await expect(
      as("insert into change_cause (tenant, id, kind, entities) values ('demo', 's', 'seed', '{*}')", null),
    ).rejects.toMatchObject({
      code: "42501",
    });
    await expect(as("select set_config('qm.tenant', 't2', true)", null).then(() => as(move, null))).rejects.toMatchObject({
      code: "42501",
    });
    await as(move, ["EXD-5010"]);
    expect(await declaration("EXD-5010")).toMatchObject({ state: "accepted" });
  });
});
