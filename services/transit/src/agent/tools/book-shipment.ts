import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { Finding, Guard, JsonObject, Selector, Snapshot } from "@quartermaster/shared/contracts";
import { bookedShipment } from "../../domain/booked-shipment.ts";
import { BookShipmentArgs } from "../../domain/booking-args.ts";
import { endOf, quoteServices } from "../../domain/quote-services.ts";
import { serviceFields } from "../../domain/service-fields.ts";
import { shipmentFields } from "../../domain/shipment-fields.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { bookingFindings } from "./booking-findings.ts";
import { shipmentSnapshot } from "./find-shipments.ts";
import { type PreparedBooking, prepareBooking } from "./prepare-booking.ts";

/** Canonical arguments: ids for names, unit codes, lines in the order asked. */
function canonicalArgs(args: BookShipmentArgs, booking: PreparedBooking): JsonObject {
  return {
    origin: booking.origin.id,
    destination: booking.destination.id,
    ...(booking.consignee === null ? {} : { consignee: booking.consignee }),
    lines: booking.lines.map((line) => ({
      sku: line.sku,
      ...(line.lot === null ? {} : { lot: line.lot }),
      quantity: line.quantity,
      uom: line.uom,
    })),
    serviceId: booking.service.id,
    ...(args.incoterm === undefined ? {} : { incoterm: args.incoterm }),
    ...(args.transferRef === undefined ? {} : { transferRef: args.transferRef }),
    ...(args.demandRef === undefined ? {} : { demandRef: args.demandRef }),
  };
}

/** Facts of the service that a booking relies on; the capacity needs only to suffice. */
function guardOf(booking: PreparedBooking): Guard {
  const { service } = booking;
  const facts: JsonObject = { carrier: service.carrier, etd: service.etd, eta: service.eta, cutoffs: { ...service.cutoffs } };
  return { kind: "bound", domain: "transit", record: service.id, facts, atLeast: { capacityLeftKg: booking.assessment.netKg } };
}

function requiresOf(booking: PreparedBooking): Selector[] {
  const requires: Selector[] = [];
  if (booking.consignee !== null) requires.push({ domain: "export", kind: "party", id: booking.consignee });
  if (booking.destination.own === null && booking.assessment.crossesTerritory)
    requires.push({ domain: "export", kind: "country", id: booking.destination.country });
  return requires;
}

/** Other services of the route that would take these goods now, for findings and hints. */
async function alternatives(booking: PreparedBooking, context: ToolContext<TransitPorts>): Promise<string[]> {
  const services = [];
  for (const service of await context.ports.servicesBetween(booking.service.from, booking.service.to)) {
    const carrier = await context.ports.carrier(service.carrier);
    if (carrier && service.id !== booking.service.id)
      services.push({ service, carrier, bookedKg: await context.ports.bookedKg(service.id) });
  }
  const dangerous = [...booking.items.values()].find((item) => item.dgUn !== null);
  const quoted = quoteServices({
    services,
    readyAt: null,
    deliverBy: null,
    mode: null,
    grossKg: booking.assessment.netKg,
    dangerousGoods: dangerous?.dgUn ? { un: dangerous.dgUn, dgClass: dangerous.dgClass } : null,
    businessNow: context.businessNow,
  });
  return quoted
    .filter((option) => option.bookable && (booking.assessment.temperature === null || option.service.temperatureControlled))
    .map((option) => option.service.id);
}

/** Most shipments of one demand that a booking looks at. */
const SHIPMENTS_OF_A_DEMAND = 50;

/** Shipments of the same demand whose units the books still hold: what is reserved for them is not there for this booking. */
async function shipmentsOfDemand(demandRef: string | undefined, ports: TransitPorts): Promise<Snapshot[]> {
  if (demandRef === undefined) return [];
  return (await ports.shipments({ demandRef, holdsUnits: true }, SHIPMENTS_OF_A_DEMAND)).map(shipmentSnapshot);
}

/** The shipment that the step would make, as later steps see it. */
function plannedShipment(args: BookShipmentArgs, booking: PreparedBooking): JsonObject {
  const { origin, destination, consignee, lines, service, carrier, transfer, assessment } = booking;
  const shipment = bookedShipment("", {
    origin,
    destination,
    consignee,
    incoterm: args.incoterm ?? null,
    transferRef: args.transferRef ?? null,
    demandRef: args.demandRef ?? null,
    promisedDelivery: typeof transfer?.neededBy === "string" ? transfer.neededBy.slice(0, 10) : null,
    lines,
    service,
    carrier,
    dangerousGoods: assessment.dangerousGoods,
  });
  return shipmentFields(shipment);
}

