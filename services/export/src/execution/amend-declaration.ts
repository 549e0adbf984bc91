import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { changesAsJson, changesBack } from "../domain/amendment-json.ts";
import { contentFields } from "../domain/declaration-fields.ts";
import { type AmendmentPlan, planAmendment } from "../domain/plan-amendment.ts";
import { AmendDeclarationArgs } from "../domain/request-args.ts";
import { refused } from "./blank-description.ts";
import { cardNames } from "./card-names.ts";
import { contentRows, rowsFor, widest } from "./change-rows.ts";
import { requestDescription, requestFacts } from "./describe-request.ts";
import { sendRequest, setState } from "./write-request.ts";

const TOOL = "amend_declaration";
const IN_HANDS = new Set(["under_control", "released", "arrived_at_exit"]);

/** The state machine knows a pending amendment only of accepted declarations; others keep their state while the message is open. */
const stateAfter = ({ declaration }: AmendmentPlan): string => (declaration.state === "accepted" ? "amendment_pending" : declaration.state);

function rowsOf(plan: AmendmentPlan): Pick<EffectDescription, "before" | "after"> {
  const { declaration, content } = plan;
  const shape = widest(content, declaration);
  const before = rowsFor(declaration.id, declaration.version);
  const after = rowsFor(declaration.id, declaration.version + 1);
  return {
    before: [before("declaration/state", "State", declaration.state), ...contentRows(before, shape, declaration)],
    after: [after("declaration/state", "State", stateAfter(plan)), ...contentRows(after, shape, content)],
  };
}

async function describe(args: AmendDeclarationArgs, context: DescribeContext): Promise<EffectDescription> {
  const reads = createExportReads(context.tx, { lock: context.lock });
  const plan = await planAmendment(reads, args, context.businessNow);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { declaration, content } = plan;
  const what = plan.args.changes
    .map((change) => `${change.line === undefined ? "" : `line ${change.line} `}${change.field} ${change.from} → ${change.to}`)
    .join(", ");
  return {
    ...requestDescription(declaration, content, stateAfter(plan), plan.problems),
    headline: `Ask customs to amend ${declaration.id}: ${what}`.slice(0, 400),
    ...rowsOf(plan),
    names: await cardNames(reads, content),
    facts: { ...requestFacts(declaration, content, plan.items), quantityRises: plan.quantityRises, partyChanges: plan.partyChanges },
    effect: { tool: TOOL, declarationId: declaration.id, changes: changesAsJson(plan.args.changes), content: contentFields(content) },
    onReject: [`${declaration.id} stays as it is; what is shipped must match it.`],
  };
}

async function apply(args: AmendDeclarationArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planAmendment(createExportReads(context.tx, { lock: true }), args, context.businessNow);
  if (!plan.ok) throw new Error(`the amendment became impossible under its own lock: ${plan.code}`);
  const { declaration, content } = plan;
  const changes = changesAsJson(plan.args.changes);
  await sendRequest(context, declaration, "amend", { changes, reason: args.reason, content: contentFields(content) });
  const version = await setState(context, declaration, stateAfter(plan));
  return {
    outputs: { declarationId: declaration.id },
    records: [{ record: declaration.id, version }],
    externalOutcome: "pending",
    inverse: { tool: TOOL, args: { declarationId: declaration.id, changes: changesBack(plan.args.changes), reason: "undo" } },
  };
}

/** Asks customs for a change of a lodged declaration; what it says changes when customs agrees. */
export const amendDeclarationHandler: EffectHandler<AmendDeclarationArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: AmendDeclarationArgs,
  minApprovers: (facts) => (facts.quantityRises || facts.partyChanges || facts.controlled || IN_HANDS.has(facts.paperState ?? "") ? 2 : 1),
  describe,
  apply,
};
