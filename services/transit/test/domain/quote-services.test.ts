import { describe, expect, it } from "vitest";
import { type QuoteInput, quoteServices } from "../../src/domain/quote-services.ts";
import { bookingLimit } from "../../src/domain/service.ts";
import { aCarrier, aService } from "../support/builders.ts";

const input = (changes: Partial<QuoteInput> = {}): QuoteInput => ({
  services: [{ service: aService(), carrier: aCarrier(), bookedKg: "0" }],
  readyAt: null,
  deliverBy: null,
  mode: null,
  grossKg: null,
  dangerousGoods: null,
  businessNow: "2026-12-07T09:00:00.000Z",
  ...changes,
});

describe("a quote", () => {
  it("lists the earliest arrival first and breaks ties by id", () => {
    const services = ["SVC-3", "SVC-1", "SVC-2"].map((id) => ({
      service: aService({ id, ...(id === "SVC-2" ? { eta: "2026-12-10T00:00:00.000Z" } : {}) }),
      carrier: aCarrier(),
      bookedKg: "0",
    }));
    expect(quoteServices(input({ services })).map((option) => option.service.id)).toEqual(["SVC-2", "SVC-1", "SVC-3"]);
  });

  it("ends booking thirty minutes before the earliest cut-off that counts for the goods", () => {
    expect(bookingLimit(aService(), false)).toBe("2026-12-08T12:30:00.000Z");
    expect(bookingLimit(aService(), true)).toBe("2026-12-08T09:30:00.000Z");
    expect(bookingLimit(aService({ cutoffs: { docs: null, cargo: null, dg: null } }), false)).toBe("2026-12-08T16:00:00.000Z");
  });

  it("is not bookable from the limit on", () => {
    expect(quoteServices(input({ businessNow: "2026-12-08T12:29:59.000Z" }))[0]).toMatchObject({ bookable: true });
    expect(quoteServices(input({ businessNow: "2026-12-08T12:30:00.000Z" }))[0]).toMatchObject({
      bookable: false,
      reasons: ["cutoff_missed"],
    });
  });

  it("counts the whole day of a delivery date", () => {
    expect(quoteServices(input({ deliverBy: "2026-12-11" }))[0]?.meetsDeliverBy).toBe(true);
    expect(quoteServices(input({ deliverBy: "2026-12-10" }))[0]?.meetsDeliverBy).toBe(false);
    expect(quoteServices(input())[0]?.meetsDeliverBy).toBeNull();
  });

  it("refuses goods that the carrier forbids, and says so", () => {
    const services = [{ service: aService(), carrier: aCarrier({ unForbidden: ["UN3480"], dgClasses: ["9"] }), bookedKg: "0" }];
    expect(quoteServices(input({ services, dangerousGoods: { un: "UN3480", dgClass: "9" } }))[0]).toMatchObject({
      bookable: false,
      reasons: ["carrier_dg_forbidden"],
    });
    expect(quoteServices(input({ services, dangerousGoods: { un: "UN3481", dgClass: "9" } }))[0]).toMatchObject({ bookable: true });
    expect(quoteServices(input({ services, dangerousGoods: { un: "UN1263", dgClass: "3" } }))[0]).toMatchObject({ bookable: false });
  });

  it("subtracts what is booked and respects a carrier's own limit", () => {
    const services = [{ service: aService(), carrier: aCarrier({ maxKg: "30" }), bookedKg: "19900.5" }];
    expect(quoteServices(input({ services, grossKg: "20" }))[0]).toMatchObject({ capacityLeftKg: "99.5", bookable: true });
    expect(quoteServices(input({ services, grossKg: "30.1" }))[0]).toMatchObject({ bookable: false, reasons: ["capacity_exceeded"] });
  });
});
