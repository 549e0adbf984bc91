import type { DescribeContext, EffectDescription } from "@quartermaster/executor";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { type Declaration, type DeclarationContent, notADraft } from "../domain/declaration.ts";
import type { Judgement } from "../domain/judge-content.ts";
import { readPlannedDeclaration } from "../domain/planned-declaration.ts";
import { readJudgement } from "../domain/read-judgement.ts";
import type { ShipmentFacts } from "../domain/shipment-facts.ts";
import { refused, waitingFor } from "./blank-description.ts";
import { openReference } from "./open-reference.ts";
import { statedShipment } from "./stated-shipment.ts";

/** A draft that is about to be lodged. */
export interface Lodging {
  /** Null while the draft is only planned. */
  stored: Declaration | null;
  shipmentId: string;
  shipment: ShipmentFacts;
  judgement: Judgement;
  /** Licence rows before the lodging, by id. */
  found: EffectDescription["found"];
}

async function judged(
  stored: Declaration | null,
  shipmentId: string,
  content: DeclarationContent,
  shipment: ShipmentFacts,
  context: DescribeContext,
): Promise<Lodging> {
  const judgement = await readJudgement(
    createExportReads(context.tx, { lock: context.lock }),
    content,
    shipment.etd ?? context.businessNow,
  );
  return {
    stored,
    shipmentId,
    shipment,
    judgement,
    found: stored ? { [stored.id]: { version: stored.version, facts: { state: stored.state }, atLeast: {} } } : {},
  };
}

/** Reads the draft behind the argument. In a preview an earlier step's prediction of the same draft stands in for the stored one. */
export async function readLodging(declarationId: unknown, context: DescribeContext): Promise<Lodging | EffectDescription> {
  const open = openReference(declarationId);
  if (open) {
    const planned = readPlannedDeclaration(context.predicted(open.step, open.output));
    if (!planned?.shipment) return refused("unknown_declaration", "no earlier step makes this draft");
    return judged(null, planned.shipmentId, planned.content, planned.shipment, context);
  }
  const stored = await createExportReads(context.tx, { lock: context.lock }).declaration(String(declarationId));
  if (!stored) return refused("unknown_declaration", `there is no declaration ${String(declarationId)}`);
  const found = { [stored.id]: { version: stored.version, facts: { state: stored.state }, atLeast: {} } };
  const closed = notADraft(stored);
  if (closed) return refused(closed.code, closed.detail, { found });
  const shipment = statedShipment(stored.shipmentId, context);
  if (shipment === "missing") return waitingFor(stored.shipmentId, { found });
  if (shipment === null) return refused("shipment_unknown", "the shipment is not stated in a form that papers can use", { found });
  const revision = readPlannedDeclaration(
    context.predictions?.findLast((entry) => entry.kind === "declaration" && entry.entity.id === stored.id)?.entity,
  );
  return judged(stored, stored.shipmentId, revision?.content ?? stored, shipment, context);
}
