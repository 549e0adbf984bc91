import type { TransferStockArgs } from "./arguments.ts";
import { assessDestination } from "./assess-destination.ts";
import { assessTaking, type Taking } from "./assess-taking.ts";
import { chooseSerials } from "./choose-serials.ts";
import { dateOf } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { type Problem, type Rejection, reject } from "./problem.ts";
import { resolveItem, resolveLocation } from "./resolve.ts";
import type { Serial, StockPolicy } from "./stock.ts";

export interface TransferPlan {
  ok: true;
  args: TransferStockArgs;
  item: Item;
  from: Location;
  to: Location;
  policy: StockPolicy | undefined;
  taking: Taking;
  /** Serial numbers that go; empty when they are chosen at picking. */
  serials: Serial[];
  /** The numbers were chosen here, not named. */
  serialsChosen: boolean;
  crossesTerritory: boolean;
  problems: Problem[];
}

const canonicalArgs = (
  given: TransferStockArgs,
  item: Item,
  from: Location,
  to: Location,
  taking: Taking,
  serials: readonly string[],
): TransferStockArgs => ({
  sku: item.sku,
  fromLocation: from.id,
  toLocation: to.id,
  quantity: given.quantity,
  uom: taking.uom,
  ...(taking.lotMatters && taking.row.lot !== null ? { lot: taking.row.lot } : {}),
  ...(serials.length > 0 ? { serials: [...serials] } : {}),
  ...(given.neededBy === undefined ? {} : { neededBy: given.neededBy }),
  ...(given.reason === undefined ? {} : { reason: given.reason }),
});

/**
 * Works out what ordering a transfer would do. `look` reads what is not written; in an execution it does not lock, so that two
 * transfers between the same places in opposite directions cannot wait for each other. `requestId` names the request that wants it, so
 * that what it has ordered itself does not stand against it; null in an execution, where people have judged what is on its way.
 */
export async function planTransfer(
  reads: SupplyReads,
  look: SupplyReads,
  given: TransferStockArgs,
  businessNow: string,
  requestId: string | null,
): Promise<TransferPlan | Rejection> {
  const found = await resolveItem(reads, given.sku);
  if (!found.ok) return found;
  const from = await resolveLocation(reads, given.fromLocation, "fromLocation");
  if (!from.ok) return from;
  const to = await resolveLocation(reads, given.toLocation, "toLocation");
  if (!to.ok) return to;
  if (from.location.id === to.location.id) return reject("same_location", `${from.location.id} cannot transfer to itself.`, "toLocation");
  const { item } = found;
  const rows = await reads.stock({ sku: item.sku, location: from.location.id });
  const [policy] = await reads.policies({ sku: item.sku, location: from.location.id });
  const day = dateOf(given.neededBy ?? businessNow);
  const taking = assessTaking({
    item,
    location: from.location,
    rows,
    policy,
    quantity: given.quantity,
    uom: given.uom,
    lot: given.lot ?? null,
    day,
  });
  if (!taking.ok) return taking;
  const serials = await chooseSerials(reads, item, taking, given.serials);
  if (!serials.ok) return serials;
  const args = canonicalArgs(given, item, from.location, to.location, taking, serials.names);
  const wish = { base: taking.base, neededBy: given.neededBy, requestId };
  const there = await assessDestination(look, item, from.location, to.location, wish);
  const problems = [...taking.problems, ...serials.problems, ...there];
  const crossesTerritory = from.location.customsTerritory !== to.location.customsTerritory;
  return {
    ok: true,
    args,
    item,
    from: from.location,
    to: to.location,
    policy,
    taking,
    serials: serials.chosen,
    serialsChosen: serials.chosenHere,
    crossesTerritory,
    problems,
  };
}
