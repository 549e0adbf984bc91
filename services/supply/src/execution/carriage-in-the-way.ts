import type { DescribeContext, EffectDescription, FoundRecord } from "@quartermaster/executor";
import type { Selector } from "@quartermaster/shared/contracts";
import { refused } from "./describe-parts.ts";

/** States in which nothing carries the transfer. */
const NOTHING_CARRIES = new Set(["none", "cancelled"]);

/**
 * Why a transfer cannot be called off as far as its transport goes, or null. A booking takes the transfer's reservation over: whoever
 * gives the units back while the shipment stands offers goods that will leave. Transport states what carries the transfer, also that
 * nothing does; before it has, nothing is shown (a preview asks for it) and nothing is done.
 */
export function carriageInTheWay(
  transferId: string,
  context: Pick<DescribeContext, "foreign" | "lock" | "predictions">,
  found: Record<string, FoundRecord>,
): EffectDescription | null {
  const fact = context.foreign.find((stated) => stated.domain === "transit" && stated.kind === "carriage" && stated.id === transferId);
  if (!fact) {
    const needs = [carriageSelector(transferId)];
    const missing = { ...refused("facts_missing", `transport has not stated what carries ${transferId}`, found), needs, fresh: needs };
    return context.lock ? missing : { ...missing, refusal: null };
  }
  const { shipmentId, state } = fact.fields;
  if (NOTHING_CARRIES.has(String(state))) return null;
  // An earlier step of the plan ends the shipment; by the execution transport states it itself.
  const ending = context.predictions?.findLast((entry) => entry.kind === "shipment" && entry.entity.id === shipmentId);
  if (ending?.entity.state === "cancelled") return null;
  const how = state === "booking" ? "is being booked; the carrier has not answered yet" : `is ${String(state)}`;
  const fresh = [carriageSelector(transferId)];
  return {
    ...refused("transfer_is_booked", `${String(shipmentId)} carries ${transferId} and ${how}: cancel the shipment first`, found),
    fresh,
  };
}

/** What transport states of a transfer: what carries it. */
export const carriageSelector = (transferId: string): Selector => ({ domain: "transit", kind: "carriage", id: transferId });
