import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import type { ChangeRow, JsonObject, PolicyFacts } from "@quartermaster/shared/contracts";
import { compare, decimal, subtract } from "@quartermaster/shared/quantity";
import { BookShipmentArgs } from "../domain/booking-args.ts";
import { shipmentFields } from "../domain/shipment-fields.ts";
import { transferMismatch } from "../domain/transfer-mismatch.ts";
import { exact } from "../domain/units.ts";
import { checkConsignee } from "./consignee-check.ts";
import { openReference } from "./open-reference.ts";
import { type ReadBooking, readBooking } from "./read-booking.ts";
import { refused } from "./refused.ts";
import { checkTransfer, type TransferCheck, transferSelector } from "./transfer-check.ts";
import { writeShipment } from "./write-shipment.ts";

const TOOL = "book_shipment";
const NEW = "new shipment";
const NOTHING_CARRIED: TransferCheck = { needs: [], refusal: null };
const ONE_APPROVAL_EUR = "50000";

const row = (path: string, label: string, value: string | null, more: Partial<ChangeRow> = {}): ChangeRow => ({
  path,
  label,
  record: NEW,
  version: null,
  value,
  unit: null,
  unitLabel: null,
  ...more,
});

function rowsOf(booking: ReadBooking): { before: ChangeRow[]; after: ChangeRow[] } {
  const { shipment, service, assessment } = booking;
  const values: [string, string, string | null, Partial<ChangeRow>?][] = [
    ["shipment/state", "State", "booked"],
    ["shipment/route", "Route", `${shipment.originUnlocode} → ${shipment.destinationUnlocode}`],
    ["shipment/service", "Service", service.id],
    ["shipment/etd", "Leaves", service.etd],
    ["shipment/eta", "Arrives", service.eta],
    ...shipment.lines.map((line): [string, string, string, Partial<ChangeRow>] => [
      `shipment/lines/${line.line}`,
      line.lot === null ? `Goods ${line.sku}` : `Goods ${line.sku}, lot ${line.lot}`,
      line.quantity,
      { unit: line.uom },
    ]),
  ];
  if (shipment.consignee !== null) values.push(["shipment/consignee", "Customer", shipment.consignee]);
  if (shipment.incoterm !== null) values.push(["shipment/incoterm", "Incoterm", shipment.incoterm]);
  const left = exact(subtract(decimal(assessment.capacityLeftKg), decimal(assessment.netKg)));
  const capacity = (value: string) =>
    row("service/capacity", "Free capacity of the service", value, {
      record: service.id,
      version: service.version,
      unit: "KGM",
      unitLabel: "kg",
    });
  return {
    before: [...values.map(([path, label, , more]) => row(path, label, null, more)), capacity(assessment.capacityLeftKg)],
    after: [...values.map(([path, label, value, more]) => row(path, label, value, more)), capacity(left)],
  };
}

const factsOf = ({ assessment, shipment }: ReadBooking): PolicyFacts => ({
  valueEur: assessment.valueEur,
  crossesTerritory: assessment.crossesTerritory,
  dangerousGoods: assessment.dangerousGoods,
  controlled: assessment.controlled,
  shipmentState: shipment.state,
  ...(shipment.lines[0] === undefined ? {} : { sku: shipment.lines[0].sku }),
  destination: shipment.destination,
  executeLimit: assessment.executeLimit,
  cutoff: assessment.cutoff,
});

/** What is booked, without ids that only exist later. */
const effectOf = ({ shipment, service }: ReadBooking): JsonObject => ({
  tool: TOOL,
  origin: shipment.origin,
  destination: shipment.destination,
  consignee: shipment.consignee,
  incoterm: shipment.incoterm,
  demandRef: shipment.demandRef,
  serviceId: service.id,
  etd: service.etd,
  eta: service.eta,
  lines: shipment.lines.map((line) => ({ sku: line.sku, lot: line.lot, quantity: line.baseQuantity, uom: line.baseUom })),
});

function namesOf(booking: ReadBooking, party: string | null): Record<string, string> {
  const names: Record<string, string> = {
    [booking.service.carrier]: booking.carrier.name,
    [booking.service.id]: `${booking.carrier.name}, ${booking.carrier.mode}`,
  };
  for (const item of booking.items.values()) names[item.sku] = item.name;
  for (const place of [booking.origin, booking.destination]) if (place.own) names[place.id] = place.own.name;
  if (booking.shipment.consignee !== null && party !== null) names[booking.shipment.consignee] = party;
  return names;
}

