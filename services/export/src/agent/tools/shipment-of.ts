import type { ToolContext } from "@quartermaster/agent/agent";
import { readShipmentFacts, type ShipmentFacts } from "../../domain/shipment-facts.ts";
import type { ExportPorts } from "../export-ports.ts";

/** Shipment facts as transport stated them in this request, or as an earlier step plans them; null when nobody did yet. */
export function shipmentOf(shipmentId: string, context: ToolContext<ExportPorts>): ShipmentFacts | null {
  if (shipmentId.startsWith("@")) return readShipmentFacts(context.planned(shipmentId)?.snapshot) ?? null;
  // A change of the shipment that is planned here comes before what it is now.
  const changed = context.plannedEntities?.().findLast((entity) => entity.kind === "shipment" && entity.snapshot.id === shipmentId);
  if (changed) return readShipmentFacts(changed.snapshot) ?? null;
  const stated = context.brief.facts.results.filter(
    (record) => record.domain === "transit" && record.kind === "shipment" && record.id === shipmentId,
  );
  return readShipmentFacts(stated.sort((a, b) => b.version - a.version)[0]?.fields) ?? null;
}