/** What the model sees of the dry run. */
const shown = ({ service, carrier, assessment, lines }: PreparedBooking): JsonObject => ({
  serviceId: service.id,
  carrier: service.carrier,
  mode: carrier.mode,
  etd: service.etd,
  eta: service.eta,
  executeBy: assessment.executeLimit,
  netKg: assessment.netKg,
  valueEur: assessment.valueEur,
  dangerousGoods: assessment.dangerousGoods,
  crossesTerritory: assessment.crossesTerritory,
  lines: lines.map((line) => ({ ...line })),
});

function describeDryRun(args: BookShipmentArgs, booking: PreparedBooking, findings: Finding[], others: readonly Snapshot[]): DryRun {
  const { service, carrier, assessment } = booking;
  const fields = serviceFields(service, carrier, assessment.capacityLeftKg);
  const snapshot: Snapshot = { domain: "transit", kind: "service", id: service.id, version: service.version, fields };
  const lineSet = booking.lines.map((line) => `${line.sku}|${line.lot ?? ""}|${line.baseQuantity}`).sort();
  const ref = args.transferRef ?? args.demandRef ?? null;
  return {
    ok: true,
    args: canonicalArgs(args, booking),
    guards: [guardOf(booking)],
    evidence: [snapshot, ...others].map((read) => ({ tool: "book_shipment", record: `${read.id}@${read.version}`, snapshot: read })),
    requires: requiresOf(booking),
    meaning: { origin: booking.origin.id, destination: booking.destination.id, lines: lineSet, serviceId: service.id, ref },
    findings,
    origins: {},
    planned: [{ output: "shipmentId", kind: "shipment", snapshot: plannedShipment(args, booking) }],
    // The receipt names it, once the shipment has an id.
    inverse: null,
    records: [snapshot, ...others],
    result: shown(booking),
  };
}

/** Proposes a new shipment on one service. */
export const bookShipmentTool = defineProposeTool<TransitPorts, BookShipmentArgs>({
  name: "book_shipment",
  version: 1,
  effect: "propose",
  description:
    "Proposes to create and book a new shipment on one service from quote_options. For moves between own locations give transferRef. Not for changing, rescheduling or cancelling an existing shipment, not for moving stock on the books (transfer_stock).",
  schema: BookShipmentArgs,
  outputs: [{ name: "shipmentId", kind: "shipment" }],
  refable: ["transferRef"],
  identity: ["origin", "destination", "consignee", "lines.sku", "lines.lot", "serviceId", "transferRef", "demandRef"],
  plain: ["lines.quantity", "lines.uom", "incoterm"],
  eager: false,
  inverse: "cancel_shipment",
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    const booking = await prepareBooking(args, context);
    if (!booking.ok) return booking;
    const late = Date.parse(booking.assessment.executeLimit) <= Date.parse(context.businessNow);
    const others = late || booking.assessment.problems.length > 0 ? await alternatives(booking, context) : [];
    if (late && others[0] !== undefined) {
      const hint = `${booking.service.id} could be booked until ${booking.assessment.executeLimit}. Next that can still be booked: ${others.slice(0, 3).join(", ")}.`;
      return { ok: false, code: "cutoff_missed", hint, path: "serviceId" };
    }
    if (args.transferRef !== undefined && !args.transferRef.startsWith("@")) {
      const taken = await context.ports.hasShipmentOf(args.transferRef);
      if (taken !== null)
        return { ok: false, code: "already_booked", hint: `${taken} already carries ${args.transferRef}.`, path: "transferRef" };
    }
    const neededBy = typeof booking.transfer?.neededBy === "string" ? booking.transfer.neededBy : null;
    const promiseMissed = neededBy !== null && Date.parse(booking.service.eta) > endOf(neededBy);
    const findings = bookingFindings(booking, { late, others, promiseMissed, neededBy });
    return describeDryRun(args, booking, findings, await shipmentsOfDemand(args.demandRef, context.ports));
  },
});
