import type { JsonObject } from "@quartermaster/shared/contracts";
import type { Shipment } from "./shipment.ts";

/** What stands against a change. A blocking problem is never waved through by people. */
export interface ChangeProblem {
  code: string;
  detail: string;
  values: JsonObject;
  blocking: boolean;
}

/** Arguments that name nothing, or something that does not fit. */
export interface ChangeRejection {
  ok: false;
  code: string;
  detail: string;
  path: string;
}

export const rejected = (code: string, detail: string, path: string): ChangeRejection => ({ ok: false, code, detail, path });
export const blocks = (code: string, detail: string, values: JsonObject = {}): ChangeProblem => ({ code, detail, values, blocking: true });
export const warns = (code: string, detail: string, values: JsonObject = {}): ChangeProblem => ({ code, detail, values, blocking: false });

const GONE = new Set(["departed", "arrived", "delivered"]);
const LOADED = new Set(["loaded", ...GONE]);

/** Holds that are not lifted; while there is one, only rescheduling, cancelling and further holds go on. */
export function heldProblem(shipment: Shipment): ChangeProblem[] {
  const active = shipment.holds.filter((hold) => hold.state === "active");
  if (active.length === 0) return [];
  const named = active.map((hold) => `${hold.id} (${hold.type})`).join(", ");
  return [
    blocks("hold_active", `${shipment.id} is on hold: ${named}`, {
      holds: active.map((hold) => hold.id),
      types: active.map((hold) => hold.type),
    }),
  ];
}

const cancelledProblem = (shipment: Shipment): ChangeProblem[] =>
  shipment.state === "cancelled" ? [blocks("shipment_ended", `${shipment.id} is cancelled`)] : [];

/** Lines change until picking; packed goods are unpacked first, loaded ones stay what they are. */
export function lineStateProblem(shipment: Shipment): ChangeProblem[] {
  if (LOADED.has(shipment.state))
    return [blocks("already_loaded", `${shipment.id} is ${shipment.state}: its lines cannot change any more`, { state: shipment.state })];
  if (shipment.state === "packed")
    return [blocks("unpack_first", `${shipment.id} is packed: it has to be unpacked before its lines change`)];
  return cancelledProblem(shipment);
}

/** A whole path changes until packed; after departure only legs that have not left. */
export function routeStateProblem(shipment: Shipment, fromLegSeq: number): ChangeProblem[] {
  const first = shipment.legs.find((leg) => leg.seq === fromLegSeq);
  if (first?.atd) return [blocks("leg_departed", `leg ${fromLegSeq} of ${shipment.id} left at ${first.atd}`)];
  if (shipment.state === "arrived" || shipment.state === "delivered")
    return [blocks("shipment_ended", `${shipment.id} is ${shipment.state}`)];
  if (shipment.state === "loaded")
    return [blocks("already_loaded", `${shipment.id} is loaded: offload it before its path changes`, { state: shipment.state })];
  return cancelledProblem(shipment);
}

/** A shipment ends until it has left; a loaded one only once the carrier has confirmed that it is off. */
export function cancelStateProblem(shipment: Shipment): ChangeProblem[] {
  if (GONE.has(shipment.state))
    return [blocks("goods_have_left", `${shipment.id} is ${shipment.state}: only a return shipment brings the goods back`)];
  if (shipment.cancelRequestedAt)
    return [blocks("cancel_requested", `the offloading of ${shipment.id} was asked for at ${shipment.cancelRequestedAt}`)];
  return cancelledProblem(shipment);
}
