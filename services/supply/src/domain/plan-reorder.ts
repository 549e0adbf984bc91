import { decimal, multiply, roundDecimal } from "@quartermaster/shared/quantity";
import type { CreateReorderArgs } from "./arguments.ts";
import { atDestination, levelThere } from "./assess-destination.ts";
import { addDays, dateOf } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { type Problem, type Rejection, reject } from "./problem.ts";
import { resolveItem, resolveLocation } from "./resolve.ts";
import type { StockPolicy } from "./stock.ts";
import { toBase } from "./units.ts";

export interface ReorderPlan {
  ok: true;
  args: CreateReorderArgs;
  item: Item;
  location: Location;
  policy: StockPolicy | undefined;
  supplier: string;
  /** True when it is the usual supplier, named or not. */
  usual: boolean;
  base: string;
  /** ISO date on which the goods come by the usual lead time. */
  eta: string;
  valueEur: string;
  problems: Problem[];
}

const DEFAULT_LEAD_DAYS = 14;

async function supplierOf(
  reads: SupplyReads,
  item: Item,
  location: Location,
  policy: StockPolicy | undefined,
  given: string | undefined,
): Promise<{ ok: true; supplier: string } | Rejection> {
  const known = await reads.suppliers();
  if (given !== undefined) {
    const supplier = known.find((id) => id === given.trim().toUpperCase());
    return supplier
      ? { ok: true, supplier }
      : reject("unknown_supplier", `${given} is none of our suppliers: ${known.slice(0, 20).join(", ")}.`, "supplier");
  }
  return policy?.preferredSupplier
    ? { ok: true, supplier: policy.preferredSupplier }
    : reject(
        "supplier_unknown",
        `${item.sku} has no usual supplier at ${location.id}; name one: ${known.slice(0, 20).join(", ")}.`,
        "supplier",
      );
}

/**
 * Works out what ordering would do: supplier, day of arrival, value, and what is on its way already. `requestId` names the request that
 * wants it; null in an execution.
 */
export async function planReorder(
  reads: SupplyReads,
  given: CreateReorderArgs,
  businessNow: string,
  requestId: string | null,
): Promise<ReorderPlan | Rejection> {
  const found = await resolveItem(reads, given.sku);
  if (!found.ok) return found;
  const place = await resolveLocation(reads, given.location, "location");
  if (!place.ok) return place;
  const { item } = found;
  const { location } = place;
  const converted = toBase(item, given.quantity, given.uom);
  if (!converted.ok) return reject("uom_mismatch", `${converted.detail}.`, converted.path);
  const [policy] = await reads.policies({ sku: item.sku, location: location.id });
  const from = await supplierOf(reads, item, location, policy, given.supplier);
  if (!from.ok) return from;
  const eta = addDays(businessNow, policy?.leadTimeDays ?? DEFAULT_LEAD_DAYS);
  const args: CreateReorderArgs = {
    sku: item.sku,
    location: location.id,
    quantity: given.quantity,
    uom: converted.uom,
    supplier: from.supplier,
    ...(given.neededBy === undefined ? {} : { neededBy: given.neededBy }),
  };
  const wish = { base: converted.base, neededBy: given.neededBy ?? eta, requestId };
  const problems = [...atDestination(item, location), ...(await levelThere(reads, item, location, wish))];
  if (given.neededBy !== undefined && eta > dateOf(given.neededBy))
    problems.push({
      code: "lead_time_too_long",
      severity: "warn",
      detail: `${from.supplier} delivers around ${eta}, needed by ${dateOf(given.neededBy)}`,
      records: [],
      values: { eta, neededBy: dateOf(given.neededBy) },
    });
  const valueEur = roundDecimal(multiply(decimal(converted.base), decimal(item.unitValueEur)), 2);
  return {
    ok: true,
    args,
    item,
    location,
    policy,
    supplier: from.supplier,
    usual: from.supplier === policy?.preferredSupplier,
    base: converted.base,
    eta,
    valueEur,
    problems,
  };
}
