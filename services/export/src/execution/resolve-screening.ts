import type { Applied, ApplyContext, DescribeContext, EffectDescription, EffectHandler } from "@quartermaster/executor";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { planScreeningDecision, type ScreeningDecisionPlan } from "../domain/plan-screening-decision.ts";
import { ResolveScreeningArgs } from "../domain/request-args.ts";
import { screeningFields } from "../domain/screening.ts";
import { refused } from "./blank-description.ts";
import { rowsFor } from "./change-rows.ts";

const TOOL = "resolve_screening";
const stateOf = (args: ResolveScreeningArgs): string => (args.decision === "clear" ? "cleared" : "confirmed");
const partyState = (args: ResolveScreeningArgs): string => (args.decision === "clear" ? "clear" : "confirmed");

function rowsOf({ args, screening, party }: ScreeningDecisionPlan): Pick<EffectDescription, "before" | "after"> {
  const own = (version: number) => rowsFor(screening.id, version);
  const theirs = (version: number, value: string | null) =>
    party ? [rowsFor(party.id, version)("party/screening", `Screening of ${party.id}`, value)] : [];
  return {
    before: [
      own(screening.version)("screening/state", "Screening", screening.state),
      own(screening.version)("screening/score", "Score", screening.score),
      own(screening.version)("screening/rationale", "Rationale", null),
      ...theirs(party?.version ?? 0, party?.screening ?? null),
    ],
    after: [
      own(screening.version + 1)("screening/state", "Screening", stateOf(args)),
      own(screening.version + 1)("screening/score", "Score", screening.score),
      own(screening.version + 1)("screening/rationale", "Rationale", args.rationale),
      ...theirs((party?.version ?? 0) + 1, partyState(args)),
    ],
  };
}

async function describe(args: ResolveScreeningArgs, context: DescribeContext): Promise<EffectDescription> {
  const plan = await planScreeningDecision(createExportReads(context.tx, { lock: context.lock }), args);
  if (!plan.ok) return refused(plan.code, plan.detail);
  const { screening, party } = plan;
  const who = party?.id ?? screening.name ?? "a name";
  return {
    refusal: null,
    headline:
      args.decision === "clear"
        ? `Clear ${who}: ${screening.id} is not ${screening.hit ?? "the listed party"}`
        : `Confirm that ${who} is ${screening.hit ?? "the listed party"} (${screening.id})`,
    ...rowsOf(plan),
    names: party ? { [party.id]: party.name } : {},
    facts: {},
    effect: { tool: TOOL, screeningId: screening.id, decision: args.decision, party: screening.party, hit: screening.hit },
    found: { [screening.id]: { version: screening.version, facts: { state: screening.state }, atLeast: {} } },
    predicted: [{ output: "screeningId", kind: "screening", entity: { ...screeningFields(screening), state: stateOf(args) } }],
    needs: [],
    entities: party ? [screening.id, party.id] : [screening.id],
    onReject: [`${screening.id} stays open and keeps blocking ${screening.blocks.join(", ") || "what it blocks"}.`],
  };
}

async function apply(args: ResolveScreeningArgs, _description: EffectDescription, context: ApplyContext): Promise<Applied> {
  const plan = await planScreeningDecision(createExportReads(context.tx, { lock: true }), args);
  if (!plan.ok) throw new Error(`the screening is gone under its own lock: ${plan.code}`);
  const { screening, party, listVersion } = plan;
  const { tx, businessNow, approvers } = context;
  await tx.query("update screenings set state = $2, decided_by = $3, list_version = $4, version = version + 1 where id = $1", [
    screening.id,
    stateOf(args),
    [...approvers].sort(),
    listVersion,
  ]);
  const records = [{ record: screening.id, version: screening.version + 1 }];
  if (party) {
    await tx.query("update parties set screening = $2, list_version = $3, screened_at = $4, version = version + 1 where id = $1", [
      party.id,
      partyState(args),
      listVersion,
      businessNow,
    ]);
    records.push({ record: party.id, version: party.version + 1 });
  }
  return { outputs: { screeningId: screening.id }, records, externalOutcome: null, inverse: null };
}

/** Records compliance's decision: always two different people. Holds stay until they are lifted themselves. */
export const resolveScreeningHandler: EffectHandler<ResolveScreeningArgs> = {
  tool: TOOL,
  version: 1,
  compatible: [],
  schema: ResolveScreeningArgs,
  minApprovers: () => 2,
  describe,
  apply,
};
