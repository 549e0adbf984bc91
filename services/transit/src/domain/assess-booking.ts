import type { JsonObject } from "@quartermaster/shared/contracts";
import { add, compare, decimal, multiply, roundDecimal, subtract, ZERO } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";
import type { Place } from "./place.ts";
import { apartFrom } from "./segregation.ts";
import { acceptsDangerousGoods, bookingLimit, type Carrier, relevantCutoff, type Service } from "./service.ts";
import type { ShipmentLine } from "./shipment.ts";
import { exact } from "./units.ts";

export interface BookingInput {
  origin: Place;
  destination: Place;
  lines: readonly ShipmentLine[];
  /** Items of the lines. */
  items: ReadonlyMap<string, Item>;
  service: Service;
  carrier: Carrier;
  bookedKg: string;
  incoterm: string | null;
}

export interface BookingProblem {
  code: string;
  detail: string;
  values: JsonObject;
  /** False when people may go on in spite of it. */
  blocking: boolean;
}

/** What follows from goods, route and service alone; the clock is looked at by the caller. */
export interface BookingAssessment {
  netKg: string;
  capacityLeftKg: string;
  valueEur: string;
  dangerousGoods: boolean;
  controlled: boolean;
  crossesTerritory: boolean;
  temperature: string | null;
  cutoff: string | null;
  executeLimit: string;
  problems: BookingProblem[];
}

const SEA_ONLY = new Set(["FAS", "FOB", "CFR", "CIF"]);
const WATER = new Set(["sea", "barge"]);

function problemsOf(input: BookingInput, netKg: string, leftKg: string): BookingProblem[] {
  const { service, carrier, destination } = input;
  const found: BookingProblem[] = [];
  const block = (code: string, detail: string, values: JsonObject) => found.push({ code, detail, values, blocking: true });
  if (compare(decimal(netKg), decimal(leftKg)) > 0)
    block("capacity_exceeded", `${service.id} has ${leftKg} kg left, ${netKg} kg are needed`, { netKg, capacityLeftKg: leftKg });
  if (carrier.maxKg !== null && compare(decimal(netKg), decimal(carrier.maxKg)) > 0) {
    block("capacity_exceeded", `${carrier.id} carries at most ${carrier.maxKg} kg, ${netKg} kg are needed`, {
      netKg,
      maxKg: carrier.maxKg,
    });
  }
  for (const item of input.items.values()) {
    if (item.dgUn !== null && !acceptsDangerousGoods(carrier, service, { un: item.dgUn, dgClass: item.dgClass })) {
      block("carrier_dg_forbidden", `${carrier.id} does not accept ${item.dgUn} (class ${item.dgClass}) on ${service.id}`, {
        sku: item.sku,
        un: item.dgUn,
        dgClass: item.dgClass,
      });
    }
    if (item.temperature !== null && !service.temperatureControlled) {
      block("temperature_gap", `${item.sku} needs ${item.temperature}, ${service.id} is not temperature-controlled`, {
        sku: item.sku,
        temperature: item.temperature,
      });
    }
    if (item.dgClass !== null && destination.own !== null && !destination.own.dgClasses.includes(item.dgClass)) {
      const values = { sku: item.sku, dgClass: item.dgClass, location: destination.id, allowed: destination.own.dgClasses };
      block("location_dg_not_allowed", `${destination.id} may not store class ${item.dgClass} (${item.dgUn})`, values);
    }
  }
  for (const { first, second } of apartFrom([...input.items.values()])) {
    const detail = `${first.sku} (class ${first.dgClass}) and ${second.sku} (class ${second.dgClass}) may not share a container: book them apart`;
    block("dg_segregation", detail, { skus: [first.sku, second.sku], dgClasses: [first.dgClass, second.dgClass] });
  }
  if (input.incoterm !== null && SEA_ONLY.has(input.incoterm) && !WATER.has(carrier.mode)) {
    found.push({
      code: "incoterm_mismatch",
      detail: `${input.incoterm} is for sea and inland waterway, ${service.id} goes by ${carrier.mode}`,
      values: { incoterm: input.incoterm, mode: carrier.mode },
      blocking: false,
    });
  }
  return found;
}

/** Judges a booking from records alone; the dry run and the executor use the same function, so they cannot drift apart. */
export function assessBooking(input: BookingInput): BookingAssessment {
  let value = ZERO;
  let mass = ZERO;
  for (const line of input.lines) {
    const item = input.items.get(line.sku);
    if (!item) continue;
    value = add(value, multiply(decimal(line.baseQuantity), decimal(item.unitValueEur)));
    mass = add(mass, multiply(decimal(line.baseQuantity), decimal(item.netKgPerBase)));
  }
  const items = [...input.items.values()];
  const netKg = exact(mass);
  const capacityLeftKg = exact(subtract(decimal(input.service.capacityKg), decimal(input.bookedKg)));
  const dangerousGoods = items.some((item) => item.dgUn !== null);
  return {
    netKg,
    capacityLeftKg,
    valueEur: roundDecimal(value, 2),
    dangerousGoods,
    controlled: items.some((item) => item.dualUse !== null),
    crossesTerritory: input.origin.territory !== input.destination.territory,
    temperature: items.find((item) => item.temperature !== null)?.temperature ?? null,
    cutoff: relevantCutoff(input.service.cutoffs, dangerousGoods),
    executeLimit: bookingLimit(input.service, dangerousGoods),
    problems: problemsOf(input, netKg, capacityLeftKg),
  };
}
