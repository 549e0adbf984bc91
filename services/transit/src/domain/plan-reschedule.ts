import { decimal, subtract } from "@quartermaster/shared/quantity";
import type { RescheduleLegArgs } from "./change-args.ts";
import { blocks, type ChangeProblem, type ChangeRejection, rejected, routeStateProblem, warns } from "./change-rule.ts";
import { type Goods, goodsOf } from "./goods-of.ts";
import type { Item } from "./item.ts";
import type { TransitReads } from "./ports.ts";
import { type Carrier, earliest, relevantCutoff, type Service } from "./service.ts";
import { serviceProblems } from "./service-problems.ts";
import { finalEta, type Leg, type Shipment } from "./shipment.ts";
import { exact } from "./units.ts";

export interface ReschedulePlan {
  ok: true;
  args: RescheduleLegArgs;
  shipment: Shipment;
  after: Shipment;
  leg: Leg;
  newLeg: Leg;
  service: Service;
  carrier: Carrier;
  items: Item[];
  goods: Goods;
  promiseMissed: boolean;
  problems: ChangeProblem[];
}

/** True when the goods would come after the promised day. A shipment without a promise misses none. */
export const missesPromise = (shipment: Shipment): boolean => {
  const eta = finalEta(shipment);
  return shipment.promisedDelivery !== null && eta !== null && eta.slice(0, 10) > shipment.promisedDelivery;
};

export const promiseProblem = (shipment: Shipment): ChangeProblem[] =>
  missesPromise(shipment)
    ? [
        warns("promise_date_missed", `${shipment.id} would arrive ${finalEta(shipment)}, promised ${shipment.promisedDelivery}`, {
          eta: finalEta(shipment),
          promised: shipment.promisedDelivery,
        }),
      ]
    : [];

/** Legs must follow each other in time. */
export function connectionProblems(legs: readonly Leg[]): ChangeProblem[] {
  return legs.flatMap((leg, index) => {
    const next = legs[index + 1];
    return next && Date.parse(leg.eta) > Date.parse(next.etd)
      ? [
          blocks("connection_missed", `leg ${leg.seq} arrives ${leg.eta}, leg ${next.seq} leaves ${next.etd}`, {
            eta: leg.eta,
            etd: next.etd,
          }),
        ]
      : [];
  });
}

export const legOn = (service: Service, carrier: Carrier, seq: number): Leg => ({
  seq,
  mode: carrier.mode,
  carrier: carrier.id,
  serviceId: service.id,
  from: service.from,
  to: service.to,
  etd: service.etd,
  eta: service.eta,
  atd: null,
  ata: null,
  cutoffs: service.cutoffs,
});

/** Kilograms that others have on a service. */
export async function othersKg(reads: TransitReads, service: Service, shipment: Shipment, ownKg: string): Promise<string> {
  const booked = decimal(await reads.bookedKg(service.id));
  return exact(shipment.legs.some((leg) => leg.serviceId === service.id) ? subtract(booked, decimal(ownKg)) : booked);
}

async function chosenService(reads: TransitReads, given: RescheduleLegArgs, leg: Leg): Promise<Service | undefined> {
  if (given.serviceId !== undefined) return reads.service(given.serviceId.toUpperCase());
  const from = given.newEtd === undefined ? leg.etd : given.newEtd;
  const later = (await reads.servicesBetween(leg.from, leg.to)).filter(
    (service) => service.carrier === leg.carrier && service.id !== leg.serviceId && Date.parse(service.etd) >= Date.parse(from),
  );
  later.sort((a, b) => Date.parse(a.etd) - Date.parse(b.etd) || (a.id < b.id ? -1 : 1));
  return later[0] && reads.service(later[0].id);
}

async function serviceOf(
  reads: TransitReads,
  given: RescheduleLegArgs,
  shipment: Shipment,
  leg: Leg,
): Promise<{ ok: true; service: Service; carrier: Carrier } | ChangeRejection> {
  const service = await chosenService(reads, given, leg);
  const carrier = service && (await reads.carrier(service.carrier));
  const path = given.serviceId === undefined ? "newEtd" : "serviceId";
  const others = async () =>
    (await reads.servicesBetween(leg.from, leg.to)).filter((other) => other.id !== leg.serviceId).map((other) => other.id);
  if (!service || !carrier)
    return rejected(
      "unknown_service",
      `no such service; others from ${leg.from} to ${leg.to}: ${(await others()).join(", ") || "none"}`,
      path,
    );
  if (service.from !== leg.from || service.to !== leg.to)
    return rejected("service_route_mismatch", `${service.id} goes from ${service.from} to ${service.to}: that is another route`, path);
  if (carrier.mode !== leg.mode)
    return rejected("mode_changes", `${service.id} goes by ${carrier.mode}, the leg by ${leg.mode}: that is another route`, path);
  if (service.id === leg.serviceId) return rejected("nothing_changes", `${shipment.id} is on ${service.id} already`, path);
  return { ok: true, service, carrier };
}

/** Works out what another sailing of the same route would do. A held shipment may be rescheduled: nothing moves by it. */
export async function planReschedule(
  reads: TransitReads,
  given: RescheduleLegArgs,
  businessNow: string,
): Promise<ReschedulePlan | ChangeRejection> {
  const shipment = await reads.shipment(given.shipmentId.toUpperCase());
  if (!shipment) return rejected("unknown_shipment", `there is no shipment ${given.shipmentId}`, "shipmentId");
  const leg = shipment.legs.find((candidate) => candidate.seq === given.legSeq);
  if (!leg) return rejected("unknown_leg", `${shipment.id} has ${shipment.legs.length} legs`, "legSeq");
  const chosen = await serviceOf(reads, given, shipment, leg);
  if (!chosen.ok) return chosen;
  const { service, carrier } = chosen;
  const items = await reads.items([...new Set(shipment.lines.map((line) => line.sku))]);
  const goods = goodsOf(shipment.lines, items);
  const newLeg = legOn(service, carrier, leg.seq);
  const legs = shipment.legs.map((other) => (other.seq === leg.seq ? newLeg : other));
  const after = { ...shipment, legs };
  return {
    ok: true,
    args: { shipmentId: shipment.id, legSeq: leg.seq, serviceId: service.id, reason: given.reason },
    shipment,
    after,
    leg,
    newLeg,
    service,
    carrier,
    items,
    goods,
    promiseMissed: missesPromise(after),
    problems: [
      ...routeStateProblem(shipment, leg.seq),
      ...serviceProblems({ service, carrier, othersKg: await othersKg(reads, service, shipment, goods.netKg), goods, businessNow }),
      ...connectionProblems(legs),
      ...promiseProblem(after),
    ],
  };
}

/** Until when a change to a service may run, and the cut-off that makes it urgent. */
export function changeLimits(
  oldLeg: Leg | undefined,
  service: Service,
  dangerous: boolean,
): { executeLimit: string | null; cutoff: string | null } {
  const limit = earliest([service.etd, oldLeg?.etd ?? null]);
  return { executeLimit: limit, cutoff: relevantCutoff(service.cutoffs, dangerous) };
}
