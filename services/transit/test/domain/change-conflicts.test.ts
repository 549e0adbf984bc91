import { describe, expect, it } from "vitest";
import { assessBooking } from "../../src/domain/assess-booking.ts";
import { lineStateProblem, routeStateProblem } from "../../src/domain/change-rule.ts";
import { foreignPlace } from "../../src/domain/place.ts";
import { planReroute } from "../../src/domain/plan-reroute.ts";
import { connectionProblems, promiseProblem } from "../../src/domain/plan-reschedule.ts";
import type { TransitReads } from "../../src/domain/ports.ts";
import { apartFrom } from "../../src/domain/segregation.ts";
import type { Leg } from "../../src/domain/shipment.ts";
import { aCarrier, anItem, aService, aShipment } from "../support/builders.ts";

const codes = (problems: { code: string }[]) => problems.map((problem) => problem.code);
const aLeg = (change: Partial<Leg> = {}): Leg => ({
  seq: 1,
  mode: "sea",
  carrier: "CAR-SEA",
  serviceId: "SVC-90",
  from: "DEHAM",
  to: "NOBGO",
  etd: "2026-12-10T10:00:00.000Z",
  eta: "2026-12-14T10:00:00.000Z",
  atd: null,
  ata: null,
  cutoffs: { docs: "2026-12-09T10:00:00.000Z", cargo: "2026-12-09T10:00:00.000Z", dg: null },
  ...change,
});

describe("goods that may not share a container", () => {
  const flammable = anItem({ sku: "SLV-IPA", dgUn: "UN1219", dgClass: "3" });
  const oxidising = anItem({ sku: "OXI-1", dgUn: "UN2014", dgClass: "5.1" });
  const paint = anItem({ sku: "PNT-EPX", dgUn: "UN1263", dgClass: "3" });

  it("are booked apart: flammable liquids and oxidising substances, gas and acid", () => {
    expect(apartFrom([flammable, oxidising]).map(({ first, second }) => [first.sku, second.sku])).toEqual([["SLV-IPA", "OXI-1"]]);
    expect(apartFrom([anItem({ dgClass: "2.1" }), anItem({ dgClass: "8" })])).toHaveLength(1);
    expect(apartFrom([flammable, paint, anItem(), anItem({ dgClass: "9" })])).toEqual([]);
  });

  it("stop one booking for both", () => {
    const items = new Map([flammable, oxidising].map((item) => [item.sku, item]));
    const carrier = aCarrier({ dgClasses: ["3", "5.1"] });
    const place = foreignPlace("NOBGO");
    const problems = assessBooking({
      origin: place,
      destination: place,
      lines: [],
      items,
      service: aService(),
      carrier,
      bookedKg: "0",
      incoterm: null,
    });
    expect(problems.problems).toMatchObject([{ code: "dg_segregation", blocking: true, values: { skus: ["SLV-IPA", "OXI-1"] } }]);
  });
});

describe("a change of a shipment", () => {
  it("says that the promised day is missed, and nothing without a promise", () => {
    const late = aShipment({ promisedDelivery: "2026-12-13", legs: [aLeg()] });
    expect(promiseProblem(late)).toMatchObject([{ code: "promise_date_missed", blocking: false, values: { promised: "2026-12-13" } }]);
    expect(promiseProblem({ ...late, promisedDelivery: "2026-12-14" })).toEqual([]);
    expect(promiseProblem({ ...late, promisedDelivery: null })).toEqual([]);
  });

  it("never lets a leg leave before the one before it arrives", () => {
    const next = aLeg({ seq: 2, etd: "2026-12-14T09:59:00.000Z" });
    expect(codes(connectionProblems([aLeg(), next]))).toEqual(["connection_missed"]);
    expect(connectionProblems([aLeg(), { ...next, etd: "2026-12-14T10:00:00.000Z" }])).toEqual([]);
  });

  it("waits for packed goods to be unpacked, and leaves a leg that has left alone", () => {
    expect(codes(lineStateProblem(aShipment({ state: "packed" })))).toEqual(["unpack_first"]);
    expect(codes(routeStateProblem(aShipment({ legs: [aLeg({ atd: "2026-12-10T11:00:00.000Z" })] }), 1))).toEqual(["leg_departed"]);
  });

  it("says that the office of exit may change when goods leave by another mode, but only across a border", async () => {
    const byRoad = aService({ id: "SVC-91", from: "DEHAM", to: "NOBGO", carrier: "CAR-EUR" });
    const shipment = aShipment({ legs: [aLeg()] });
    const reads = {
      shipment: async () => shipment,
      service: async () => byRoad,
      carrier: async () => aCarrier(),
      items: async () => [],
      bookedKg: async () => "0",
      location: async () => undefined,
    } as unknown as TransitReads;
    const wish = { shipmentId: "SHP-1", fromLegSeq: 1, serviceIds: ["SVC-91"], reason: "strike" };
    const plan = await planReroute(reads, wish, "2026-12-07T09:00:00.000Z");
    expect(plan.ok && codes(plan.problems)).toContain("exit_office_changed");
    Object.assign(shipment, { destinationTerritory: "EU" });
    const inside = await planReroute(reads, wish, "2026-12-07T09:00:00.000Z");
    expect(inside.ok && codes(inside.problems)).not.toContain("exit_office_changed");
  });
});
