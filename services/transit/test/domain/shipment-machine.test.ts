import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Leg, Shipment } from "../../src/domain/shipment.ts";
import { mayLeave, moveShipment, SHIPMENT_MOVES, type ShipmentStep } from "../../src/domain/shipment-machine.ts";
import { aShipment } from "../support/builders.ts";

const STEPS = Object.keys(SHIPMENT_MOVES) as ShipmentStep[];
/** The state machine of the domain page, written down once more by hand. */
const LEGAL = new Set([
  "booked>picking",
  "picking>packed",
  "packed>picking",
  "packed>loaded",
  "loaded>departed",
  "departed>departed",
  "departed>arrived",
  "arrived>delivered",
]);

const aLeg = (seq: number): Leg => ({
  seq,
  mode: "sea",
  carrier: "CAR-EUR",
  serviceId: null,
  from: "DEHAM",
  to: "ESVLC",
  etd: "2026-12-07T00:00:00.000Z",
  eta: "2026-12-08T00:00:00.000Z",
  atd: null,
  ata: null,
  cutoffs: { docs: null, cargo: null, dg: null },
});

const withTimes = (shipment: Shipment, leg: Leg | null, step: ShipmentStep, at: string): Leg[] =>
  shipment.legs.map((other) => (other.seq !== leg?.seq ? other : step === "departing" ? { ...other, atd: at } : { ...other, ata: at }));

describe("the state machine of a shipment", () => {
  it("never leaves its legal moves, whatever the world reports in whatever order", () => {
    const reports = fc.array(
      fc.record({
        step: fc.constantFrom(...STEPS),
        hour: fc.integer({ min: 0, max: 23 }),
        hold: fc.boolean(),
        legSeq: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(reports, fc.integer({ min: 1, max: 3 }), (list, legs) => {
        let shipment: Shipment = aShipment({ legs: Array.from({ length: legs }, (_, index) => aLeg(index + 1)) });
        for (const { step, hour, hold, legSeq } of list) {
          const at = `2026-12-07T${String(hour).padStart(2, "0")}:00:00.000Z`;
          const holds = hold
            ? [{ id: "HLD-1", type: "customs", state: "active", scope: "shipment", placedBy: "x", placedAt: at, reason: "" }]
            : [];
          const moved = moveShipment(step, { ...shipment, holds }, { at, legSeq });
          if (!moved.ok) continue;
          expect(LEGAL).toContain(`${shipment.state}>${moved.state}`);
          if (hold) expect(["picking", "packing", "unpacking", "arriving"]).toContain(step);
          shipment = { ...shipment, state: moved.state, legs: moved.leg ? withTimes(shipment, moved.leg, step, at) : shipment.legs };
        }
        const arrived = shipment.legs.every((leg) => leg.ata !== null);
        expect(["arrived", "delivered"].includes(shipment.state)).toBe(arrived);
        for (const leg of shipment.legs)
          if (leg.ata !== null) expect(Date.parse(leg.ata)).toBeGreaterThanOrEqual(Date.parse(leg.atd ?? "x"));
      }),
      { numRuns: 400 },
    );
  });

  it("lets goods leave for exit only when their papers do", () => {
    const states = ["draft", "lodged", "accepted", "under_control", "released", "arrived_at_exit", "exited", "invalidated"];
    expect(states.filter((state) => mayLeave({ state, regime: "EU-AES" }))).toEqual(["arrived_at_exit", "exited"]);
    expect(states.filter((state) => mayLeave({ state, regime: "US-EEI" }))).toEqual(["accepted", "arrived_at_exit", "exited"]);
  });
});
