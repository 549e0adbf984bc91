import { defineReadTool, type ToolContext } from "@quartermaster/agent/agent";
import { type JsonObject, keyText, type Snapshot } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { DateText } from "../../domain/booking-args.ts";
import type { CarrierMessage, ShipmentDocument, ShipmentFilter } from "../../domain/ports.ts";
import { endOf } from "../../domain/quote-services.ts";
import { resolvePlace } from "../../domain/resolve-place.ts";
import { isLate, type Shipment } from "../../domain/shipment.ts";
import { shipmentFields } from "../../domain/shipment-fields.ts";
import type { TransitPorts } from "../transit-ports.ts";

const STATES = ["draft", "booked", "picking", "packed", "loaded", "departed", "arrived", "delivered", "cancelled"] as const;
const SHOWN = 25;
/** Shipments of one read, and the most reads for one question. */
const BATCH = 200;
const BATCHES = 100;

const Args = z.strictObject({
  shipmentId: keyText(60).optional().describe("SHP-… or @ref of a planned shipment"),
  sku: keyText(60).optional(),
  state: z.enum(STATES).optional(),
  origin: keyText(60, 2).optional().describe("Own location, UN/LOCODE or alias, or a country by its two letters"),
  destination: keyText(60, 2).optional().describe("Own location, UN/LOCODE or alias, or a country by its two letters"),
  holdId: keyText(60).optional().describe("HLD-…: the shipment that this hold stops"),
  carrier: keyText(60).optional().describe("Carrier id (CAR-…)"),
  etdFrom: DateText.optional().describe("Only shipments that leave on this day or later"),
  etdBefore: DateText.optional().describe("Only shipments that leave by the end of this day"),
  etaBefore: DateText.optional(),
  cutoffBefore: DateText.optional().describe("Only shipments with an open cut-off before this time"),
  late: z.boolean().optional().describe("true: only shipments that miss their promise or first estimate"),
});
type Args = z.infer<typeof Args>;

export const shipmentSnapshot = (shipment: Shipment): Snapshot => ({
  domain: "transit",
  kind: "shipment",
  id: shipment.id,
  version: shipment.version,
  fields: shipmentFields(shipment),
});

/** What people and carriers wrote about the shipments on a page. */
interface Written {
  messages: readonly CarrierMessage[];
  documents: readonly ShipmentDocument[];
  carrierTexts: ReadonlyMap<string, string>;
}

/** A shipment for the model: fields, and handles where people wrote. */
function shown(shipment: Shipment, { messages, documents, carrierTexts }: Written, context: ToolContext<TransitPorts>): JsonObject {
  const carriers = [...new Set(shipment.legs.map((leg) => leg.carrier))].filter((carrier) => carrierTexts.has(carrier));
  return {
    ...shipmentFields(shipment),
    version: shipment.version,
    late: isLate(shipment, context.businessNow),
    originalEta: shipment.originalEta,
    exception: shipment.exception ?? null,
    note: context.text(shipment.id, "note", shipment.note),
    delayReason: context.text(shipment.id, "delayReason", shipment.delayReason),
    carrierMessages: messages
      .filter((message) => message.shipment === shipment.id)
      .map((message) => ({
        id: message.id,
        carrier: message.carrier,
        receivedAt: message.receivedAt,
        message: context.text(message.id, "message", message.message),
      })),
    ...(carriers.length === 0
      ? {}
      : { carrierTexts: carriers.map((id) => ({ carrier: id, message: context.text(id, "message", carrierTexts.get(id) ?? null) })) }),
    documents: documents
      .filter((document) => document.shipment === shipment.id)
      .map((document) => ({
        id: document.id,
        kind: document.kind,
        ref: document.ref,
        name: context.text(document.id, "name", document.name),
        text: context.text(document.id, "text", document.text),
      })),
    holds: shipment.holds.map((hold) => ({
      id: hold.id,
      type: hold.type,
      state: hold.state,
      scope: hold.scope,
      placedAt: hold.placedAt,
      reason: context.text(hold.id, "reason", hold.reason),
    })),
  };
}

/** Two letters are a country: every place in it is meant, ours and others'. */
const countryOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined;

async function placesOf(ports: TransitPorts, text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined || countryOf(text) !== undefined) return undefined;
  const place = await resolvePlace(ports, text);
  return place ? [place.id, place.unlocode] : [text];
}

async function filterOf(args: Args, ports: TransitPorts): Promise<ShipmentFilter> {
  return {
    sku: args.sku?.toUpperCase(),
    state: args.state,
    origin: await placesOf(ports, args.origin),
    destination: await placesOf(ports, args.destination),
    originCountry: countryOf(args.origin),
    destinationCountry: countryOf(args.destination),
    carrier: args.carrier?.toUpperCase(),
  };
}