function headlineOf({ shipment, service }: ReadBooking): string {
  const goods = shipment.lines.map((line) => `${line.quantity} ${line.uom} ${line.sku}`);
  const shown = goods.length > 3 ? `${goods.slice(0, 3).join(", ")} and ${goods.length - 3} more` : goods.join(", ");
  return `Book ${shown} on ${service.id} from ${shipment.origin} to ${shipment.destination}, leaving ${service.etd.slice(0, 16)}Z`;
}

/** The service as guards may name it: its times must stay, its capacity must suffice. */
const foundOf = ({ service, assessment }: ReadBooking): EffectDescription["found"] => ({
  [service.id]: {
    version: service.version,
    facts: { carrier: service.carrier, etd: service.etd, eta: service.eta, cutoffs: { ...service.cutoffs } },
    atLeast: { capacityLeftKg: assessment.capacityLeftKg },
  },
});

async function describe(args: BookShipmentArgs, context: DescribeContext): Promise<EffectDescription> {
  const open = openReference(args.transferRef);
  const transferRef = open ? null : (args.transferRef ?? null);
  const booking = await readBooking(args, transferRef, context);
  if (!booking.ok) return refused(booking.code, booking.detail);
  const { assessment, shipment } = booking;
  const check = checkConsignee(booking, context.foreign);
  const carried = transferRef === null ? NOTHING_CARRIED : checkTransfer(transferRef, booking, context.foreign);
  const found = foundOf(booking);
  const fresh = transferRef === null ? [] : [transferSelector(transferRef)];
  const refusal = check.refusal ?? carried.refusal;
  if (refusal) return refused(refusal.code, refusal.detail, { found, fresh });
  // Nothing is shown or done before the others have spoken: an unscreened customer must not look like a clear one.
  const needs = [...check.needs, ...carried.needs];
  if (needs.length > 0) {
    const what = needs.map(({ kind, id }) => `${kind} ${id}`).join(", ");
    return {
      ...refused("facts_missing", `not stated yet: ${what}`, { found, needs, fresh }),
      ...(context.lock ? {} : { refusal: null }),
    };
  }
  const blocking = assessment.problems.find((problem) => problem.blocking);
  const planned = open ? context.predicted(open.step, open.output) : undefined;
  const mismatch = planned ? transferMismatch(planned, booking, shipment.lines) : null;
  const problem = blocking ?? (mismatch === null ? undefined : { code: "transfer_mismatch", detail: mismatch });
  return {
    refusal: problem ? { code: problem.code, detail: problem.detail } : null,
    headline: headlineOf(booking),
    ...rowsOf(booking),
    names: namesOf(booking, check.name),
    facts: factsOf(booking),
    effect: effectOf(booking),
    found,
    predicted: [{ output: "shipmentId", kind: "shipment", entity: shipmentFields(shipment) }],
    needs: [],
    fresh,
    entities: [],
    onReject: [
      args.transferRef === undefined ? "The goods stay where they are." : "The transfer has no transport; it is proposed to be cancelled.",
    ],
  };
}

async function apply(args: BookShipmentArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const booking = await readBooking(args, args.transferRef ?? null, context);
  if (!booking.ok) throw new Error(`the booking changed under its own lock: ${booking.code}`);
  const shipment = { ...booking.shipment, id: context.newRecordId("SHP", "shipment") };
  await writeShipment(shipment, booking.service, context);
  return {
    outputs: { shipmentId: shipment.id },
    records: [{ record: shipment.id, version: 1 }],
    externalOutcome: null,
    inverse: { tool: "cancel_shipment", args: { shipmentId: shipment.id, reason: "undo" } },
  };
}

/** Creates and books a shipment on one service. */
export const bookShipmentHandler: EffectHandler<BookShipmentArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: BookShipmentArgs,
  minApprovers(facts) {
    const large = facts.valueEur !== undefined && compare(decimal(facts.valueEur), decimal(ONE_APPROVAL_EUR)) >= 0;
    return facts.crossesTerritory || facts.dangerousGoods || facts.controlled || large ? 1 : 0;
  },
  describe,
  apply,
};
