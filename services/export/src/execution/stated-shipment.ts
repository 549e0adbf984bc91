import type { DescribeContext } from "@quartermaster/executor";
import { readShipmentFacts, type ShipmentFacts } from "../domain/shipment-facts.ts";
import { openReference } from "./open-reference.ts";

/** Shipment behind an argument: predicted by an earlier step, or stated by transport's executor; "missing" when it must be asked for. */
export function statedShipment(shipmentId: unknown, context: DescribeContext): ShipmentFacts | "missing" | null {
  const open = openReference(shipmentId);
  if (open) return readShipmentFacts(context.predicted(open.step, open.output)) ?? null;
  // An earlier step of the plan changes it: what it will be comes before what it is.
  const changed = context.predictions?.findLast((entry) => entry.kind === "shipment" && entry.entity.id === shipmentId);
  if (changed) return readShipmentFacts(changed.entity) ?? null;
  const fact = context.foreign.find(
    (candidate) => candidate.domain === "transit" && candidate.kind === "shipment" && candidate.id === shipmentId,
  );
  return fact ? (readShipmentFacts(fact.fields) ?? null) : "missing";
}
