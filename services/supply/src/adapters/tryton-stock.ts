import {
  type ApplyOutcome,
  createTrytonClient,
  exactQuantity,
  type LookupOutcome,
  type OutsideEffect,
  type OutsideRecord,
  type OutsideResult,
  type OutsideSystem,
  type TrytonClient,
  type TrytonOptions,
  TrytonRefusal,
} from "@quartermaster/executor";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";

/** Our units and the symbols of Tryton's. */
const SYMBOLS: Record<string, string> = { PCE: "u", KGM: "kg", MTR: "m", LTR: "l" };

const SHIPMENT = "model.stock.shipment.internal";
/** States in which the goods are allocated or further; before, nothing has been taken from anybody. */
const MADE = new Set(["assigned", "shipped", "done"]);

const Content = z.object({
  sku: z.string(),
  lot: z.string().nullable(),
  serials: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  quantity: z.string(),
  unit: z.string(),
  neededBy: z.string().nullable(),
});
type Content = z.infer<typeof Content>;

const Place = z.object({ id: z.string(), code: z.string() });
const Unit = z.object({ digits: z.string(), symbol: z.string() });
const Product = z.object({ id: z.string(), quantity: z.string(), default_uom: z.string(), "default_uom.": Unit });
const Lot = z.object({ id: z.string(), quantity: z.string() });
const Shipment = z.object({ id: z.string(), number: z.string(), state: z.string() });

