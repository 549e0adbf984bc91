import { type DryRun, defineProposeTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import type { Finding, Guard, JsonObject } from "@quartermaster/shared/contracts";
import { canonicalJson, contentHash } from "@quartermaster/shared/signing";
import { askedLines, buildDraft } from "../../domain/build-draft.ts";
import { type Declaration, type DeclarationContent, notADraft } from "../../domain/declaration.ts";
import { DraftDeclarationArgs } from "../../domain/declaration-args.ts";
import { contentFields } from "../../domain/declaration-fields.ts";
import type { Judgement } from "../../domain/judge-content.ts";
import { plannedDeclarationFields } from "../../domain/planned-declaration.ts";
import { readJudgement } from "../../domain/read-judgement.ts";
import type { ShipmentFacts } from "../../domain/shipment-facts.ts";
import type { ExportPorts } from "../export-ports.ts";
import { incotermFinding, judgementFindings, quantityFinding } from "./content-findings.ts";
import { declarationSnapshot } from "./find-declarations.ts";
import { shipmentOf } from "./shipment-of.ts";

const fail = (code: string, hint: string, path: string): ToolFailure => ({ ok: false, code, hint, path });

/** The draft that the call revises: the one named, else the shipment's live one; null for a new declaration. */
async function existingDraft(
  args: DraftDeclarationArgs,
  context: ToolContext<ExportPorts>,
): Promise<{ ok: true; draft: Declaration | null } | ToolFailure> {
  if (args.declarationId?.startsWith("@"))
    return fail(
      "reference_not_allowed",
      "A planned draft cannot be revised in the same plan; give its final content at once.",
      "declarationId",
    );
  const named = args.declarationId === undefined ? null : await context.ports.declaration(args.declarationId.toUpperCase());
  if (named === undefined) return fail("unknown_declaration", `There is no declaration ${args.declarationId}.`, "declarationId");
  if (named && named.shipmentId !== args.shipmentId)
    return fail("shipment_mismatch", `${named.id} belongs to ${named.shipmentId}, not to ${args.shipmentId}.`, "shipmentId");
  const draft = named ?? (args.shipmentId.startsWith("@") ? undefined : await context.ports.liveDeclarationOf(args.shipmentId)) ?? null;
  const closed = draft ? notADraft(draft) : null;
  return closed ? fail(closed.code, `${closed.detail}.`, "declarationId") : { ok: true, draft };
}

function canonicalArgs(args: DraftDeclarationArgs, draft: Declaration | null, content: DeclarationContent | null): JsonObject {
  const lines = args.lines === undefined ? null : (content?.lines ?? args.lines);
  return {
    shipmentId: args.shipmentId,
    ...(draft === null ? {} : { declarationId: draft.id }),
    ...(args.regime === undefined ? {} : { regime: args.regime }),
    ...(lines === null ? {} : { lines: lines.map((line) => ({ sku: line.sku, quantity: line.quantity, uom: line.uom })) }),
    ...(args.incoterm === undefined ? {} : { incoterm: args.incoterm }),
  };
}

interface Drafted {
  args: DraftDeclarationArgs;
  draft: Declaration | null;
  shipment: ShipmentFacts | null;
  judgement: Judgement | null;
}

const sameContent = (a: DeclarationContent, b: DeclarationContent): boolean =>
  canonicalJson(contentFields(a)) === canonicalJson(contentFields(b));

function findingsOf({ draft, shipment, judgement }: Drafted): Finding[] {
  if (!judgement) return [];
  const record = draft ? `${draft.id}@${draft.version}` : "new declaration";
  const fixed = draft ? quantityFinding(draft, shipment, record, "warn") : [];
  const open = quantityFinding(judgement.content, shipment, record, "ask");
  return [
    ...judgementFindings(judgement, false),
    ...(open.length > 0 ? open : fixed),
    ...incotermFinding(judgement.content, shipment, record),
  ];
}

function dryRunOf(drafted: Drafted): DryRun {
  const { args, draft, shipment, judgement } = drafted;
  const content = judgement?.content ?? null;
  const snapshot = draft ? declarationSnapshot(draft) : null;
  const guards: Guard[] = draft ? [{ kind: "exact", domain: "export", record: draft.id, version: `read@${draft.version}` }] : [];
  const fields = content
    ? plannedDeclarationFields({ id: draft?.id ?? null, shipmentId: args.shipmentId, content, shipment })
    : { id: draft?.id ?? null, state: "draft", shipmentId: args.shipmentId, lines: null };
  const planned: JsonObject = { ...fields, controlled: judgement?.controlled ?? null, dangerousGoods: judgement?.dangerousGoods ?? null };
  const canonical = canonicalArgs(args, draft, content);
  return {
    ok: true,
    args: canonical,
    guards,
    evidence: snapshot ? [{ tool: "draft_declaration", record: `${snapshot.id}@${snapshot.version}`, snapshot }] : [],
    requires: args.shipmentId.startsWith("@") ? [] : [{ domain: "transit", kind: "shipment", id: args.shipmentId }],
    meaning: { shipmentId: args.shipmentId, content: contentHash(content ? contentFields(content) : canonical) },
    findings: findingsOf(drafted),
    origins: {},
    planned: [{ output: "declarationId", kind: "declaration", snapshot: planned }],
    inverse: null,
    records: snapshot ? [snapshot] : [],
    result: {
      ...planned,
      shipment: null,
      revises: draft?.id ?? null,
      unchanged: draft !== null && content !== null && sameContent(draft, content),
      shipmentKnown: shipment !== null,
    },
  };
}

/** Proposes a new draft, or a new content of an existing one. */
export const draftDeclarationTool = defineProposeTool<ExportPorts, DraftDeclarationArgs>({
  name: "draft_declaration",
  version: 1,
  effect: "propose",
  description:
    "Proposes to create or revise the draft of a shipment's export declaration; codes, mass and value are computed from master data. Not for anything already lodged, not for sending to customs (lodge_declaration).",
  schema: DraftDeclarationArgs,
  outputs: [{ name: "declarationId", kind: "declaration" }],
  refable: ["shipmentId", "declarationId"],
  identity: ["shipmentId", "declarationId", "lines.sku"],
  plain: ["regime", "lines.quantity", "lines.uom", "incoterm"],
  eager: true,
  inverse: null,
  async dryRun(given, context): Promise<DryRun | ToolFailure> {
    const args = given.shipmentId.startsWith("@") ? given : { ...given, shipmentId: given.shipmentId.toUpperCase() };
    const existing = await existingDraft(args, context);
    if (!existing.ok) return existing;
    const { draft } = existing;
    const shipment = shipmentOf(args.shipmentId, context);
    const asked = askedLines(args, shipment, draft);
    const items = await context.ports.items([...new Set((asked ?? []).map((line) => line.sku.toUpperCase()))]);
    const officeOfExport = shipment ? await context.ports.officeOf(`OURS-${shipment.originCountry}`) : null;
    const built = buildDraft({ args, existing: draft, shipment, items: new Map(items.map((item) => [item.sku, item])), officeOfExport });
    // Without the shipment a new draft cannot be judged here; the merge fetches it, the executor computes the lines.
    if (!built.ok && built.code === "shipment_unknown") return dryRunOf({ args, draft, shipment, judgement: null });
    if (!built.ok) return fail(built.code, `${built.detail}.`, built.path);
    const judgement = await readJudgement(context.ports, built.content, shipment?.etd ?? context.businessNow);
    return dryRunOf({ args, draft, shipment, judgement });
  },
});
