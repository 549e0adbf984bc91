import type { EventContext, EventHandler, EventPlan, EventSource, OutcomeNews } from "@quartermaster/events";
import type { JsonObject, Selector } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import type { Shipment } from "../domain/shipment.ts";
import { exportLegOf, type Movement, mayLeave, moveShipment, type ShipmentStep } from "../domain/shipment-machine.ts";
import { appendEvent, lockShipment, writeLeg, writeShipment } from "./shipment-rows.ts";

const Shipments = z.strictObject({ shipmentId: z.string().min(1).max(60) });
const OnLeg = Shipments.extend({ legSeq: z.number().int().min(1).max(99).optional() });
const Delivery = Shipments.extend({ proofOfDelivery: z.string().min(1).max(80).optional() });
type What = z.infer<typeof Shipments> & { legSeq?: number | undefined; proofOfDelivery?: string | undefined };

const papersOf = (shipmentId: string): Selector => ({ domain: "export", kind: "papers", id: shipmentId });

/** Goods are loaded for exit, and leave, only once customs has let them go. @throws AppError load_before_exit_release */
function checkPapers(step: ShipmentStep, what: What, shipment: Shipment, context: EventContext): void {
  const leg = exportLegOf(step, shipment, what.legSeq);
  if (leg === null) return;
  const stated = context.facts([papersOf(shipment.id)]);
  const papers = stated.find((fact) => fact.kind === "papers" && fact.id === shipment.id)?.fields ?? {};
  if (mayLeave({ state: papers.state, regime: papers.regime })) return;
  const named = typeof papers.declarationId === "string" ? `${papers.declarationId} is ${String(papers.state)}` : "there are no papers";
  throw new AppError("load_before_exit_release", {
    detail: `leg ${leg.seq} of ${shipment.id} leaves the customs territory and ${named}; the goods must have arrived at exit`,
  });
}

const actualTime = (step: ShipmentStep): "atd" | "ata" | null => (step === "departing" ? "atd" : step === "arriving" ? "ata" : null);

/** Goods that left, or were unloaded, end the wish to have them taken off again. */
function offloadOutcome(step: ShipmentStep, shipment: Shipment): OutcomeNews[] {
  if (step !== "departing" || !shipment.cancelRequestedAt) return [];
  const detail = `${shipment.id} left before its goods were taken off`;
  return [{ tools: ["cancel_shipment"], output: "shipmentId", value: shipment.id, outcome: "rejected", effectKey: "all", detail }];
}

function applyMovement(step: ShipmentStep, what: What, shipment: Shipment, movement: Movement & { ok: true }, context: EventContext) {
  const { leg, state } = movement;
  const time = actualTime(step);
  return async (): Promise<Awaited<ReturnType<EventPlan["apply"]>>> => {
    const outcomes = offloadOutcome(step, shipment);
    const written = await writeShipment(
      shipment,
      {
        state,
        ...(outcomes.length > 0 ? { cancel_requested_at: null } : {}),
        ...(what.proofOfDelivery === undefined ? {} : { proof_of_delivery: what.proofOfDelivery }),
      },
      context,
    );
    const records = [written];
    if (leg !== null && time !== null) records.push(await writeLeg(shipment.id, leg.seq, { [time]: context.at }, context));
    await appendEvent(shipment.id, { step, disposition: state, legSeq: leg?.seq ?? null }, context);
    const undo: JsonObject = {
      shipmentId: shipment.id,
      state: shipment.state,
      version: written.version,
      legSeq: leg?.seq ?? null,
      time,
    };
    // An outcome that was told cannot be untold.
    return { records, undo: outcomes.length > 0 ? null : undo, outcomes };
  };
}

async function plan(step: ShipmentStep, what: What, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(what.shipmentId, context);
  const movement = moveShipment(step, shipment, { at: context.at, legSeq: what.legSeq });
  if (!movement.ok) throw new AppError(movement.code, { detail: movement.detail });
  checkPapers(step, what, shipment, context);
  const legs = movement.leg === null ? [] : [`${shipment.id}/leg-${movement.leg.seq}`];
  return { entities: [shipment.id, ...legs], apply: applyMovement(step, what, shipment, movement, context) };
}

const Undo = z.strictObject({
  shipmentId: z.string(),
  state: z.string(),
  version: z.number(),
  legSeq: z.number().nullable(),
  time: z.enum(["atd", "ata"]).nullable(),
});

/** Takes a movement back while nothing later stands on it: the last word of a shipment only. */
async function revert(step: ShipmentStep, given: JsonObject, context: EventContext): Promise<EventPlan> {
  const undo = Undo.parse(given);
  const shipment = await lockShipment(undo.shipmentId, context);
  if (shipment.version !== undo.version)
    throw new AppError("event_not_correctable", { detail: `${shipment.id} went on since; declare the later events errors first` });
  const { legSeq, time } = undo;
  return {
    entities: [shipment.id, ...(legSeq === null ? [] : [`${shipment.id}/leg-${legSeq}`])],
    async apply() {
      const records = [await writeShipment(shipment, { state: undo.state }, context)];
      if (legSeq !== null && time !== null) records.push(await writeLeg(shipment.id, legSeq, { [time]: null }, context));
      await appendEvent(shipment.id, { step, disposition: "error_declared", legSeq }, context);
      return { records, undo: null };
    },
  };
}

const handler = (step: ShipmentStep, sources: readonly EventSource[], what: z.ZodType<What>): EventHandler<What> => ({
  bizStep: step,
  sources,
  what,
  plan: (given, context) => plan(step, given, context),
  revert: (undo, context) => revert(step, undo, context),
});

/** Handlers of everything that moves a shipment on its way. */
export const MOVEMENT_HANDLERS: readonly EventHandler<What>[] = [
  handler("picking", ["warehouse"], Shipments),
  handler("packing", ["warehouse"], Shipments),
  handler("unpacking", ["warehouse"], Shipments),
  handler("loading", ["warehouse", "carrier"], Shipments),
  handler("departing", ["carrier"], OnLeg),
  handler("arriving", ["carrier"], OnLeg),
  handler("delivering", ["carrier", "warehouse"], Delivery),
];
