import { add, compare, decimal, subtract } from "@quartermaster/shared/quantity";
import { blocks, type ChangeProblem } from "./change-rule.ts";
import type { Goods } from "./goods-of.ts";
import { acceptsDangerousGoods, bookingLimit, type Carrier, type Service } from "./service.ts";
import { exact } from "./units.ts";

export interface ServiceCheck {
  service: Service;
  carrier: Carrier;
  /** Kilograms that others have on it. */
  othersKg: string;
  goods: Goods;
  businessNow: string;
}

/** Why a service cannot take the goods now: cut-off, space, dangerous goods, temperature. */
export function serviceProblems({ service, carrier, othersKg, goods, businessNow }: ServiceCheck): ChangeProblem[] {
  const found: ChangeProblem[] = [];
  const limit = bookingLimit(service, goods.dangerous.length > 0);
  if (Date.parse(limit) <= Date.parse(businessNow))
    found.push(blocks("cutoff_missed", `${service.id} could be booked until ${limit}`, { executeLimit: limit }));
  const left = exact(subtract(decimal(service.capacityKg), decimal(othersKg)));
  if (compare(add(decimal(othersKg), decimal(goods.netKg)), decimal(service.capacityKg)) > 0)
    found.push(
      blocks("capacity_exceeded", `${service.id} has ${left} kg left, ${goods.netKg} kg are needed`, {
        netKg: goods.netKg,
        capacityLeftKg: left,
      }),
    );
  if (carrier.maxKg !== null && compare(decimal(goods.netKg), decimal(carrier.maxKg)) > 0)
    found.push(
      blocks("capacity_exceeded", `${carrier.id} carries at most ${carrier.maxKg} kg, ${goods.netKg} kg are needed`, {
        netKg: goods.netKg,
        maxKg: carrier.maxKg,
      }),
    );
  for (const item of goods.dangerous) {
    if (acceptsDangerousGoods(carrier, service, { un: item.dgUn ?? "", dgClass: item.dgClass })) continue;
    const values = { sku: item.sku, un: item.dgUn, dgClass: item.dgClass };
    found.push(
      blocks("carrier_dg_forbidden", `${carrier.id} does not accept ${item.dgUn} (class ${item.dgClass}) on ${service.id}`, values),
    );
  }
  if (goods.cooled && !service.temperatureControlled) {
    const values = { sku: goods.cooled.sku, temperature: goods.cooled.temperature };
    found.push(
      blocks(
        "temperature_gap",
        `${goods.cooled.sku} needs ${goods.cooled.temperature}, ${service.id} is not temperature-controlled`,
        values,
      ),
    );
  }
  return found;
}