/** A date as Tryton's JSON has it. */
const dateAfter = (days: number): JsonObject => {
  const date = new Date(Date.now() + days * 86_400_000);
  return { __class__: "date", year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

/** Days that goods are planned to be in transit; that the dates differ is what makes Tryton use the transit location. */
const TRANSIT_DAYS = 1;

const refusal = (code: string, detail: string): ApplyOutcome => ({ kind: "rejected", code, detail });

async function places(client: TrytonClient, codes: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
  const found = z
    .array(Place)
    .parse(await client.call("model.stock.location.search_read", [[["code", "in", [...codes]]], 0, null, null, ["code"]], signal));
  return new Map(found.map((place) => [place.code, Number(place.id)]));
}

/** Product, its unit and what is on hand of it (or of one lot) at one place; null when there is no such thing. */
async function goodsAt(client: TrytonClient, sku: string, location: number, lot: string | null, signal: AbortSignal) {
  const context = { locations: [location], stock_date_end: dateAfter(0) };
  const fields = ["code", "quantity", "default_uom", "default_uom.digits", "default_uom.symbol"];
  const [product] = z
    .array(Product)
    .parse(await client.call("model.product.product.search_read", [[["code", "=", sku]], 0, 1, null, fields], signal, context));
  if (!product) return null;
  const unit = product["default_uom."];
  const base = { product: Number(product.id), uom: Number(product.default_uom), symbol: unit.symbol, digits: Number(unit.digits) };
  if (lot === null) return { ...base, lot: null, onHand: exactQuantity(product.quantity, base.digits, sku) };
  const domain = [
    ["number", "=", lot],
    ["product", "=", base.product],
  ];
  const [found] = z.array(Lot).parse(await client.call("model.stock.lot.search_read", [domain, 0, 1, null, ["quantity"]], signal, context));
  return found ? { ...base, lot: Number(found.id), onHand: exactQuantity(found.quantity, base.digits, `${sku} ${lot}`) } : null;
}

async function readStock(client: TrytonClient, id: string, signal: AbortSignal): Promise<OutsideRecord[]> {
  const [sku = "", code = "", lot = null] = id.split("|");
  const location = (await places(client, [code], signal)).get(code);
  const goods = location === undefined ? null : await goodsAt(client, sku, location, lot, signal);
  // Tryton has no row per place: the quantity itself is what a later effect is bound to.
  return goods
    ? [{ kind: "stock", id, version: goods.onHand, fields: { sku, location: code, lot, onHand: goods.onHand, unit: goods.symbol } }]
    : [];
}

/** Shipments under our reference that were not cancelled. */
async function findShipment(client: TrytonClient, key: string, signal: AbortSignal): Promise<z.infer<typeof Shipment> | undefined> {
  const domain = [
    ["reference", "=", key],
    ["state", "!=", "cancelled"],
  ];
  const call = client.call(`${SHIPMENT}.search_read`, [domain, 0, 2, [["id", "ASC"]], ["number", "state"]], signal);
  return z.array(Shipment).parse(await call)[0];
}

const resultOf = (shipment: z.infer<typeof Shipment>): OutsideResult => ({
  reference: shipment.number,
  version: shipment.state,
  outcome: "confirmed",
  fields: { model: "stock.shipment.internal", id: shipment.id, state: shipment.state },
});

/** A quantity as a JSON number that says exactly the same, or null. */
const asNumber = (quantity: string): number | null => (String(Number(quantity)) === quantity ? Number(quantity) : null);

async function createShipment(client: TrytonClient, key: string, content: Content, expected: string | null, signal: AbortSignal) {
  const found = await places(client, [content.from, content.to], signal);
  const from = found.get(content.from);
  const to = found.get(content.to);
  if (from === undefined || to === undefined)
    return refusal("unknown_place", `Tryton has no ${from === undefined ? content.from : content.to}`);
  const goods = await goodsAt(client, content.sku, from, content.lot, signal);
  if (!goods) return refusal("unknown_goods", `Tryton has no ${content.sku}${content.lot === null ? "" : ` lot ${content.lot}`}`);
  if (SYMBOLS[content.unit] !== goods.symbol)
    return refusal("uom_mismatch", `${content.sku} is kept in ${goods.symbol} there, not in ${content.unit}`);
  if (expected !== null && expected !== goods.onHand)
    return { kind: "stale", detail: `${goods.onHand} ${content.sku} at ${content.from}, not ${expected}` } as const;
  const quantity = asNumber(exactQuantity(content.quantity, goods.digits, content.sku));
  if (quantity === null) return refusal("quantity_not_exact", `${content.quantity} has no exact form in Tryton`);
  const company = await client.company(signal);
  const route = { from_location: from, to_location: to, company };
  const move = { ...route, product: goods.product, uom: goods.uom, quantity, planned_date: dateAfter(0), lot: goods.lot };
  const shipment = {
    ...route,
    reference: key,
    planned_start_date: dateAfter(0),
    planned_date: dateAfter(TRANSIT_DAYS),
    moves: [["create", [move]]],
  };
  const ids = z.array(z.string()).parse(await client.call(`${SHIPMENT}.create`, [[shipment]], signal));
  return { kind: "created", id: Number(ids[0]) } as const;
}

/** Takes back a shipment that was refused; one that stays is not known to be not made, for people there may go on with it. */
async function takeBack(client: TrytonClient, id: number, refused: { code: string; message: string }, signal: AbortSignal) {
  try {
    await client.call(`${SHIPMENT}.cancel`, [[id]], signal);
    return refusal(refused.code, refused.message);
  } catch (error) {
    if (!(error instanceof TrytonRefusal)) throw error;
    return { kind: "unknown", detail: `${refused.message}; its draft ${id} stays there: ${error.message}`.slice(0, 900) } as const;
  }
}

/** Allocates the goods of a shipment, or takes it back when they are not there or Tryton refuses. */
async function allocate(client: TrytonClient, id: number, key: string, signal: AbortSignal): Promise<ApplyOutcome> {
  try {
    await client.call(`${SHIPMENT}.wait`, [[id]], signal);
    const assigned = await client.call(`${SHIPMENT}.assign_try`, [[id]], signal);
    const refused = { code: "insufficient_available", message: "Tryton could not allocate all of it" };
    if (assigned !== true) return await takeBack(client, id, refused, signal);
  } catch (error) {
    if (error instanceof TrytonRefusal) return takeBack(client, id, error, signal);
    throw error;
  }
  const shipment = await findShipment(client, key, signal);
  return shipment ? { kind: "applied", result: resultOf(shipment) } : { kind: "unknown", detail: "the shipment is not found any more" };
}

async function transfer(client: TrytonClient, effect: OutsideEffect, key: string, expected: string | null, signal: AbortSignal) {
  const content = Content.safeParse(effect.content);
  if (!content.success) return refusal("args_invalid", z.prettifyError(content.error).slice(0, 900));
  if (content.data.serials.length > 0) return refusal("serials_not_supported", "serial numbers are not kept in this Tryton");
  const known = await findShipment(client, key, signal);
  if (known && MADE.has(known.state)) return { kind: "already_applied", result: resultOf(known) } as const;
  if (known) return allocate(client, Number(known.id), key, signal);
  const created = await createShipment(client, key, content.data, expected, signal);
  return created.kind === "created" ? allocate(client, created.id, key, signal) : created;
}

/** Methods that change nothing there. */
const READS = /\.(search_read|search|read|default_get)$/;

/** The client, and whether anything was asked of it that changes something: after that nothing is surely not made any more. */
function watched(client: TrytonClient): { client: TrytonClient; hasWritten(): boolean } {
  let written = false;
  return {
    hasWritten: () => written,
    client: {
      async call(method, ...rest) {
        const answer = client.call(method, ...rest);
        if (READS.test(method)) return answer;
        return answer.then(
          (result) => {
            written = true;
            return result;
          },
          (error: unknown) => {
            // A call that never arrived, or that Tryton refused as a whole, has changed nothing.
            written ||= !(error instanceof TrytonRefusal || (AppError.isInstance(error) && error.code === "unavailable"));
            throw error;
          },
        );
      },
      company: (signal) => client.company(signal),
    },
  };
}

/**
 * Tryton as the warehouse system of supply: balances are read from it, and a transfer becomes an internal shipment over the transit
 * location, allocated. Our key stands in the shipment's reference and is searched before anything is made.
 */
export function createTrytonStock(options: TrytonOptions & { quietMs: number }): OutsideSystem {
  const client = createTrytonClient(options);
  return {
    name: "tryton",
    // Tryton knows no keys: after the quiet time a request of ours is either there under its reference or was never taken.
    repeat: { kind: "after_quiet", quietMs: options.quietMs },
    carries: (tool) => tool === "transfer_stock",
    async read(_tenant, selectors, signal) {
      const found: OutsideRecord[] = [];
      for (const { kind, id } of selectors) if (kind === "stock") found.push(...(await readStock(client, id, signal)));
      return found;
    },
    async apply(effect, key, expected, signal) {
      const attempt = watched(client);
      try {
        return await transfer(attempt.client, effect, key, expected, signal);
      } catch (error) {
        // Before the first write nothing is there; after it the goods may be allocated already.
        if (AppError.isInstance(error) && error.code === "unavailable" && !attempt.hasWritten()) throw error;
        if (error instanceof TrytonRefusal && !attempt.hasWritten()) return refusal(error.code, error.message);
        if (AppError.isInstance(error) && error.code === "quantity_not_exact") return refusal(error.code, error.message);
        // Some of several calls may have arrived.
        return { kind: "unknown", detail: error instanceof Error ? error.message.slice(0, 900) : "Tryton did not answer" };
      }
    },
    async lookup(_tenant, key, signal): Promise<LookupOutcome> {
      try {
        const shipment = await findShipment(client, key, signal);
        // A draft takes nothing from anybody; sending again finds it by its reference and goes on with it.
        return shipment && MADE.has(shipment.state) ? { kind: "found", result: resultOf(shipment) } : { kind: "not_found" };
      } catch (error) {
        return { kind: "unknown", detail: error instanceof Error ? error.message.slice(0, 900) : "Tryton did not answer" };
      }
    },
  };
}
