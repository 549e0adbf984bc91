import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import type { JsonObject, PolicyFacts } from "@quartermaster/shared/contracts";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { askedLines, buildDraft } from "../domain/build-draft.ts";
import { type Declaration, type DeclarationContent, notADraft } from "../domain/declaration.ts";
import { DraftDeclarationArgs } from "../domain/declaration-args.ts";
import { contentFields, statisticalValueOf } from "../domain/declaration-fields.ts";
import type { Judgement } from "../domain/judge-content.ts";
import { plannedDeclarationFields } from "../domain/planned-declaration.ts";
import { readJudgement } from "../domain/read-judgement.ts";
import type { ShipmentFacts } from "../domain/shipment-facts.ts";
import { refused, waitingFor } from "./blank-description.ts";
import { cardNames } from "./card-names.ts";
import { contentRows, rowsFor, widest } from "./change-rows.ts";
import { openReference } from "./open-reference.ts";
import { statedShipment } from "./stated-shipment.ts";
import { insertDeclaration, reviseDeclaration } from "./write-declaration.ts";

const TOOL = "draft_declaration";
/** What stops even a draft. Licences may still be granted before lodging. */
const HARD = new Set(["destination_embargo", "denied_party", "open_screening", "unknown_party"]);

/** A draft as the executor's own rows and the stated shipment give it. */
interface Draft {
  existing: Declaration | null;
  shipment: ShipmentFacts;
  judgement: Judgement;
}

const foundOf = (existing: Declaration | null): EffectDescription["found"] =>
  existing ? { [existing.id]: { version: existing.version, facts: { state: existing.state }, atLeast: {} } } : {};

async function readExisting(
  args: DraftDeclarationArgs,
  context: DescribeContext,
): Promise<{ existing: Declaration | null } | EffectDescription> {
  const reads = createExportReads(context.tx, { lock: context.lock });
  if (args.declarationId === undefined) {
    const live = openReference(args.shipmentId) ? undefined : await reads.liveDeclarationOf(args.shipmentId);
    return live ? refused("declaration_exists", `${live.id} already covers ${args.shipmentId}`) : { existing: null };
  }
  const existing = await reads.declaration(args.declarationId);
  if (!existing) return refused("unknown_declaration", `there is no declaration ${args.declarationId}`);
  const closed = notADraft(existing);
  if (closed) return refused(closed.code, closed.detail, { found: foundOf(existing) });
  if (!openReference(args.shipmentId) && existing.shipmentId !== args.shipmentId) {
    return refused("shipment_mismatch", `${existing.id} belongs to ${existing.shipmentId}`, { found: foundOf(existing) });
  }
  return { existing };
}

async function readDraft(args: DraftDeclarationArgs, context: DescribeContext): Promise<Draft | EffectDescription> {
  const read = await readExisting(args, context);
  if (!("existing" in read)) return read;
  const { existing } = read;
  const shipment = statedShipment(args.shipmentId, context);
  if (shipment === "missing") return waitingFor(args.shipmentId, { found: foundOf(existing) });
  if (shipment === null)
    return refused("shipment_unknown", "the shipment is not stated in a form that papers can use", { found: foundOf(existing) });
  const reads = createExportReads(context.tx);
  const asked = askedLines(args, shipment, existing) ?? [];
  const items = new Map((await reads.items([...new Set(asked.map((line) => line.sku.toUpperCase()))])).map((item) => [item.sku, item]));
  const built = buildDraft({ args, existing, shipment, items, officeOfExport: await reads.officeOf(`OURS-${shipment.originCountry}`) });
  if (!built.ok) return refused(built.code, built.detail, { found: foundOf(existing) });
  return { existing, shipment, judgement: await readJudgement(reads, built.content, shipment.etd ?? context.businessNow) };
}

/** What is drafted. Licences and offices are left out: they are looked up anew when the draft is lodged. */
function effectOf(content: DeclarationContent): JsonObject {
  const { officeOfExport: _export, officeOfExit: _exit, lines: _lines, ...head } = contentFields(content);
  return { tool: TOOL, ...head, lines: content.lines.map(({ licence: _licence, ...line }) => ({ ...line })) };
}

const factsOf = ({ judgement }: Draft): PolicyFacts => ({
  valueEur: statisticalValueOf(judgement.content),
  dangerousGoods: judgement.dangerousGoods,
  controlled: judgement.controlled,
  paperState: "draft",
  ...(judgement.content.lines[0] === undefined ? {} : { sku: judgement.content.lines[0].sku }),
  destination: judgement.content.destinationCountry,
});

function headlineOf({ existing, judgement }: Draft, shipmentId: string | null): string {
  const { content } = judgement;
  const goods = content.lines.slice(0, 3).map((line) => `${line.quantity} ${line.uom} ${line.sku}`);
  const shown = content.lines.length > 3 ? `${goods.join(", ")} and ${content.lines.length - 3} more` : goods.join(", ");
  const what = existing ? `Revise draft ${existing.id}` : `Draft an ${content.regime} declaration`;
  return `${what} for ${shipmentId ?? "the new shipment"}: ${shown} to ${content.destinationCountry}`;
}

async function describe(args: DraftDeclarationArgs, context: DescribeContext): Promise<EffectDescription> {
  const draft = await readDraft(args, context);
  if (!("judgement" in draft)) return draft;
  const { existing, shipment, judgement } = draft;
  const hard = judgement.problems.find((problem) => HARD.has(problem.code));
  const shipmentId = openReference(args.shipmentId) ? null : args.shipmentId;
  const row = rowsFor(existing?.id ?? "new declaration", existing?.version ?? null);
  const shape = widest(judgement.content, existing);
  return {
    refusal: hard ? { code: hard.code, detail: hard.detail } : null,
    headline: headlineOf(draft, shipmentId),
    before: contentRows(row, shape, existing),
    after: contentRows(row, shape, judgement.content),
    names: await cardNames(createExportReads(context.tx), judgement.content),
    facts: factsOf(draft),
    effect: effectOf(judgement.content),
    found: foundOf(existing),
    predicted: [
      {
        output: "declarationId",
        kind: "declaration",
        entity: plannedDeclarationFields({ id: existing?.id ?? null, shipmentId: shipmentId ?? "", content: judgement.content, shipment }),
      },
    ],
    needs: [],
    entities: existing ? [existing.id, ...existing.lines.map((line) => `${existing.id}/${line.line}`)] : [],
    onReject: [existing ? `${existing.id} stays as it is.` : "The shipment has no declaration."],
  };
}

async function apply(args: DraftDeclarationArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const draft = await readDraft(args, context);
  if (!("judgement" in draft)) throw new Error("the draft became impossible under its own lock");
  const { existing, judgement } = draft;
  if (existing) await reviseDeclaration(existing.id, judgement.content, context);
  const id = existing?.id ?? (await insertDeclaration(args.shipmentId, judgement.content, context));
  return { outputs: { declarationId: id }, records: [{ record: id, version: (existing?.version ?? 0) + 1 }], externalOutcome: null };
}

/** Creates or revises a draft. */
export const draftDeclarationHandler: EffectHandler<DraftDeclarationArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: DraftDeclarationArgs,
  minApprovers: () => 0,
  describe,
  apply,
};
