import type { DryRun, ToolContext, ToolFailure } from "@quartermaster/agent/agent";
import type { Finding, JsonObject, Selector } from "@quartermaster/shared/contracts";
import type { ChangeProblem, ChangeRejection } from "../../domain/change-rule.ts";
import type { Shipment } from "../../domain/shipment.ts";
import { shipmentFields } from "../../domain/shipment-fields.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { shipmentSnapshot } from "./find-shipments.ts";

export const toFailure = ({ code, detail, path }: ChangeRejection): ToolFailure => ({ ok: false, code, hint: `${detail}.`, path });

/** Other services of a shipment's routes are for a person to choose; without one there is nothing to ask. */
const ASKED = new Set([
  "capacity_exceeded",
  "carrier_dg_forbidden",
  "temperature_gap",
  "cutoff_missed",
  "connection_missed",
  "location_dg_not_allowed",
]);

const toFinding = (problem: ChangeProblem, records: string[]): Finding => ({
  code: problem.code,
  severity: problem.blocking ? (ASKED.has(problem.code) ? "ask" : "refuse") : "warn",
  detail: problem.detail.slice(0, 1000),
  records,
  values: problem.values,
});

/** Records of other agents that a change of a shipment is judged with: its papers, and the units set aside for it. */
function requiresOf(shipment: Shipment, units: boolean): Selector[] {
  const demands = [shipment.id, shipment.demandRef, shipment.transferRef].filter((ref): ref is string => ref !== null);
  return [
    { domain: "export", kind: "papers", id: shipment.id },
    ...(units ? [...new Set(demands)].map((id): Selector => ({ domain: "supply", kind: "demand", id })) : []),
  ];
}

/** Guard of a change: nothing of the shipment moved since it was read, except by an earlier step of this plan. */
function guardVersion(shipment: Shipment, context: ToolContext<TransitPorts>): string {
  const earlier = context
    .plannedEntities?.()
    .findLast((entity) => entity.snapshot.id === shipment.id || entity.snapshot.shipmentId === shipment.id);
  return earlier && ["hold", "shipment"].includes(earlier.kind)
    ? `after:${earlier.ref.replace(/^@/, "").split(".")[0]}`
    : `read@${shipment.version}`;
}

export interface ShipmentChange {
  tool: string;
  args: object;
  shipment: Shipment;
  /** The shipment as it will be; null when the shipment itself stays. */
  after: Shipment | null;
  problems: readonly ChangeProblem[];
  meaning: JsonObject;
  /** True when units in stock are touched by it. */
  units?: boolean;
  inverse: DryRun["inverse"];
  result: JsonObject;
}

/** The dry run of a change of one shipment. */
export function changeDryRun(change: ShipmentChange, context: ToolContext<TransitPorts>): DryRun {
  const { shipment } = change;
  const snapshot = shipmentSnapshot(shipment);
  const record = `${shipment.id}@${shipment.version}`;
  return {
    ok: true,
    args: change.args as JsonObject,
    guards: [{ kind: "exact", domain: "transit", record: shipment.id, version: guardVersion(shipment, context) }],
    evidence: [{ tool: change.tool, record, snapshot }],
    requires: requiresOf(shipment, change.units === true),
    meaning: change.meaning,
    findings: change.problems.map((problem) => toFinding(problem, [record])),
    origins: {},
    planned: change.after === null ? [] : [{ output: "shipmentId", kind: "shipment", snapshot: shipmentFields(change.after) }],
    inverse: change.inverse,
    records: [snapshot],
    result: { shipmentId: shipment.id, state: shipment.state, ...change.result },
  };
}
