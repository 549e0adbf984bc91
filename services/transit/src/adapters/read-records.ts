import type { Selector, Snapshot } from "@quartermaster/shared/contracts";
import { decimal, subtract } from "@quartermaster/shared/quantity";
import type { TransitReads } from "../domain/ports.ts";
import { carrierFields, serviceFields } from "../domain/service-fields.ts";
import { shipmentFields } from "../domain/shipment-fields.ts";
import { exact } from "../domain/units.ts";

async function readOne(reads: TransitReads, { kind, id }: Selector): Promise<Snapshot | null> {
  const snapshot = (found: { id: string; version: number }, fields: Snapshot["fields"]): Snapshot => ({
    domain: "transit",
    kind,
    id: found.id,
    version: found.version,
    fields,
  });
  if (kind === "shipment") {
    const shipment = await reads.shipment(id);
    return shipment ? snapshot(shipment, shipmentFields(shipment)) : null;
  }
  if (kind === "service") {
    const service = await reads.service(id);
    if (!service) return null;
    const left = exact(subtract(decimal(service.capacityKg), decimal(await reads.bookedKg(service.id))));
    return snapshot(service, serviceFields(service, await reads.carrier(service.carrier), left));
  }
  if (kind === "carrier") {
    const carrier = await reads.carrier(id);
    return carrier ? snapshot(carrier, carrierFields(carrier)) : null;
  }
  if (kind === "hold") {
    const hold = await reads.hold(id);
    return hold
      ? snapshot(hold, {
          id: hold.id,
          shipmentId: hold.shipment,
          type: hold.type,
          state: hold.state,
          scope: hold.scope,
          placedAt: hold.placedAt,
          placedBy: hold.placedBy,
        })
      : null;
  }
  return null;
}

/** Records behind selectors of kind shipment, service, carrier or hold; what does not exist is left out. */
export async function readRecords(reads: TransitReads, selectors: readonly Selector[]): Promise<Snapshot[]> {
  const records: Snapshot[] = [];
  for (const selector of selectors) {
    if (selector.domain !== "transit") continue;
    const found = await readOne(reads, selector);
    if (found) records.push(found);
  }
  return records;
}