/** Whether a shipment leaves in the window asked for; one that is cancelled never does. */
function leavesWithin(fields: JsonObject, args: Args): boolean {
  if (args.etdFrom === undefined && args.etdBefore === undefined) return true;
  if (typeof fields.etd !== "string" || fields.state === "cancelled") return false;
  const etd = Date.parse(fields.etd);
  return (args.etdFrom === undefined || etd >= Date.parse(args.etdFrom)) && (args.etdBefore === undefined || etd <= endOf(args.etdBefore));
}

function isMeant(shipment: Shipment, args: Args, now: string): boolean {
  const fields = shipmentFields(shipment);
  if (!leavesWithin(fields, args)) return false;
  if (args.etaBefore !== undefined && !(typeof fields.eta === "string" && Date.parse(fields.eta) < endOf(args.etaBefore))) return false;
  if (
    args.cutoffBefore !== undefined &&
    !(typeof fields.cutoff === "string" && shipment.state !== "cancelled" && Date.parse(fields.cutoff) < endOf(args.cutoffBefore))
  )
    return false;
  return args.late === undefined || isLate(shipment, now) === args.late;
}

const asksOfTime = (args: Args): boolean =>
  [args.etdFrom, args.etdBefore, args.etaBefore, args.cutoffBefore, args.late].some((value) => value !== undefined);

/** What is shown, and how many there are. */
interface Found {
  page: Shipment[];
  count: number;
}

/** The shipment that is named, or that the named hold stops, if it is what the rest asks for too. */
async function findNamed(args: Args, { ports, businessNow }: ToolContext<TransitPorts>): Promise<Found | null> {
  const held = args.holdId === undefined ? undefined : await ports.hold(args.holdId.toUpperCase());
  const id = args.shipmentId?.toUpperCase() ?? held?.shipment;
  if (args.holdId !== undefined && (!held || held.shipment !== id)) return { page: [], count: 0 };
  if (id === undefined) return null;
  const shipment = await ports.shipment(id);
  const [from, to] = [countryOf(args.origin), countryOf(args.destination)];
  const isThere =
    (from === undefined || shipment?.originUnlocode.startsWith(from)) && (to === undefined || shipment?.destinationUnlocode.startsWith(to));
  const page = shipment && isThere && isMeant(shipment, args, businessNow) ? [shipment] : [];
  return { page, count: page.length };
}

/** All that match are counted. When they leave and arrive follows from their legs, so questions of time read them one batch after another. */
async function findAll(args: Args, { ports, businessNow }: ToolContext<TransitPorts>): Promise<Found | null> {
  const filter = await filterOf(args, ports);
  if (!asksOfTime(args)) return { page: await ports.shipments(filter, SHOWN), count: await ports.countShipments(filter) };
  const found: Found = { page: [], count: 0 };
  let after: string | undefined;
  for (let batches = 0; batches < BATCHES; batches++) {
    const batch = await ports.shipments(filter, BATCH, after);
    const meant = batch.filter((shipment) => isMeant(shipment, args, businessNow));
    found.page.push(...meant.slice(0, SHOWN - found.page.length));
    found.count += meant.length;
    if (batch.length < BATCH) return found;
    after = batch.at(-1)?.id;
  }
  return null;
}

/** Shipments with legs, cut-offs, lines and holds. */
export const findShipmentsTool = defineReadTool<TransitPorts, Args>({
  name: "find_shipments",
  version: 3,
  effect: "read",
  description:
    "Reads shipments: state, lines, legs with departure, arrival and cut-offs, holds, promised delivery, messages of carriers, documents. Not for stock balances, not for customs status of papers, not for sailings that could be booked (quote_options).",
  schema: Args,
  async run(args, context) {
    if (args.shipmentId?.startsWith("@")) {
      const planned = context.planned(args.shipmentId);
      return { ok: true, result: { count: planned ? 1 : 0, shipments: planned ? [planned.snapshot] : [] }, records: [] };
    }
    const found = (await findNamed(args, context)) ?? (await findAll(args, context));
    if (!found) return { ok: false, code: "too_many_shipments", hint: "Name a state, a place, goods or a carrier too." };
    const { page, count } = found;
    const ids = page.map((shipment) => shipment.id);
    const carriers = [...new Set(page.flatMap((one) => one.legs.map((leg) => leg.carrier)))];
    const written = {
      messages: await context.ports.carrierMessages(ids),
      documents: await context.ports.documents(ids),
      carrierTexts: await context.ports.carrierTexts(carriers),
    };
    return {
      ok: true,
      result: {
        count,
        shipments: page.map((shipment) => shown(shipment, written, context)),
        ...(count === 0 ? { notFound: args.shipmentId ?? args.holdId ?? "no shipment matches" } : {}),
        ...(count > page.length ? { more: count - page.length } : {}),
      },
      records: page.map(shipmentSnapshot),
    };
  },
});
