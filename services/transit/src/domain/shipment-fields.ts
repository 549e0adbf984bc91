import type { JsonObject } from "@quartermaster/shared/contracts";
import { type Cutoffs, earliest } from "./service.ts";
import { finalEta, type Leg, type Shipment } from "./shipment.ts";

const openLegs = (legs: readonly Leg[]): Leg[] => legs.filter((leg) => leg.atd === null);

/** Earliest cut-offs over the legs that have not left. */
export function openCutoffs(legs: readonly Leg[]): Cutoffs {
  const open = openLegs(legs);
  const of = (kind: keyof Cutoffs) => earliest(open.map((leg) => leg.cutoffs[kind]));
  return { docs: of("docs"), cargo: of("cargo"), dg: of("dg") };
}

/**
 * What others may know of a shipment: one form for snapshots, facts of the executor and planned shipments, so that a
 * step sees the same members before and after the booking. No free text is in it.
 */
export function shipmentFields(shipment: Shipment): JsonObject {
  const cutoffs = openCutoffs(shipment.legs);
  return {
    id: shipment.id === "" ? null : shipment.id,
    kind: shipment.kind,
    state: shipment.state,
    origin: shipment.origin,
    destination: shipment.destination,
    originUnlocode: shipment.originUnlocode,
    destinationUnlocode: shipment.destinationUnlocode,
    originCountry: shipment.originUnlocode.slice(0, 2),
    destinationCountry: shipment.destinationUnlocode.slice(0, 2),
    originTerritory: shipment.originTerritory,
    destinationTerritory: shipment.destinationTerritory,
    crossesTerritory: shipment.originTerritory !== shipment.destinationTerritory,
    consignee: shipment.consignee,
    supplier: shipment.supplier,
    incoterm: shipment.incoterm,
    promisedDelivery: shipment.promisedDelivery,
    transferRef: shipment.transferRef,
    demandRef: shipment.demandRef,
    purchaseOrder: shipment.purchaseOrder,
    declarationId: shipment.declarationId,
    dangerousGoods: shipment.dangerousGoods,
    goodsIssuePosted: shipment.goodsIssuePosted,
    cancelRequestedAt: shipment.cancelRequestedAt ?? null,
    lines: shipment.lines.map((line) => ({ ...line })),
    legs: shipment.legs.map((leg) => ({ ...leg, cutoffs: { ...leg.cutoffs } })),
    holds: shipment.holds.map((hold) => ({
      id: hold.id,
      type: hold.type,
      state: hold.state,
      scope: hold.scope,
      placedBy: hold.placedBy,
      placedAt: hold.placedAt,
    })),
    etd: openLegs(shipment.legs)[0]?.etd ?? shipment.legs[0]?.etd ?? null,
    eta: finalEta(shipment),
    modes: [...new Set(shipment.legs.map((leg) => leg.mode))],
    cutoffs: { ...cutoffs },
    cutoff: earliest([cutoffs.cargo, cutoffs.docs, shipment.dangerousGoods ? cutoffs.dg : null]),
  };
}
