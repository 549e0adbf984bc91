import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import type { ChangeRow, JsonObject, PolicyFacts } from "@quartermaster/shared/contracts";
import { add, decimal } from "@quartermaster/shared/quantity";
import { contentHash } from "@quartermaster/shared/signing";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { LodgeDeclarationArgs } from "../domain/declaration-args.ts";
import { contentFields, statisticalValueOf } from "../domain/declaration-fields.ts";
import { quantityDifferences } from "../domain/declared-lines.ts";
import { hasLeft, lodgingLimit, papersCutoff } from "../domain/shipment-facts.ts";
import { exact } from "../domain/units.ts";
import { cardNames } from "./card-names.ts";
import { contentRows, rowsFor } from "./change-rows.ts";
import { type Commitment, commitmentsOf } from "./licence-commitments.ts";
import { type Lodging, readLodging } from "./read-lodging.ts";

const TOOL = "lodge_declaration";
/** What people may lodge in spite of, with eyes open. Everything else that a judgement finds stops the lodging. */
const SOFT = new Set(["classification_mismatch"]);

function refusalOf(lodging: Lodging): EffectDescription["refusal"] {
  const { shipment, shipmentId, judgement } = lodging;
  if (hasLeft(shipment)) return { code: "papers_after_departure", detail: `${shipmentId} has already left` };
  if (shipment.state === "cancelled") return { code: "shipment_ended", detail: `${shipmentId} is cancelled` };
  const problem = judgement.problems.find((candidate) => !SOFT.has(candidate.code));
  return problem ? { code: problem.code, detail: problem.detail } : null;
}

const factsOf = ({ judgement, shipment }: Lodging): PolicyFacts => ({
  valueEur: statisticalValueOf(judgement.content),
  dangerousGoods: judgement.dangerousGoods,
  controlled: judgement.controlled,
  paperState: "draft",
  ...(judgement.content.lines[0] === undefined ? {} : { sku: judgement.content.lines[0].sku }),
  destination: judgement.content.destinationCountry,
  executeLimit: lodgingLimit(shipment, judgement.licenceEnds),
  cutoff: papersCutoff(shipment),
});

/** What is lodged, without ids that only exist later. Offices say where, not what, and are left out. */
function effectOf({ judgement }: Lodging, commitments: readonly Commitment[]): JsonObject {
  const { officeOfExport: _export, officeOfExit: _exit, ...content } = contentFields(judgement.content);
  return { tool: TOOL, ...content, commitments: commitments.map(({ licence, quantity }) => ({ licence: licence.id, quantity })) };
}

function rowsOf(lodging: Lodging, commitments: readonly Commitment[]): { before: ChangeRow[]; after: ChangeRow[] } {
  const { stored, judgement, shipment } = lodging;
  const row = rowsFor(stored?.id ?? "new declaration", stored?.version ?? null);
  const content = contentRows(row, judgement.content, judgement.content);
  const shipped = quantityDifferences(judgement.content.lines, shipment.lines).flatMap(({ sku, declared, shipped: carried }) => [
    row(`difference/${sku}/declared`, `Declared quantity of ${sku}, in base units`, declared),
    row(`difference/${sku}/shipped`, `Shipped quantity of ${sku}, in base units`, carried),
  ]);
  const licences = (used: boolean) =>
    commitments.map(({ licence, quantity }) => {
      const committed = licence.committed ?? "0";
      const value = used ? exact(add(decimal(committed), decimal(quantity))) : committed;
      return rowsFor(licence.id, licence.version)(`licence/${licence.id}/committed`, `Committed on ${licence.id}`, value, licence.uom);
    });
  const state = (value: string) => row("declaration/state", "State", value);
  return {
    before: [state("draft"), ...content, ...shipped, ...licences(false)],
    after: [state("lodged"), ...content, ...shipped, ...licences(true)],
  };
}

async function describe(args: LodgeDeclarationArgs, context: DescribeContext): Promise<EffectDescription> {
  const lodging = await readLodging(args.declarationId, context);
  if (!("judgement" in lodging)) return lodging;
  const { stored, judgement } = lodging;
  const { content } = judgement;
  const commitments = commitmentsOf(judgement);
  const shipmentId = lodging.shipmentId === "" ? "the new shipment" : lodging.shipmentId;
  return {
    refusal: refusalOf(lodging),
    headline: `Lodge ${stored ? stored.id : "the new declaration"} (${content.regime}) for ${shipmentId} with customs, destination ${content.destinationCountry}`,
    ...rowsOf(lodging, commitments),
    names: await cardNames(createExportReads(context.tx), content),
    facts: factsOf(lodging),
    effect: effectOf(lodging, commitments),
    found: lodging.found,
    predicted: [
      {
        output: "declarationId",
        kind: "declaration",
        entity: { id: stored?.id ?? null, state: "lodged", shipmentId: lodging.shipmentId, ...contentFields(content) },
      },
    ],
    needs: [],
    entities: stored
      ? [stored.id, ...stored.lines.map((line) => `${stored.id}/${line.line}`), ...commitments.map(({ licence }) => licence.id)]
      : [],
    onReject: [`${stored ? stored.id : "The declaration"} stays a draft; the goods must not leave without papers.`],
  };
}

async function apply(args: LodgeDeclarationArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const lodging = await readLodging(args.declarationId, context);
  if (!("judgement" in lodging) || !lodging.stored) throw new Error("the lodging became impossible under its own lock");
  const { stored, judgement } = lodging;
  const { tx, tenant, businessNow } = context;
  const lrn = stored.lrn ?? context.newRecordId("LRN", "lrn");
  await tx.query("update declarations set state = 'lodged', lrn = $2, lodged_at = $3, version = version + 1 where id = $1", [
    stored.id,
    lrn,
    businessNow,
  ]);
  for (const line of judgement.content.lines) {
    await tx.query("update declaration_lines set licence = $2, version = version + 1 where id = $1 and licence is distinct from $2", [
      `${stored.id}/${line.line}`,
      line.licence,
    ]);
  }
  for (const { licence, quantity } of commitmentsOf(judgement)) {
    await tx.query("update licences set committed = committed + $2, version = version + 1 where id = $1", [licence.id, quantity]);
  }
  await tx.query(
    "insert into declaration_messages (tenant, id, declaration, kind, state, payload_hash, our_reference, at) values ($1, $2, $3, 'lodge', 'sent', $4, $5, $6)",
    [tenant, context.newRecordId("MSG", "lodge"), stored.id, contentHash(contentFields(judgement.content)), lrn, businessNow],
  );
  return {
    outputs: { declarationId: stored.id },
    records: [{ record: stored.id, version: stored.version + 1 }],
    externalOutcome: "pending",
    inverse: { tool: "invalidate_declaration", args: { declarationId: stored.id, reason: "undo" } },
  };
}

/** Sends a draft to customs; the authority's answer arrives later as an event. */
export const lodgeDeclarationHandler: EffectHandler<LodgeDeclarationArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: LodgeDeclarationArgs,
  minApprovers: (facts) => (facts.dangerousGoods || facts.controlled ? 2 : 1),
  describe,
  apply,
};
