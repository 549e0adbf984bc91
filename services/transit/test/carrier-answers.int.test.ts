import { createHttpSystem, type ExecutorPorts, executeGrant, outsideKey, reconcileCalls } from "@quartermaster/executor";
import type { Grant, JsonObject, Receipt } from "@quartermaster/shared/contracts";
import { type ScriptedSystem, startScriptedSystem } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addSailing } from "./support/later-services.ts";
import { startTransitEvents, type TransitEvents } from "./support/transit-events.ts";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

const TIMEOUT_MS = 2_000;
const SHIPMENT = "SHP-1006";
let world: TransitWorld;
let events: TransitEvents;
let carrier: ScriptedSystem;

beforeAll(async () => {
  world = await startTransitWorld();
});
beforeEach(async () => {
  await world.seed();
  for (const id of ["SVC-90", "SVC-91"]) await addSailing(world, "SVC-04", id);
  events = startTransitEvents(world);
  carrier = await startScriptedSystem({ outcome: "pending" });
});
afterEach(async () => {
  await carrier.stop();
  await world.db.admin("delete from outside_call");
});
afterAll(() => world?.drop());

const linked = (repeat: "by_key" | "never" = "by_key") => {
  const tools = new Set(["book_shipment", "reschedule_leg", "reroute_shipment", "cancel_shipment"]);
  const rule = repeat === "by_key" ? ({ kind: "by_key", quietMs: 60_000 } as const) : ({ kind: "never" } as const);
  const system = createHttpSystem({ url: carrier.url, token: null, timeoutMs: TIMEOUT_MS, repeat: rule, tools });
  return { ...world.ports, outside: { system, timeoutMs: TIMEOUT_MS } } satisfies ExecutorPorts;
};
type Linked = ReturnType<typeof linked>;

async function carryOut(ports: Linked, tool: string, args: JsonObject, deciders = 1): Promise<{ grant: Grant; receipt: Receipt }> {
  const answer = await world.call(tool, args);
  if (!answer.proposal) throw new Error(JSON.stringify(answer));
  const step = world.step(answer.proposal);
  const foreign = [{ domain: "export" as const, kind: "papers", id: SHIPMENT, version: 1, fields: { declarationId: null, state: null } }];
  const preview = await world.preview(step, { foreign });
  const grant = world.grant(step, preview, { foreign: preview.foreign }, deciders);
  return { grant, receipt: await executeGrant(ports, grant) };
}
const reschedule = (ports: Linked, serviceId: string) =>
  carryOut(ports, "reschedule_leg", { shipmentId: SHIPMENT, legSeq: 1, serviceId, reason: "late" });
const book = (ports: Linked) =>
  carryOut(ports, "book_shipment", {
    origin: "Hamburg",
    destination: "ESVLC",
    lines: [{ sku: "VLV-050", quantity: "60", uom: "PCE" }],
    serviceId: "SVC-01",
  });
const keyOf = ({ grant }: { grant: Grant }): string => outsideKey(grant.effectKey);
const outcomeOf = async ({ grant }: { grant: Grant }): Promise<[string, string | null]> => {
  const [row] = await world.db.admin<{ receipt: Receipt }>("select receipt from used_grant where grant_id = $1", [grant.grantId]);
  return [row?.receipt.outcome ?? "", row?.receipt.externalOutcome ?? null];
};
const attempts = async () =>
  (
    await world.db.admin<{ service_id: string; state: string }>(
      "select service_id, state from booking_attempts where tenant = 'demo' and shipment = $1 and service_id in ('SVC-90', 'SVC-91')",
      [SHIPMENT],
    )
  ).map((row) => `${row.service_id} ${row.state}`);
async function lookAfter(ports: Linked): Promise<void> {
  await world.db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
  await reconcileCalls(ports);
}

