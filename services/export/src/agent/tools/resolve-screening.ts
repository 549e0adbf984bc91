import { type DryRun, defineProposeTool, type ToolFailure } from "@quartermaster/agent/agent";
import type { Snapshot } from "@quartermaster/shared/contracts";
import { planScreeningDecision } from "../../domain/plan-screening-decision.ts";
import { partyFields } from "../../domain/record-fields.ts";
import { ResolveScreeningArgs } from "../../domain/request-args.ts";
import { screeningFields } from "../../domain/screening.ts";
import type { ExportPorts } from "../export-ports.ts";
import { toFailure } from "./request-dry-run.ts";

/** Proposes a compliance decision. */
export const resolveScreeningTool = defineProposeTool<ExportPorts, ResolveScreeningArgs>({
  name: "resolve_screening",
  version: 1,
  effect: "propose",
  description:
    "Proposes to record compliance's decision on one open screening: clear or confirm, with the rationale. Two compliance officers decide. Not for releasing holds (release_hold), not for screening a party (screen_party).",
  schema: ResolveScreeningArgs,
  outputs: [{ name: "screeningId", kind: "screening" }],
  refable: [],
  identity: ["screeningId"],
  plain: ["decision", "rationale"],
  eager: false,
  inverse: null,
  async dryRun(args, context): Promise<DryRun | ToolFailure> {
    const plan = await planScreeningDecision(context.ports, args);
    if (!plan.ok) return toFailure(plan);
    const { screening, party } = plan;
    const fields = screeningFields(screening);
    const records: Snapshot[] = [{ domain: "export", kind: "screening", id: screening.id, version: screening.version, fields }];
    if (party)
      records.push({ domain: "export", kind: "party", id: party.id, version: party.version, fields: partyFields(party, screening.id) });
    return {
      ok: true,
      args: plan.args,
      guards: [{ kind: "exact", domain: "export", record: screening.id, version: `read@${screening.version}` }],
      evidence: records.map((snapshot) => ({ tool: "resolve_screening", record: `${snapshot.id}@${snapshot.version}`, snapshot })),
      requires: [],
      meaning: { screeningId: screening.id, decision: args.decision },
      findings: [],
      origins: {},
      planned: [
        { output: "screeningId", kind: "screening", snapshot: { ...fields, state: args.decision === "clear" ? "cleared" : "confirmed" } },
      ],
      inverse: null,
      records,
      result: { ...fields, decision: args.decision },
    };
  },
});
