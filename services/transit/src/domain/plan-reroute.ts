import type { RerouteShipmentArgs } from "./change-args.ts";
import { blocks, type ChangeProblem, type ChangeRejection, heldProblem, rejected, routeStateProblem, warns } from "./change-rule.ts";
import { type Goods, goodsOf } from "./goods-of.ts";
import type { Item } from "./item.ts";
import { foreignPlace, type Place } from "./place.ts";
import { connectionProblems, legOn, missesPromise, othersKg, promiseProblem } from "./plan-reschedule.ts";
import type { TransitReads } from "./ports.ts";
import { resolvePlace } from "./resolve-place.ts";
import type { Carrier, Service } from "./service.ts";
import { serviceProblems } from "./service-problems.ts";
import type { Leg, Shipment } from "./shipment.ts";

export interface ReroutePlan {
  ok: true;
  args: RerouteShipmentArgs;
  shipment: Shipment;
  after: Shipment;
  replaced: Leg[];
  newLegs: Leg[];
  services: Service[];
  destination: Place;
  items: Item[];
  goods: Goods;
  /** True when the goods go to another country than before. */
  countryChanges: boolean;
  /** True when they leave by another place or mode: the office of exit may be another one. */
  exitChanges: boolean;
  promiseMissed: boolean;
  problems: ChangeProblem[];
}

type Path = { ok: true; services: Service[]; carriers: Carrier[] } | ChangeRejection;

async function readPath(reads: TransitReads, given: RerouteShipmentArgs, start: string, end: string): Promise<Path> {
  const services: Service[] = [];
  const carriers: Carrier[] = [];
  let at = start;
  for (const [index, id] of given.serviceIds.entries()) {
    const service = await reads.service(id.toUpperCase());
    const carrier = service && (await reads.carrier(service.carrier));
    const path = `serviceIds.${index}`;
    if (!service || !carrier) return rejected("unknown_service", `there is no service ${id}`, path);
    if (service.from !== at)
      return rejected("service_route_mismatch", `${service.id} leaves ${service.from}, the goods are at ${at}`, path);
    services.push(service);
    carriers.push(carrier);
    at = service.to;
  }
  if (at !== end) return rejected("service_route_mismatch", `the services end at ${at}, the destination is ${end}`, "serviceIds");
  return { ok: true, services, carriers };
}

function placeProblems(items: readonly Item[], destination: Place): ChangeProblem[] {
  return items.flatMap((item) =>
    item.dgClass !== null && destination.own !== null && !destination.own.dgClasses.includes(item.dgClass)
      ? [
          blocks("location_dg_not_allowed", `${destination.id} may not store class ${item.dgClass} (${item.dgUn})`, {
            sku: item.sku,
            dgClass: item.dgClass,
            allowed: destination.own.dgClasses,
          }),
        ]
      : [],
  );
}

const exitProblem = (shipment: Shipment): ChangeProblem[] =>
  shipment.originTerritory === shipment.destinationTerritory
    ? []
    : [warns("exit_office_changed", `${shipment.id} leaves by another place or mode: the office of exit may change`)];

async function destinationOf(reads: TransitReads, given: RerouteShipmentArgs, shipment: Shipment): Promise<Place | undefined> {
  if (given.newDestination !== undefined) return resolvePlace(reads, given.newDestination);
  return (await resolvePlace(reads, shipment.destination)) ?? foreignPlace(shipment.destinationUnlocode);
}

function rerouted(shipment: Shipment, destination: Place, legs: Leg[], moved: boolean): Shipment {
  const place = moved
    ? { destination: destination.id, destinationUnlocode: destination.unlocode, destinationTerritory: destination.territory }
    : {};
  return { ...shipment, ...place, legs };
}

/** Works out what another path, mode or destination would do. */
export async function planReroute(
  reads: TransitReads,
  given: RerouteShipmentArgs,
  businessNow: string,
): Promise<ReroutePlan | ChangeRejection> {
  const shipment = await reads.shipment(given.shipmentId.toUpperCase());
  if (!shipment) return rejected("unknown_shipment", `there is no shipment ${given.shipmentId}`, "shipmentId");
  const first = shipment.legs.find((leg) => leg.seq === given.fromLegSeq);
  if (!first) return rejected("unknown_leg", `${shipment.id} has ${shipment.legs.length} legs`, "fromLegSeq");
  const destination = await destinationOf(reads, given, shipment);
  if (!destination) return rejected("unknown_place", `there is no place ${given.newDestination}`, "newDestination");
  const path = await readPath(reads, given, first.from, destination.unlocode);
  if (!path.ok) return path;
  const kept = shipment.legs.filter((leg) => leg.seq < given.fromLegSeq);
  const replaced = shipment.legs.filter((leg) => leg.seq >= given.fromLegSeq);
  const newLegs = path.services.map((service, index) => legOn(service, path.carriers[index] as Carrier, given.fromLegSeq + index));
  if (newLegs.map((leg) => leg.serviceId).join() === replaced.map((leg) => leg.serviceId).join())
    return rejected("nothing_changes", `${shipment.id} goes exactly this way already`, "serviceIds");
  const items = await reads.items([...new Set(shipment.lines.map((line) => line.sku))]);
  const goods = goodsOf(shipment.lines, items);
  const moved = destination.unlocode !== shipment.destinationUnlocode;
  const after = rerouted(shipment, destination, [...kept, ...newLegs], moved);
  const exitChanges = kept.length === 0 && (newLegs[0]?.mode !== first.mode || newLegs[0]?.to !== first.to);
  const problems = [...routeStateProblem(shipment, given.fromLegSeq), ...heldProblem(shipment), ...placeProblems(items, destination)];
  for (const [index, service] of path.services.entries()) {
    const others = await othersKg(reads, service, shipment, goods.netKg);
    problems.push(...serviceProblems({ service, carrier: path.carriers[index] as Carrier, othersKg: others, goods, businessNow }));
  }
  return {
    ok: true,
    args: {
      shipmentId: shipment.id,
      fromLegSeq: given.fromLegSeq,
      ...(given.newDestination === undefined || !moved ? {} : { newDestination: destination.id }),
      serviceIds: path.services.map((service) => service.id),
      reason: given.reason,
    },
    shipment,
    after,
    replaced,
    newLegs,
    services: path.services,
    destination,
    items,
    goods,
    countryChanges: destination.country !== shipment.destinationUnlocode.slice(0, 2),
    exitChanges,
    promiseMissed: missesPromise(after),
    problems: [...problems, ...connectionProblems(after.legs), ...promiseProblem(after), ...(exitChanges ? exitProblem(after) : [])],
  };
}
