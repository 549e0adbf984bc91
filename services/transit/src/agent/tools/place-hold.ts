import { type DryRun, defineProposeTool, type ToolFailure } from "@quartermaster/agent/agent";
import type { Guard, JsonObject, Snapshot } from "@quartermaster/shared/contracts";
import { PlaceHoldArgs } from "../../domain/booking-args.ts";
import { holdRule } from "../../domain/hold-rule.ts";
import type { TransitPorts } from "../transit-ports.ts";
import { shipmentSnapshot } from "./find-shipments.ts";

interface Proposed {
  args: PlaceHoldArgs;
  guard: Guard;
  scope: string;
  snapshot: Snapshot | null;
  shipment: JsonObject;
}

function dryRunOf({ args, guard, scope, snapshot, shipment }: Proposed): DryRun {
  const delivery = scope === "delivery";
  return {
    ok: true,
    args: { shipmentId: args.shipmentId, type: args.type, reason: args.reason },
    guards: [guard],
    evidence: snapshot ? [{ tool: "place_hold", record: `${snapshot.id}@${snapshot.version}`, snapshot }] : [],
    requires: [],
    meaning: { shipmentId: args.shipmentId, type: args.type, reason: args.reason },
    findings: delivery
      ? [
          {
            code: "delivery_hold_only",
            severity: "warn",
            detail: "the goods have left: only delivery at the destination is held",
            records: snapshot ? [`${snapshot.id}@${snapshot.version}`] : [],
            values: { state: shipment.state ?? null },
          },
        ]
      : [],
    origins: {},
    planned: [
      { output: "holdId", kind: "hold", snapshot: { id: null, shipmentId: args.shipmentId, type: args.type, scope, state: "active" } },
    ],
    // The receipt names it, once the hold has an id.
    inverse: null,
    records: snapshot ? [snapshot] : [],
    result: { shipmentId: args.shipmentId, type: args.type, scope, shipmentState: shipment.state ?? null },
  };
}

/** Proposes to stop a shipment. */
export const placeHoldTool = defineProposeTool<TransitPorts, PlaceHoldArgs>({
  name: "place_hold",
  version: 1,
  effect: "propose",
  description:
    "Proposes a hold that stops a shipment's progress until the owning role lifts it; after departure it stops only delivery. Not for cancelling, not for lifting a hold, not for changing dates.",
  schema: PlaceHoldArgs,
  outputs: [{ name: "holdId", kind: "hold" }],
  refable: ["shipmentId"],
  identity: ["shipmentId"],
  plain: ["type", "reason"],
  eager: true,
  inverse: "release_hold",
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    if (args.shipmentId.startsWith("@")) {
      const planned = context.planned(args.shipmentId);
      if (!planned)
        return { ok: false, code: "unknown_reference", hint: `Nothing in this plan is called ${args.shipmentId}.`, path: "shipmentId" };
      const guard: Guard = { kind: "exact", domain: "transit", record: args.shipmentId, version: `after:${planned.ref.replace(/^@/, "")}` };
      return dryRunOf({ args, guard, scope: "shipment", snapshot: null, shipment: planned.snapshot });
    }
    const shipment = await context.ports.shipment(args.shipmentId.toUpperCase());
    if (!shipment) return { ok: false, code: "unknown_shipment", hint: `There is no shipment ${args.shipmentId}.`, path: "shipmentId" };
    const rule = holdRule(shipment, args.type);
    if (!rule.ok) return { ok: false, code: rule.code, hint: `${rule.detail}.`, path: "type" };
    const snapshot = shipmentSnapshot(shipment);
    const guard: Guard = { kind: "exact", domain: "transit", record: shipment.id, version: `read@${shipment.version}` };
    return dryRunOf({ args: { ...args, shipmentId: shipment.id }, guard, scope: rule.scope, snapshot, shipment: snapshot.fields });
  },
});