describe("two bookings of one shipment that wait for their carrier", () => {
  const two = async () => {
    const ports = linked();
    return { first: await reschedule(ports, "SVC-90"), second: await reschedule(ports, "SVC-91") };
  };

  it("are answered each by its own reference", async () => {
    const { first, second } = await two();
    await events.deliver("booking_rejected", { ourReference: keyOf(first) }, { reason: "full" });
    expect([await outcomeOf(first), await outcomeOf(second)]).toEqual([
      ["succeeded", "rejected"],
      ["succeeded", "pending"],
    ]);
    expect((await attempts()).sort()).toEqual(["SVC-90 failed", "SVC-91 confirmed"]);
    await events.deliver("booking_confirmed", { ourReference: keyOf(second) });
    expect(await outcomeOf(second)).toEqual(["succeeded", "confirmed"]);
  });

  it("are told apart by the reference of the booking itself, too", async () => {
    const { first, second } = await two();
    const [row] = await world.db.admin<{ ref: string }>(
      "select our_reference as ref from booking_attempts where tenant = 'demo' and service_id = 'SVC-90' and shipment = $1",
      [SHIPMENT],
    );
    await events.deliver("booking_confirmed", { ourReference: row?.ref ?? "" });
    expect([await outcomeOf(first), await outcomeOf(second)]).toEqual([
      ["succeeded", "confirmed"],
      ["succeeded", "pending"],
    ]);
  });

  it("are not answered by the shipment's name alone", async () => {
    const { first, second } = await two();
    await expect(events.deliver("booking_rejected", { shipmentId: SHIPMENT })).rejects.toMatchObject({ code: "conflict" });
    expect([await outcomeOf(first), await outcomeOf(second)]).toEqual([
      ["succeeded", "pending"],
      ["succeeded", "pending"],
    ]);
  });

  it("are not answered by the reference of something else that was sent", async () => {
    await two();
    const other = await book(linked());
    await expect(events.deliver("booking_confirmed", { shipmentId: SHIPMENT, ourReference: keyOf(other) })).rejects.toMatchObject({
      code: "illegal_transition",
    });
    await expect(events.deliver("booking_confirmed", { ourReference: "QM-AAAAAAAAAAAAAAAAAAAA" })).rejects.toMatchObject({
      code: "unknown_record",
    });
  });
});

describe("one new way of two legs that waits for its carriers", () => {
  const rerouted = async () => {
    const args = { shipmentId: SHIPMENT, fromLegSeq: 1, serviceIds: ["SVC-03", "SVC-20"], reason: "road closed" };
    const way = await carryOut(linked(), "reroute_shipment", args, 2);
    expect(await outcomeOf(way)).toEqual(["succeeded", "pending"]);
    const refs = await world.db.admin<{ ref: string }>(
      "select our_reference as ref from booking_attempts where tenant = 'demo' and shipment = $1 and service_id in ('SVC-03', 'SVC-20') order by service_id",
      [SHIPMENT],
    );
    return { way, first: refs[0]?.ref ?? "", second: refs[1]?.ref ?? "" };
  };

  it("is not confirmed by the yes to one leg, and hears of the later no to the other", async () => {
    const { way, first, second } = await rerouted();
    await events.deliver("booking_confirmed", { ourReference: first });
    expect(await outcomeOf(way)).toEqual(["succeeded", "pending"]);
    await events.deliver("booking_rejected", { ourReference: second }, { reason: "full" });
    expect(await outcomeOf(way)).toEqual(["succeeded", "rejected"]);
    expect(events.receipts().map(({ externalOutcome, detail }) => [externalOutcome, detail])).toEqual([["rejected", "full"]]);
  });

  it("is confirmed once both legs are, whatever comes first and however often", async () => {
    const { way, first, second } = await rerouted();
    await events.deliver("booking_confirmed", { ourReference: second });
    await events.deliver("booking_confirmed", { ourReference: second });
    expect(await outcomeOf(way)).toEqual(["succeeded", "pending"]);
    await events.deliver("booking_confirmed", { ourReference: first });
    expect(await outcomeOf(way)).toEqual(["succeeded", "confirmed"]);
  });

  it("is confirmed or rejected as a whole under the reference that it was sent under", async () => {
    const { way } = await rerouted();
    await events.deliver("booking_confirmed", { ourReference: keyOf(way) });
    expect(await outcomeOf(way)).toEqual(["succeeded", "confirmed"]);
  });
});

