import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import type { ChangeRow } from "@quartermaster/shared/contracts";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { PlaceHoldArgs } from "../domain/booking-args.ts";
import { holdRule } from "../domain/hold-rule.ts";
import { goesOn } from "./goes-on.ts";
import { openReference } from "./open-reference.ts";
import { refused } from "./refused.ts";

const TOOL = "place_hold";

function rowsOf(record: string, version: number | null, args: PlaceHoldArgs, scope: string): { before: ChangeRow[]; after: ChangeRow[] } {
  const row = (path: string, label: string, value: string | null): ChangeRow => ({
    path,
    label,
    record,
    version,
    value,
    unit: null,
    unitLabel: null,
  });
  const label = scope === "delivery" ? "Delivery hold" : "Hold";
  return {
    before: [row("hold/type", label, null), row("hold/reason", "Reason", null)],
    after: [row("hold/type", label, args.type), row("hold/reason", "Reason", args.reason)],
  };
}

const effectOf = (args: PlaceHoldArgs, scope: string) => ({ tool: TOOL, type: args.type, scope, reason: args.reason });

const predictedHold = (shipmentId: string | null, args: PlaceHoldArgs, scope: string): EffectDescription["predicted"] => [
  { output: "holdId", kind: "hold", entity: { id: null, shipmentId, type: args.type, scope, state: "active" } },
];

/** A hold on a shipment that an earlier step of the plan makes. */
function describePlanned(args: PlaceHoldArgs): EffectDescription {
  return {
    refusal: null,
    headline: `Place a ${args.type} hold on the new shipment`,
    ...rowsOf("new shipment", null, args, "shipment"),
    names: {},
    facts: { holdType: args.type, shipmentState: "booked" },
    effect: effectOf(args, "shipment"),
    found: {},
    predicted: predictedHold(null, args, "shipment"),
    needs: [],
    entities: [],
    onReject: [],
  };
}

async function describe(args: PlaceHoldArgs, context: DescribeContext): Promise<EffectDescription> {
  const open = openReference(args.shipmentId);
  if (open)
    return context.predicted(open.step, open.output)
      ? describePlanned(args)
      : refused("unknown_shipment", "no earlier step makes this shipment");
  const shipment = await createTransitReads(context.tx, { lock: context.lock }).shipment(args.shipmentId);
  if (!shipment) return refused("unknown_shipment", `there is no shipment ${args.shipmentId}`);
  const found = { [shipment.id]: { version: shipment.version, facts: { state: shipment.state }, atLeast: {} } };
  const rule = holdRule(shipment, args.type);
  if (!rule.ok) return refused(rule.code, rule.detail, { found });
  return {
    refusal: null,
    headline: `Place a ${args.type} hold on ${shipment.id}${rule.scope === "delivery" ? " at its destination" : ""}`,
    ...rowsOf(shipment.id, shipment.version, args, rule.scope),
    names: {},
    facts: { holdType: args.type, shipmentState: shipment.state, destination: shipment.destination },
    effect: effectOf(args, rule.scope),
    found,
    predicted: predictedHold(shipment.id, args, rule.scope),
    needs: [],
    entities: [shipment.id],
    onReject: [goesOn(shipment)],
  };
}

async function apply(args: PlaceHoldArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const { tx, tenant, businessNow } = context;
  const shipment = await createTransitReads(tx, { lock: true }).shipment(args.shipmentId);
  if (!shipment) throw new Error("the shipment vanished under its own lock");
  const rule = holdRule(shipment, args.type);
  if (!rule.ok) throw new Error(`the hold became impossible under its own lock: ${rule.code}`);
  const holdId = context.newRecordId("HLD", "hold");
  await tx.query(
    "insert into holds (tenant, id, shipment, scope, type, state, reason, placed_at, placed_by) values ($1, $2, $3, $4, $5, 'active', $6, $7, $8)",
    [tenant, holdId, shipment.id, rule.scope, args.type, args.reason, businessNow, "quartermaster"],
  );
  await tx.query("update shipments set version = version + 1 where id = $1", [shipment.id]);
  await tx.query(
    "insert into events (tenant, id, shipment, step, disposition, at, source) values ($1, $2, $3, 'holding', 'sellable_not_accessible', $4, 'executor')",
    [tenant, context.newRecordId("EVT", "held"), shipment.id, businessNow],
  );
  return {
    outputs: { holdId },
    records: [
      { record: shipment.id, version: shipment.version + 1 },
      { record: holdId, version: 1 },
    ],
    externalOutcome: null,
    inverse: { tool: "release_hold", args: { shipmentId: shipment.id, holdId, reason: "undo" } },
  };
}

/** Stops a shipment, or its delivery when it has left. */
export const placeHoldHandler: EffectHandler<PlaceHoldArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: PlaceHoldArgs,
  minApprovers: () => 0,
  describe,
  apply,
};
