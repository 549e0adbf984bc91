import { hasDeparted, hasEnded, type Shipment } from "./shipment.ts";

export type HoldRule = { ok: true; scope: "shipment" | "delivery" } | { ok: false; code: string; detail: string };

/** Before departure a hold stops loading and leaving; afterwards it can only stop delivery at the destination. */
export function holdRule(shipment: Pick<Shipment, "id" | "state" | "holds">, type: string): HoldRule {
  if (hasEnded(shipment.state))
    return { ok: false, code: "shipment_ended", detail: `${shipment.id} is ${shipment.state}: nothing can be held` };
  const active = shipment.holds.find((hold) => hold.state === "active" && hold.type === type);
  if (active) return { ok: false, code: "already_on_hold", detail: `${shipment.id} already has the ${type} hold ${active.id}` };
  return { ok: true, scope: hasDeparted(shipment.state) ? "delivery" : "shipment" };
}
