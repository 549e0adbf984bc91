import type { DescribeContext } from "@quartermaster/executor";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { assessBooking, type BookingAssessment } from "../domain/assess-booking.ts";
import { bookedShipment } from "../domain/booked-shipment.ts";
import type { BookShipmentArgs } from "../domain/booking-args.ts";
import type { Item } from "../domain/item.ts";
import type { Place } from "../domain/place.ts";
import { resolveLines } from "../domain/resolve-lines.ts";
import { resolvePlace } from "../domain/resolve-place.ts";
import type { Carrier, Service } from "../domain/service.ts";
import type { Shipment } from "../domain/shipment.ts";

/** A booking as the executor's own rows give it. */
export interface ReadBooking {
  ok: true;
  origin: Place;
  destination: Place;
  items: Map<string, Item>;
  service: Service;
  carrier: Carrier;
  assessment: BookingAssessment;
  /** The shipment as it would be, without id. */
  shipment: Shipment;
}

export type BookingProblem = { ok: false; code: string; detail: string };

const problem = (code: string, detail: string): BookingProblem => ({ ok: false, code, detail });

/** Reads all that a booking touches; in an execution the service stays locked, so that the capacity counted is the capacity left. */
export async function readBooking(
  args: BookShipmentArgs,
  transferRef: string | null,
  context: DescribeContext,
): Promise<ReadBooking | BookingProblem> {
  const reads = createTransitReads(context.tx, { lock: context.lock });
  const service = await reads.service(args.serviceId);
  const carrier = service && (await reads.carrier(service.carrier));
  if (!service || !carrier) return problem("unknown_service", `there is no service ${args.serviceId}`);
  const origin = await resolvePlace(reads, args.origin);
  const destination = await resolvePlace(reads, args.destination);
  if (!origin || !destination) return problem("unknown_place", `there is no place ${origin ? args.destination : args.origin}`);
  if (service.from !== origin.unlocode || service.to !== destination.unlocode) {
    return problem("service_route_mismatch", `${service.id} does not go from ${origin.unlocode} to ${destination.unlocode}`);
  }
  if (transferRef !== null) {
    const taken = await reads.hasShipmentOf(transferRef);
    if (taken !== null) return problem("already_booked", `${taken} already carries ${transferRef}`);
  }
  const items = new Map((await reads.items(args.lines.map((line) => line.sku))).map((item) => [item.sku, item]));
  const lines = resolveLines(args.lines, items);
  if (!lines.ok) return problem(lines.code, lines.detail);
  const incoterm = args.incoterm ?? null;
  const assessment = assessBooking({
    origin,
    destination,
    lines: lines.lines,
    items,
    service,
    carrier,
    bookedKg: await reads.bookedKg(service.id),
    incoterm,
  });
  const shipment = bookedShipment("", {
    origin,
    destination,
    consignee: args.consignee ?? null,
    incoterm,
    transferRef,
    demandRef: args.demandRef ?? null,
    promisedDelivery: null,
    lines: lines.lines,
    service,
    carrier,
    dangerousGoods: assessment.dangerousGoods,
  });
  return { ok: true, origin, destination, items, service, carrier, assessment, shipment };
}
