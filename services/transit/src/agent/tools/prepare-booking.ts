import type { ToolContext, ToolFailure } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { assessBooking, type BookingAssessment } from "../../domain/assess-booking.ts";
import type { BookShipmentArgs } from "../../domain/booking-args.ts";
import type { Item } from "../../domain/item.ts";
import type { Place } from "../../domain/place.ts";
import { resolveLines } from "../../domain/resolve-lines.ts";
import { resolvePlace } from "../../domain/resolve-place.ts";
import type { Carrier, Service } from "../../domain/service.ts";
import type { ShipmentLine } from "../../domain/shipment.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { resolveConsignee } from "./resolve-consignee.ts";

/** A booking with every name resolved to a record. */
export interface PreparedBooking {
  ok: true;
  origin: Place;
  destination: Place;
  consignee: string | null;
  lines: ShipmentLine[];
  items: Map<string, Item>;
  service: Service;
  carrier: Carrier;
  /** Planned transfer behind `@ref`, if any. */
  transfer: JsonObject | null;
  assessment: BookingAssessment;
}

const fail = (code: string, hint: string, path: string): ToolFailure => ({ ok: false, code, hint, path });

async function places(args: BookShipmentArgs, ports: TransitPorts): Promise<{ ok: true; origin: Place; destination: Place } | ToolFailure> {
  const origin = await resolvePlace(ports, args.origin);
  if (!origin) return fail("unknown_place", `There is no place ${args.origin}.`, "origin");
  const destination = await resolvePlace(ports, args.destination);
  if (!destination) return fail("unknown_place", `There is no place ${args.destination}.`, "destination");
  if (origin.unlocode === destination.unlocode) return fail("same_place", "Origin and destination are the same place.", "destination");
  for (const [path, place] of [
    ["origin", origin],
    ["destination", destination],
  ] as const) {
    if (place.own?.state === "closed") return fail("location_closed", `${place.id} is closed.`, path);
  }
  return { ok: true, origin, destination };
}

async function serviceOf(
  id: string,
  route: { origin: Place; destination: Place },
  ports: TransitPorts,
): Promise<{ ok: true; service: Service; carrier: Carrier } | ToolFailure> {
  const service = await ports.service(id.toUpperCase());
  const carrier = service && (await ports.carrier(service.carrier));
  if (!service || !carrier) return fail("unknown_service", `There is no service ${id}. Ask quote_options.`, "serviceId");
  if (service.from !== route.origin.unlocode || service.to !== route.destination.unlocode) {
    return fail(
      "service_route_mismatch",
      `${service.id} goes ${service.from} to ${service.to}, not ${route.origin.unlocode} to ${route.destination.unlocode}. Ask quote_options.`,
      "serviceId",
    );
  }
  return { ok: true, service, carrier };
}

/** Resolves places, party, goods and service of a booking and judges it. */
export async function prepareBooking(args: BookShipmentArgs, context: ToolContext<TransitPorts>): Promise<PreparedBooking | ToolFailure> {
  const { ports } = context;
  const route = await places(args, ports);
  if (!route.ok) return route;
  const consignee = resolveConsignee(args.consignee, context);
  if (!consignee.ok) return consignee;
  if (consignee.id === null && route.destination.own === null) {
    return fail("consignee_missing", `${route.destination.id} is not one of our locations: name the customer (PTY-…).`, "consignee");
  }
  const found = await ports.items(args.lines.map((line) => line.sku.toUpperCase()));
  const items = new Map(found.map((item) => [item.sku, item]));
  const lines = resolveLines(args.lines, items);
  if (!lines.ok) return fail(lines.code, lines.detail, lines.path);
  const chosen = await serviceOf(args.serviceId, route, ports);
  if (!chosen.ok) return chosen;
  const transfer = args.transferRef?.startsWith("@") ? (context.planned(args.transferRef)?.snapshot ?? null) : null;
  const bookedKg = await ports.bookedKg(chosen.service.id);
  const assessment = assessBooking({
    ...route,
    lines: lines.lines,
    items,
    service: chosen.service,
    carrier: chosen.carrier,
    bookedKg,
    incoterm: args.incoterm ?? null,
  });
  return {
    ok: true,
    origin: route.origin,
    destination: route.destination,
    consignee: consignee.id,
    lines: lines.lines,
    items,
    service: chosen.service,
    carrier: chosen.carrier,
    transfer,
    assessment,
  };
}