describe("a carrier that speaks of a booking whose answer was lost", () => {
  it("settles it: it was made, although the carrier cannot look it up, and its answer is taken then", async () => {
    await carrier.stop();
    carrier = await startScriptedSystem({ outcome: "pending", searchable: false });
    const ports = linked("never");
    carrier.script([{ do: "make_silently" }]);
    const booking = await book(ports);
    expect(booking.receipt).toMatchObject({ outcome: "unknown" });
    await lookAfter(ports);
    expect(await outcomeOf(booking)).toEqual(["unknown", null]);
    const answer = { eventId: "carrier-1" };
    await expect(events.deliver("booking_confirmed", { ourReference: keyOf(booking) }, answer)).rejects.toMatchObject({
      code: "event_too_early",
      retryable: true,
    });
    await lookAfter(ports);
    expect(await outcomeOf(booking)).toEqual(["succeeded", "pending"]);
    await events.deliver("booking_confirmed", { ourReference: keyOf(booking) }, answer);
    expect(await outcomeOf(booking)).toEqual(["succeeded", "confirmed"]);
    expect(carrier.sent).toHaveLength(1);
  });

  it("is believed before its own look-up: nothing is sent again", async () => {
    const ports = linked();
    carrier.script([{ do: "hold" }]);
    const booking = await book(ports);
    await expect(events.deliver("booking_rejected", { ourReference: keyOf(booking) })).rejects.toMatchObject({ code: "event_too_early" });
    await lookAfter(ports);
    expect(await outcomeOf(booking)).toEqual(["succeeded", "pending"]);
    expect(carrier.sent).toHaveLength(1);
    await events.deliver("booking_rejected", { ourReference: keyOf(booking) }, { reason: "no space" });
    expect(await outcomeOf(booking)).toEqual(["succeeded", "rejected"]);
  });

  it("is asked for the reference when it names only a shipment that is being booked anew", async () => {
    const ports = linked();
    const before = await reschedule(ports, "SVC-90");
    carrier.script([{ do: "vanish" }]);
    await reschedule(ports, "SVC-91");
    await expect(events.deliver("booking_rejected", { shipmentId: SHIPMENT })).rejects.toMatchObject({
      code: "event_too_early",
      message: expect.stringContaining("name the reference"),
    });
    expect(await outcomeOf(before)).toEqual(["succeeded", "pending"]);
  });
});

it("a carrier's estimate for a leg that does not exist says nothing of a booking whose answer was lost", async () => {
  const ports = linked("never");
  carrier.script([{ do: "vanish" }]);
  const booking = await reschedule(ports, "SVC-90");
  expect(booking.receipt).toMatchObject({ outcome: "unknown" });
  const estimate = { shipmentId: SHIPMENT, legSeq: 9, eta: "2026-12-20T10:00:00Z" };
  await expect(events.deliver("eta_changed", estimate)).rejects.toMatchObject({ code: "unknown_record" });
  expect(await world.db.admin("select told_by from outside_call")).toEqual([{ told_by: null }]);
  await lookAfter(ports);
  expect(await outcomeOf(booking)).toEqual(["unknown", null]);
});

it("a carrier's word about the end of a shipment that was not loaded ends the waiting, and moves nothing", async () => {
  const cancelled = await carryOut(linked(), "cancel_shipment", { shipmentId: SHIPMENT, reason: "withdrawn" }, 2);
  expect(cancelled.receipt).toMatchObject({ outcome: "succeeded", externalOutcome: "pending" });
  await events.deliver("offloading_confirmed", { ourReference: keyOf(cancelled) });
  expect(await outcomeOf(cancelled)).toEqual(["succeeded", "confirmed"]);
});

describe("a carrier's word about a cancellation", () => {
  const cancel = () => carryOut(linked(), "cancel_shipment", { shipmentId: SHIPMENT, reason: "withdrawn" }, 2);

  it.each(["offloading_confirmed", "offloading_refused"])(
    "answers nothing under a reference that is not ours, whatever shipment it names: %s",
    async (step) => {
      const cancelled = await cancel();
      for (const ourReference of ["CARRIER-77", "SHP-1007", "SHP-1007/BKA-AAAAAAAAAA"])
        await expect(events.deliver(step, { shipmentId: SHIPMENT, ourReference })).rejects.toMatchObject({ code: "unknown_record" });
      expect(await outcomeOf(cancelled)).toEqual(["succeeded", "pending"]);
    },
  );

  it("is taken under the shipment's own reference, and under none", async () => {
    const cancelled = await cancel();
    await events.deliver("offloading_confirmed", { shipmentId: SHIPMENT, ourReference: SHIPMENT });
    expect(await outcomeOf(cancelled)).toEqual(["succeeded", "confirmed"]);
    await world.seed();
    const another = await cancel();
    await events.deliver("offloading_confirmed", { shipmentId: SHIPMENT });
    expect(await outcomeOf(another)).toEqual(["succeeded", "confirmed"]);
  });
});
