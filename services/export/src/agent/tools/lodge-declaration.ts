import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { Finding, Guard, Snapshot } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import { type DeclarationContent, notADraft } from "../../domain/declaration.ts";
import { LodgeDeclarationArgs } from "../../domain/declaration-args.ts";
import { contentFields, statisticalValueOf } from "../../domain/declaration-fields.ts";
import type { Judgement } from "../../domain/judge-content.ts";
import { readPlannedDeclaration } from "../../domain/planned-declaration.ts";
import { readJudgement } from "../../domain/read-judgement.ts";
import { hasLeft, lodgingLimit, papersCutoff, type ShipmentFacts } from "../../domain/shipment-facts.ts";
import type { ExportPorts } from "../export-ports.ts";
import { incotermFinding, judgementFindings, quantityFinding } from "./content-findings.ts";
import { declarationSnapshot } from "./find-declarations.ts";
import { shipmentOf } from "./shipment-of.ts";

/** The draft as it will be when it is lodged. */
interface Subject {
  ok: true;
  declarationId: string;
  shipmentId: string;
  content: DeclarationContent;
  shipment: ShipmentFacts | null;
  guard: Guard;
  snapshot: Snapshot | null;
}

const exact = (record: string, version: string): Guard => ({ kind: "exact", domain: "export", record, version });
const bareRef = (ref: string): string => ref.replace(/^@/, "");

function plannedSubject(declarationId: string, context: ToolContext<ExportPorts>): Subject | ToolFailure {
  const entity = context.planned(declarationId);
  const planned = readPlannedDeclaration(entity?.snapshot);
  if (!entity || !planned)
    return {
      ok: false,
      code: "unknown_reference",
      hint: `${declarationId} is no draft of this plan whose content is known.`,
      path: "declarationId",
    };
  return {
    ok: true,
    declarationId,
    shipmentId: planned.shipmentId,
    content: planned.content,
    shipment: planned.shipment,
    guard: exact(declarationId, `after:${bareRef(entity.ref)}`),
    snapshot: null,
  };
}

/** A stored draft; when an earlier step of this plan revises it, its content is the revised one and its version that step's. */
async function storedSubject(id: string, context: ToolContext<ExportPorts>): Promise<Subject | ToolFailure> {
  const declaration = await context.ports.declaration(id);
  if (!declaration) return { ok: false, code: "unknown_declaration", hint: `There is no declaration ${id}.`, path: "declarationId" };
  const closed = notADraft(declaration);
  if (closed) return { ok: false, code: closed.code, hint: `${closed.detail}.`, path: "declarationId" };
  const revision = context.plannedEntities?.().findLast((entity) => entity.kind === "declaration" && entity.snapshot.id === id);
  const revised = readPlannedDeclaration(revision?.snapshot);
  return {
    ok: true,
    declarationId: id,
    shipmentId: declaration.shipmentId,
    content: revised?.content ?? declaration,
    shipment: shipmentOf(declaration.shipmentId, context) ?? revised?.shipment ?? null,
    guard: exact(id, revision ? `after:${bareRef(revision.ref)}` : `read@${declaration.version}`),
    snapshot: declarationSnapshot(declaration),
  };
}

function timeFindings(subject: Subject, limit: string | null, now: string): Finding[] {
  const { shipment } = subject;
  if (!shipment) return [];
  const records = [subject.snapshot ? `${subject.snapshot.id}@${subject.snapshot.version}` : subject.declarationId];
  const values = { cutoff: papersCutoff(shipment), executeLimit: limit, shipmentState: shipment.state };
  if (hasLeft(shipment))
    return [{ code: "papers_after_departure", severity: "refuse", detail: `${subject.shipmentId} has already left`, records, values }];
  if (shipment.state === "cancelled")
    return [{ code: "shipment_ended", severity: "refuse", detail: `${subject.shipmentId} is cancelled`, records, values }];
  const late = limit !== null && Date.parse(limit) <= Date.parse(now);
  return late
    ? [
        {
          code: "papers_after_departure",
          severity: "ask",
          detail: `papers were due at ${values.cutoff}: lodge for a later departure`,
          records,
          values,
        },
      ]
    : [];
}

function dryRunOf(subject: Subject, judgement: Judgement, businessNow: string): DryRun {
  const { snapshot, content, shipment } = subject;
  const record = snapshot ? `${snapshot.id}@${snapshot.version}` : subject.declarationId;
  const limit = shipment ? lodgingLimit(shipment, judgement.licenceEnds) : null;
  const findings = [
    ...judgementFindings(judgement, true),
    ...quantityFinding(content, shipment, record, "ask"),
    ...incotermFinding(content, shipment, record),
    ...timeFindings(subject, limit, businessNow),
  ];
  const planned = { id: subject.declarationId, state: "lodged", shipmentId: subject.shipmentId, ...contentFields(judgement.content) };
  return {
    ok: true,
    args: { declarationId: subject.declarationId },
    guards: [subject.guard],
    evidence: snapshot ? [{ tool: "lodge_declaration", record, snapshot }] : [],
    requires: subject.shipmentId.startsWith("@") ? [] : [{ domain: "transit", kind: "shipment", id: subject.shipmentId }],
    meaning: { declarationId: subject.declarationId, content: contentHash(contentFields(content)) },
    findings,
    origins: {},
    planned: [{ output: "declarationId", kind: "declaration", snapshot: planned }],
    inverse: { tool: "invalidate_declaration", args: { declarationId: subject.declarationId, reason: "undo" } },
    records: snapshot ? [snapshot] : [],
    result: {
      declarationId: subject.declarationId,
      shipmentId: subject.shipmentId,
      regime: content.regime,
      consignee: content.consignee,
      destinationCountry: content.destinationCountry,
      valueEur: statisticalValueOf(content),
      dangerousGoods: judgement.dangerousGoods,
      controlled: judgement.controlled,
      lines: judgement.content.lines.map((line) => ({
        sku: line.sku,
        quantity: line.quantity,
        uom: line.uom,
        cn8: line.cn8,
        licence: line.licence,
      })),
      executeBy: limit,
      shipmentKnown: shipment !== null,
    },
  };
}

/** Proposes to send a draft to customs. */
export const lodgeDeclarationTool = defineProposeTool<ExportPorts, LodgeDeclarationArgs>({
  name: "lodge_declaration",
  version: 1,
  effect: "propose",
  description:
    "Proposes to send a draft declaration to customs. Not for changing what a declaration says (draft_declaration), not for declarations that are already lodged.",
  schema: LodgeDeclarationArgs,
  outputs: [{ name: "declarationId", kind: "declaration" }],
  refable: ["declarationId"],
  identity: ["declarationId"],
  plain: [],
  eager: false,
  inverse: "invalidate_declaration",
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    const subject = args.declarationId.startsWith("@")
      ? plannedSubject(args.declarationId, context)
      : await storedSubject(args.declarationId.toUpperCase(), context);
    if (!subject.ok) return subject;
    const judgement = await readJudgement(context.ports, subject.content, subject.shipment?.etd ?? context.businessNow);
    return dryRunOf(subject, judgement, context.businessNow);
  },
});
